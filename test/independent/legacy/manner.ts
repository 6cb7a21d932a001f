/** What a reading says of the legacy actions. */
import type { Json } from '../contract/types.ts';
import type { Order } from './orders.ts';

export const CONDITIONS = [
  'not-https',
  'argument-unrecognized',
  'argument-missing',
  'argument-invalid',
  'unknown-error',
  'authentication-failed',
  'wrong-method',
  'rate-limited',
  'already-validated',
  'permission-denied',
  'wildcard-http-hash',
  'unexpected-state',
  'update-failed',
  'already-issued',
] as const;
export type Condition = (typeof CONDITIONS)[number];
export type MethodWord = 'email' | 'http' | 'https' | 'cname';

export interface LegacyManner {
  readonly codes: Readonly<Record<Condition, number>>;
  readonly errorStatus: number;
  readonly statusPaths: readonly string[];
  readonly statusType: string;
  readonly dcvType: string;
  readonly successMessage: string | undefined;
  readonly parameters: { readonly 'initial-order': string; readonly email: string; readonly emails: string };
  readonly methods: Readonly<Record<MethodWord, string>>;
  readonly unknownOrder: Condition;
  readonly emptyValue: 'missing' | 'invalid';
  readonly repeated: 'first' | 'refused';
  readonly nameCase: 'exact' | 'ignored';
  readonly unequalLists: 'refused' | 'paired';
  readonly tooLong: 'argument-invalid' | 'authentication-failed';
  readonly orderDigitsOnly: boolean;
  readonly initialMeans: 'latest' | 'initial';
  readonly localParts: readonly string[] | 'any';
  readonly wrongMethod: 'record' | number;
  readonly rate: { readonly requests: number; readonly seconds: number; readonly by: 'login' | 'all' };
  readonly errorData: 'absent' | 'null' | 'empty';
  readonly multiText: string;
  /** Members of `data` that the contract names without their names. */
  readonly extras: (order: Order) => Readonly<Record<string, Json>>;
  /** Where `extras` shows the domains of an order, as a claim; pointers as in the dialect. */
  readonly visible: { readonly pointer: string; readonly name: string; readonly method: string };
  readonly emptyDates: 'absent' | 'null' | 'empty';
  readonly quietSteps: boolean;
}
