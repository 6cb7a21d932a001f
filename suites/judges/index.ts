/** Pure functions: exchange in, judgement out. */
export { type Excuse, inWords, type Remark } from '../../reports/remark.ts';
export type { Doubt } from '../../reports/remark-words.ts';
export { type Form, isAsWritten, isProse, isTidied, sameValue } from './as-written.ts';
export { ASPECTS, type Aspect as AnswerAspect } from './aspects.ts';
export {
  excerpt,
  judgeHeader,
  judgeJsonShape,
  judgeMediaType,
  judgeNoBody,
  judgeSchema,
  parseJson,
  saidIn,
} from './body.ts';
export { differences, except, isEmpty, losses, mentions, pointerSet, pointerUnset } from './documents.ts';
export { type Aspect, type EnvelopeFormat, type EnvelopeReading, readEnvelope } from './envelope.ts';
export {
  isSameMethod,
  judgeDomainList,
  judgeNoOthers,
  judgeShows,
  judgeStays,
  judgeUnchanged,
  type MethodsShown,
  methodsShown,
  type RecordLook,
  respelled,
  type Visible,
  type Wanted,
} from './envelope-dcv.ts';
export {
  describeError,
  judgeAspect,
  judgeCode,
  judgeEnvelopeStatus,
  judgeEnvelopeType,
  judgeErrorStatus,
  judgeExtraMembers,
  judgeRefused,
  judgeSucceeded,
  judgeSuccessStatus,
  tellsOfFailure,
} from './envelope-judges.ts';
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
export { doubted, fail, judgeClaim, observed, PASS, unshown, warn } from './judgement.ts';
export { judgeAbsentEntity, judgeNotFoundBody, judgeNotFoundType } from './not-found.ts';
export { judgeOwnId } from './own-id.ts';
export { acceptedPart, complaints } from './schema.ts';
export {
  isAccepted,
  isBeyondReaders,
  isRefused,
  isTooLong,
  judgeAccepted,
  judgeDebatable,
  judgeNoServerError,
  judgeRefusal,
  judgeStatus,
  judgeSuccess,
  judgeSurvived,
  judgeUncertain,
} from './status.ts';
export {
  answerOf,
  isLost,
  isUnanswered,
  judging,
  leaveUnanswered,
  seekThrottling,
  whyWithheld,
  withhold,
} from './transport.ts';
