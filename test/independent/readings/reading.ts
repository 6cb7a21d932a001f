/** A reading: how one conforming server fills in what the contract leaves open. */
import type { BodyName } from '../contract/bodies.ts';
import type { Json } from '../contract/types.ts';
import type { LegacyManner } from '../legacy/manner.ts';
import type { Manner } from '../server/check.ts';
import type { Body } from '../server/message.ts';
import type { Placing } from '../server/shape.ts';
import type { Quirk } from './quirks/quirk.ts';

export type Gate = 'credential' | 'input' | 'entity';
export type ReadingId = 'A' | 'B' | 'C';

export interface Reading {
  /** One of A, B and C, or the name of one that was drawn. */
  readonly id: string;
  /** In one line, for people. */
  readonly about: string;
  readonly manner: Manner;
  /** In which order the faults of a request are looked for. */
  readonly gates: readonly Gate[];
  readonly pathId: 400 | 404;
  /** What zero is as an id of the kinds without a minimum. */
  readonly zeroId: 'absent' | 'bad';
  readonly unknownParameters: 'ignored' | 'refused';
  readonly repeatedParameters: 'first' | 'last' | 'refused';
  readonly emptyValue: 'absent' | 'value';
  readonly requiredEmpty: 'taken' | 'refused';
  readonly contentType: 'checked' | 'ignored';
  readonly charset: boolean;
  readonly nullMembersOut: 'omitted' | 'null';
  /** What an update does to members that it leaves out, administrators apart. */
  readonly omitted: 'kept' | 'cleared';
  readonly endpointOmitted: 'kept' | 'cleared';
  readonly unknownReference: 400 | 404 | 'taken';
  readonly trailingSlash: boolean;
  readonly head: boolean;
  readonly schemeAnyCase: boolean;
  readonly tokenInQuery: boolean;
  /** Milliseconds until a change shows. */
  readonly delay: number;
  /** The same of the list of certificates, where it is another. */
  readonly listDelay?: number | undefined;
  /** Identifier of the n-th entity of a kind, from 1 on. */
  readonly numbered: (n: number) => number;
  readonly placing: Placing;
  /** Name of the root element of a body in XML. */
  readonly xmlRoot: (schema: BodyName) => string;
  /** What the server writes for a word of its own: account variants and delegation modes. */
  readonly words: Readonly<Record<string, string>>;
  readonly errors: {
    readonly bad: (why: string) => Body;
    readonly unauthorized: () => Body;
    readonly challenge: boolean;
    readonly notFound: (what: string) => Json;
    /** Where `notFound` has the two members of the contract. */
    readonly absent: { readonly code: string; readonly description: string };
    readonly markAbsent: Json;
    /** A path that is not served, without a credential. */
    readonly unknownPath: 401 | 404;
  };
  readonly statuses: {
    readonly method: number;
    readonly stateChange: number;
    readonly role: number;
    readonly notification: number;
    readonly replacement: number;
    readonly condition: number;
  };
  readonly ssl: {
    readonly order: 'ascending' | 'descending' | 'latest' | 'name';
    readonly size: number;
    readonly zero: 'empty' | 'default';
    /** Filters that find a value inside a member; others compare the whole. */
    readonly contains: readonly string[];
    readonly total: 'matching' | 'all';
    readonly deprecated: 'filter' | 'ignored';
    readonly unknownUpdate: 400 | 404;
  };
  readonly admin: { readonly sameType: 'accepted' | 'refused'; readonly templateShows: boolean };
  readonly endpoint: {
    readonly put: 'adds' | 'replaces';
    readonly deleteInGlobal: 'accepted' | 'refused';
    readonly emptyArray: 'accepted' | 'refused';
    readonly delegated: 'by change' | 201 | 204;
    readonly typeChange: 'ignored' | 'refused';
    /** What `orgDelegations` of an endpoint's update does. */
    readonly updateDelegates: boolean;
    readonly configNone: 'empty' | 404;
    readonly configAnswer: boolean;
    readonly variantMismatch: 'accepted' | 'refused';
  };
  readonly domain: { readonly sameState: 'accepted' | 'refused'; readonly body: boolean };
  readonly organization: { readonly deleteWithDepartments: 'all' | 'refused' };
  readonly mark: { readonly shows: 'at once' | 'never' };
  readonly location: { readonly notCustom: number | 'absent' };
  readonly secretReset: { readonly status: 200 | 204; readonly needsAuthentication: boolean };
  readonly legacy: LegacyManner;
  /** Habits at points for which there is no word above. */
  readonly quirks: readonly Quirk[];
}
