/** What the operators of the sixth lot have in common. */
import type { Fields, Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';

const listOf = (fields: Fields): readonly Json[] => (fields['delegations'] ?? []) as readonly Json[];

/** Ways to keep other delegations than those that an update in custom mode gives. */
export const DELEGATE: Readonly<Record<string, (now: Fields, before: Fields, call: Call) => Fields | undefined>> = {
  'the former ones where fewer are given': (now, before, { list }) =>
    before['mode'] === 'custom' && list.length > 0 && list.length < listOf(before).length
      ? { ...now, delegations: listOf(before) }
      : undefined,
  'the former ones where as many are given': (now, before, { list }) =>
    before['mode'] === 'custom' && list.length === listOf(before).length
      ? { ...now, delegations: listOf(before) }
      : undefined,
  'the former ones in custom mode': (now, before) =>
    before['mode'] === 'custom' ? { ...now, delegations: listOf(before) } : undefined,
  'all but the last of three': (now, _, { list }) =>
    list.length > 2 ? { ...now, delegations: listOf(now).slice(0, -1) } : undefined,
  'none in custom mode where none of the former is given': (now, before, { list }) =>
    before['mode'] === 'custom' && list.length > 0 && list.every((id) => !listOf(before).includes(id))
      ? { ...now, delegations: [] }
      : undefined,
};
