/** Checks as values, and what runs them: what a check is given, asks for and says. */
export { allotmentOf, drawsOn } from './allotment.ts';
export { PROMISED, type Promised } from './answers.ts';
export { beside } from './beside.ts';
export type { Check, CheckContext, CheckGroup, Evidence, Judgement } from './check.ts';
export { isConflict } from './conflicts.ts';
export type { Followed, Relapse } from './course.ts';
export type { Departed } from './departures.ts';
export type { Engine } from './execute.ts';
export { names } from './plain.ts';
export { areasOf, noting, type Relied } from './relied.ts';
export { callOf, isRead } from './routes.ts';
export { runGroups, Schedule } from './schedule.ts';
export { PLENTY, Session } from './session.ts';
export { shrunkInTime } from './shrinking.ts';
export { ifAvailable, inconclusive, orOpen, tryFor, Unavailable, unavailable } from './unavailable.ts';
export { toWire, withOpenBody } from './wire.ts';
export { lengthOf, looksWithin, spend } from './worth.ts';
