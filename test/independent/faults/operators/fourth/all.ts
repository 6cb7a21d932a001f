/** The operators of the fourth lot. */
import type { Operator } from '../../fault.ts';
import { ADMINISTRATORS_FURTHER } from './administrators.ts';
import { CHANGES } from './changes.ts';
import { ENTITIES_FURTHER } from './entities.ts';
import { LATE } from './late.ts';
import { LEGACY_ANSWERS } from './legacy-answers.ts';
import { LEGACY_REQUESTS_FURTHER } from './legacy-requests.ts';
import { LISTS_FURTHER } from './lists.ts';
import { MEMBERS_AGAIN } from './members.ts';
import { PARAMETERS } from './parameters.ts';
import { REQUESTS } from './requests.ts';
import { XML_FURTHER } from './xml.ts';

/** Those that turn what an update keeps: nobody sees it where no answer shows it. */
export const KEEPING_FURTHER: readonly Operator[] = [...CHANGES, ...MEMBERS_AGAIN];

export const FOURTH: readonly Operator[] = [
  ...KEEPING_FURTHER,
  ...REQUESTS,
  ...LISTS_FURTHER,
  ...ADMINISTRATORS_FURTHER,
  ...ENTITIES_FURTHER,
  ...LATE,
  ...PARAMETERS,
  ...XML_FURTHER,
  ...LEGACY_REQUESTS_FURTHER,
  ...LEGACY_ANSWERS,
];
