/** The operators of the third lot. */
import type { Operator } from '../../fault.ts';
import { ADMINISTRATORS } from './administrators.ts';
import { COERCIONS } from './coercions.ts';
import { COMBINATIONS } from './combinations.ts';
import { CONVEYANCE } from './conveyance.ts';
import { DELETIONS } from './deletions.ts';
import { ENDPOINTS } from './endpoints.ts';
import { IDENTIFIERS } from './identifiers.ts';
import { LEGACY_ORDERS } from './legacy-orders.ts';
import { LEGACY_RECORDS_AGAIN } from './legacy-records.ts';
import { LEGACY_REQUESTS_AGAIN } from './legacy-requests.ts';
import { LISTS_AGAIN } from './lists.ts';
import { REFUSED } from './refusals.ts';
import { RELATIONS } from './relations.ts';
import { REPLACING_AGAIN } from './replacing.ts';
import { SHOWS } from './shows.ts';
import { TEXTS_AGAIN } from './texts.ts';
import { XML } from './xml.ts';

/** Those that turn what an update keeps: nobody sees it where no answer shows it. */
export const KEEPING_AGAIN: readonly Operator[] = TEXTS_AGAIN;

export const THIRD: readonly Operator[] = [
  ...CONVEYANCE,
  ...IDENTIFIERS,
  ...COERCIONS,
  ...REFUSED,
  ...COMBINATIONS,
  ...KEEPING_AGAIN,
  ...SHOWS,
  ...LISTS_AGAIN,
  ...ADMINISTRATORS,
  ...REPLACING_AGAIN,
  ...ENDPOINTS,
  ...RELATIONS,
  ...DELETIONS,
  ...XML,
  ...LEGACY_REQUESTS_AGAIN,
  ...LEGACY_ORDERS,
  ...LEGACY_RECORDS_AGAIN,
];
