/** What values may be: the types of parameters and members, as data. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What an entity holds, by the server's own names of things. Readings translate them to names on the wire. */
export type Fields = Readonly<Record<string, Json>>;

export type Kind =
  | 'ssl-certificate'
  | 'ssl-location'
  | 'client-certificate'
  | 'client-location'
  | 'mark-certificate'
  | 'administrator'
  | 'person'
  | 'organization'
  | 'validation'
  | 'notification'
  | 'endpoint'
  | 'account'
  | 'domain'
  | 'net-task'
  | 'ad-task'
  | 'bucket';

export type Type =
  | {
      readonly is: 'text';
      readonly min?: number;
      readonly max?: number;
      readonly form?: 'address' | 'country' | 'date';
    }
  | { readonly is: 'int'; readonly min?: number; readonly max?: number; readonly names?: Kind }
  | { readonly is: 'bool' }
  | { readonly is: 'word'; readonly of: readonly string[] }
  | { readonly is: 'uuid'; readonly names?: Kind }
  | { readonly is: 'list'; readonly of: Type; readonly least?: number; readonly once?: boolean }
  | { readonly is: 'record'; readonly members: readonly Member[] };

/** A member of a body, or a parameter of a query or form. */
export interface Member {
  readonly field: string;
  readonly type: Type;
  /** It must be given. */
  readonly need?: boolean;
  /** The server alone sets it. */
  readonly shownOnly?: boolean;
}

export const text = (max?: number, min?: number): Type => ({
  is: 'text',
  ...(max === undefined ? {} : { max }),
  ...(min === undefined ? {} : { min }),
});
export const formed = (form: 'address' | 'country' | 'date', max?: number): Type => ({
  is: 'text',
  form,
  ...(max === undefined ? {} : { max }),
});
export const int = (min?: number, max?: number): Type => ({
  is: 'int',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
export const bool: Type = { is: 'bool' };
export const word = (...of: readonly string[]): Type => ({ is: 'word', of });
export const list = (of: Type, least?: number, once = false): Type => ({
  is: 'list',
  of,
  once,
  ...(least === undefined ? {} : { least }),
});
export const naming = (names: Kind): Type =>
  names === 'bucket' ? { is: 'uuid', names } : { is: 'int', min: 1, names };
export const must = (field: string, type: Type): Member => ({ field, type, need: true });
export const may = (field: string, type: Type): Member => ({ field, type });
export const shown = (field: string, type: Type): Member => ({ field, type, shownOnly: true });
