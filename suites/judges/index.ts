/** Pure functions: exchange in, judgement out. */
export { type Excuse, isAccepted, isRefused, judgeAccepted, judgeSuccess } from './acceptance.ts';
export {
  excerpt,
  judgeHeader,
  judgeJsonShape,
  judgeMediaType,
  judgeNoBody,
  judgeSchema,
  mediaType,
  parseJson,
  saidIn,
} from './body.ts';
export { differences, except, inWords, isEmpty, losses, mentions, pointerSet, pointerUnset } from './documents.ts';
export { isSameMethod, judgeDomainList, respelled, type Visible } from './domain-list.ts';
export { type Aspect, type EnvelopeFormat, type EnvelopeReading, readEnvelope } from './envelope.ts';
export {
  judgeAspect,
  judgeEnvelopeStatus,
  judgeEnvelopeType,
  judgeErrorStatus,
  judgeExtraMembers,
  judgeSuccessStatus,
} from './envelope-aspects.ts';
export {
  judgeNoOthers,
  judgeShows,
  judgeStays,
  judgeUnchanged,
  type MethodsShown,
  methodsShown,
  type RecordLook,
  type Wanted,
} from './envelope-dcv.ts';
export { describeError, judgeCode, judgeRefused, judgeSucceeded, type Refusal } from './envelope-outcome.ts';
export {
  judgeAdditions,
  judgeCommonName,
  judgeEcho,
  judgeFixedText,
  judgeMember,
  judgeMistaken,
  judgeNotApplicable,
  membersOf,
} from './envelope-record.ts';
export { fail, judgeClaim, observed, PASS, unshown, warn } from './judgement.ts';
export { judgeNotFoundBody, judgeNotFoundType } from './not-found.ts';
export { complaints } from './schema.ts';
export { judgeDebatable, judgeNoServerError, judgeRefusal, judgeStatus, judgeUncertain } from './status.ts';
export { answerOf, isLost, isUnanswered, judging, leaveUnanswered, whyWithheld, withhold } from './transport.ts';
