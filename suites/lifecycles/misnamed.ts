/** Requests whose body or query names another entity than the path: the path counts (contract 4), and what nobody knows is no address. */
import { withJson } from '../../generators/index.ts';
import { isObject, token } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { misnamingParameter } from '../requests/absent.ts';
import { pathParameters } from '../requests/compose.ts';
import { memberSchema } from '../requests/member-schema.ts';
import type { Watched } from './neighbours.ts';
import type { UpdateSubject } from './update-subject.ts';

/**
 * The subject with an update that says it were another entity of its kind, in the member in which answers show the identifier;
 * undefined where they do not, where the request may write such a member, or where members that nobody knows are refused.
 */
export function misnamed(
  { contract }: CheckContext,
  subject: UpdateSubject,
  watched: readonly Watched[],
): UpdateSubject | undefined {
  const { operation, fixture, before, valid, observer } = subject;
  const { body } = valid.request;
  const unknown = contract.answer('request.unknown-members');
  if (unknown?.standing === 'claimed' && unknown.value === 'refused') return undefined;
  if (!isObject(before?.value) || body?.mediaType !== 'application/json' || !isObject(body.value)) return undefined;
  const other = watched.find((one) => !one.parent && one.reader === observer?.reader && one.before.status === 200);
  const [own, its] = [lastOf(fixture.ids), lastOf(other?.ids ?? {})];
  const [parameter, kind] = [pathParameters(operation).at(-1)?.name, fixture.kind.split('-')];
  const names = ['id', parameter?.toLowerCase(), `${kind.join('')}id`, `${kind.at(-1)}id`];
  const name = Object.entries(before.value).find(
    ([key, value]) => names.includes(key.toLowerCase()) && String(value) === String(own),
  )?.[0];
  const present = Object.keys(body.value).map((key) => key.toLowerCase());
  if (its === undefined || name === undefined || present.includes(name.toLowerCase())) return undefined;
  const schema = memberSchema(operation, token(name), body.value);
  if (schema !== undefined && !(isObject(schema) && schema['readOnly'] === true)) return undefined;
  return { ...subject, valid: { ...valid, request: withJson(valid.request, { ...body.value, [name]: its }) } };
}

/** The subject with an update whose query says that it were another entity of its kind; undefined where there is none to be named. */
export function misnamedByQuery(
  context: Pick<CheckContext, 'contract'>,
  subject: UpdateSubject,
  watched: readonly Watched[],
): UpdateSubject | undefined {
  const { operation, valid, observer } = subject;
  const name = misnamingParameter(context.contract, operation);
  const other = watched.find((one) => !one.parent && one.reader === observer?.reader && one.before.status === 200);
  const its = lastOf(other?.ids ?? {});
  if (name === undefined || its === undefined) return undefined;
  const request = { ...valid.request, query: [...valid.request.query, [name, String(its)] as const] };
  return { ...subject, valid: { ...valid, request } };
}

function lastOf(ids: Readonly<Record<string, string | number>>): string | number | undefined {
  return Object.values(ids).at(-1);
}
