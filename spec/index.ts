/** The contract as data, as far as the suites ask for it. */
export { claimed } from './claimed.ts';
export { constraintsOf } from './constraints.ts';
export { type Mode, modePlace, shownMode } from './delegation-mode.ts';
export { type LoadedDialect, loadDialect } from './dialect.ts';
export { DialectError } from './dialects/error.ts';
export { isObject, jsonIn, pointerOf, token, tokens, valueAt } from './json.ts';
export { KINDS } from './kinds.ts';
export { loadContract } from './load.ts';
export { type Cell, cellOf, cellsOf, distinguishing, idsOf, listed, wayAround, wayOf } from './machines.ts';
export { lettersOf, placesIn, placesInAny } from './members.ts';
export { jsonSchemaOf } from './operations.ts';
export { ownIdOf } from './own-id.ts';
export { formDecoded, percentDecoded } from './percent.ts';
export type { Readback } from './readbacks.ts';
export { kindNamed } from './references.ts';
export { DECLARED, type DeclaredPoint, declaredPoints, isLenient, isSingle } from './requirements/declared.ts';
export { counterpart, endsLife, isSubmission } from './requirements/lifecycles.ts';
export { type FilterKind, filterKind, filtersOf, hasOneValue } from './requirements/lists.ts';
export { type Promises, promisesOf } from './requirements/promises.ts';
export { dereference, enumOf, within } from './standalone.ts';
export { isClientError, isOfState, isRefusal, isSuccess, LOCKED } from './status.ts';
export type {
  Answer,
  Contract,
  FixtureKind,
  JsonSchema,
  Operation,
  Parameter,
  Requirement,
  ResponseSpec,
  StateMachine,
} from './types.ts';
export { discriminatorOf, variantNames, variantsOf } from './variants.ts';
export {
  type Depth,
  EFFECTS,
  type Effect,
  type Exchange,
  type HeaderList,
  header,
  permits,
  type ReceivedResponse,
  type TransportErrorKind,
  VERDICTS,
  type Verdict,
  wholeResponse,
} from './vocabulary.ts';
export type { Takes, Why } from './why.ts';
