/** Updates that come in a query, or name their entity in the body (4.2, 4.9): what goes wrong with what they keep. */
import type { Fields, Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, firstOf, keeping, nextOf, succeeded } from '../../hooks.ts';
import { withWords } from '../fourth/plants.ts';
import { at, changed, fault, namedBy, parted } from '../second/plants.ts';
import { lostAfter } from '../second/sequence-plants.ts';
import { childrenOf, undo } from '../third/plants.ts';

const CLAIM = 'the profile’s claim';
const UPDATE = 'endpoint.update';
const SSL = 'ssl.update';
/** What a GET shows of an endpoint's update. */
const SHOWN = ['name', 'uriExtension', 'webFormAuthTypes'];
const places = SHOWN.map((field) => ({ key: `${UPDATE}?${field}`, op: UPDATE }));
const fieldOf = (place: string) => place.slice(place.indexOf('?') + 1);
const has = ({ query }: Call, name: string) => Object.keys(query).some((one) => one.endsWith(name));
/** When a parameter is lost. */
const LOST: Readonly<Record<string, (call: Call) => boolean>> = {
  'second time': (call) => counted(call, `kept ${call.entity?.key} ${call.op}`) > 0,
  'third time': (call) => counted(call, `kept ${call.entity?.key} ${call.op}`) > 1,
  'beside contacts': (call) => has(call, 'contactName') || has(call, 'contactEmail'),
  'beside delegations': (call) => has(call, 'orgDelegations'),
  'beside a link': (call) => has(call, 'enrollmentLinkAddress'),
  'of a global endpoint': ({ before }) => before?.['mode'] === 'global',
  'of a custom endpoint': ({ before }) => before?.['mode'] === 'custom',
  'of one type': ({ before }) => before?.['endpointType'] === 'DEVICE_WEB_FORM',
  'without configuration': ({ before }) => before?.['configured'] !== true,
};
const keepBefore = (fields: Fields, before: Fields | undefined, field: string): Fields => {
  const { [field]: _, ...rest } = fields;
  return before?.[field] === undefined ? rest : { ...rest, [field]: before[field] as Json };
};
const given = ({ query }: Call): Fields =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]): [string, Json] => [name.replace('config.', ''), value])
      .filter(([name]) => SHOWN.includes(name)),
  );
/** After a reply to the update: what a careless server does besides. */
const besides = (turn: (call: Call) => void, status: (status: number) => boolean): Plant =>
  afterwards(UPDATE, (reply, call) => {
    if (status(reply.status)) turn(call);
    return reply;
  });
const ok = (status: number) => status < 300;
const put = (call: Call, entity: ReturnType<typeof namedBy>, fields: Fields) => {
  if (entity?.fields && entity.customer === 'own') call.world.set(entity, { ...entity.fields, ...fields });
};

export const QUERIES: readonly Operator[] = [
  fault(
    'query-parameter-lost',
    CLAIM,
    (key) => `does not keep a parameter in one case: ${key}`,
    withWords(places, Object.keys(LOST)),
    (key) => {
      const [place, when] = parted(key);
      const field = fieldOf(place);
      return keeping(UPDATE, (fields, entity, call) =>
        Object.hasOwn(given(call), field) && LOST[when]?.(call) ? keepBefore(fields, entity.fields, field) : fields,
      );
    },
  ),
  fault(
    'query-parameter-crossed',
    CLAIM,
    () => 'writes the name of an endpoint to the extension of its address',
    at(UPDATE),
    (op) => keeping(op, (fields) => ({ ...fields, uriExtension: fields['name'] as Json })),
  ),
  fault(
    'query-types-cleared',
    CLAIM,
    () => 'an update that leaves the ways to authenticate out clears them',
    at(UPDATE),
    (op) =>
      keeping(op, (fields, _, call) => (has(call, 'webFormAuthTypes') ? fields : { ...fields, webFormAuthTypes: [] })),
    { readings: ['A', 'C'] },
  ),
  fault(
    'query-next-as-well',
    '4.9',
    () => 'an update of an endpoint changes the next one as well',
    at(UPDATE),
    () => besides((call) => put(call, call.entity && nextOf(call, call.entity), given(call)), ok),
  ),
  fault(
    'query-first-as-well',
    '4.9',
    () => 'an update of an endpoint changes the first one as well',
    at(UPDATE),
    () => besides((call) => put(call, firstOf(call, 'endpoint'), given(call)), ok),
  ),
  fault(
    'query-refused-kept',
    '7.1',
    () => 'keeps the good parameters of an update of an endpoint that it refuses',
    at(UPDATE),
    () =>
      besides(
        (call) => put(call, namedBy(call), given(call)),
        (status) => status === 400,
      ),
  ),
  fault(
    'query-refused-joins-next',
    '7.1',
    () => 'keeps with the next update of an endpoint what it refused in the last one',
    at(UPDATE),
    (op) =>
      afterwards(op, (reply, call) => {
        const { memory } = call.service;
        if (reply.status === 400 && call.holder) memory.set('refused', given(call) as Json);
        else if (changed(reply, call)) {
          put(call, call.entity, { ...((memory.get('refused') ?? {}) as Fields), ...given(call) });
          memory.set('refused', {});
        }
        return reply;
      }),
  ),
  fault(
    'query-lost-after-refusal',
    '7.1',
    () => 'the first update of an endpoint after one that it refused changes nothing',
    at(UPDATE),
    (op) => lostAfter(op, (call, status) => call.op === op && status === 400),
  ),
  fault(
    'query-lost-after-absence',
    '7.1',
    () => 'the first update of an endpoint after one that found nothing changes nothing',
    at(UPDATE),
    (op) => lostAfter(op, (call, status) => call.op === op && status === 404),
  ),
  fault(
    'query-undone-by-sibling',
    '4.9',
    () => 'an update of another endpoint undoes the last one',
    at(UPDATE),
    (op) => {
      let last: { call: Call; key: string } | undefined;
      return afterwards(op, (reply, call) => {
        if (!changed(reply, call)) return reply;
        if (last && last.key !== call.entity.key) undo(last.call);
        last = { call, key: call.entity.key };
        return reply;
      });
    },
  ),
  fault(
    'query-children-lost',
    '4.9',
    (key) => `an update of an endpoint deletes an account below it: ${key}`,
    withWords(at(UPDATE), ['the first', 'all']),
    (key) =>
      besides((call) => {
        const accounts = call.entity ? childrenOf(call, 'account', call.entity.key) : [];
        for (const one of key.endsWith('all') ? accounts : accounts.slice(0, 1)) call.world.set(one, undefined);
      }, ok),
  ),
  fault(
    'query-without-credential-done',
    '5',
    () => 'does an update of an endpoint and then answers 401 where no credential was sent',
    at(UPDATE),
    () => ({
      early: (call) => {
        if (call.op !== UPDATE || call.request.authorization !== undefined) return undefined;
        const given = new Map(call.request.query ?? []);
        put(call, namedBy(call), { name: given.get('name') ?? 'none' });
        return undefined;
      },
    }),
  ),
  // The body of an SSL update names the certificate; the list and later answers show what is kept.
  fault(
    'ssl-update-echoed',
    '4.2',
    (key) => `answers an SSL update with what it was asked for, and does not keep it: ${key}`,
    withWords(at(SSL), ['all', 'from the second time on', 'externalRequester', 'comments', 'autoRenew', 'renewDays']),
    (key) => {
      const [, what] = parted(key);
      return afterwards(SSL, (reply, call) => {
        const { entity, before } = call;
        if (!succeeded(reply) || !entity?.fields || !before) return reply;
        if (what === 'all' || (what.startsWith('from') && counted(call, `ssl ${entity.key}`) > 0)) undo(call);
        else if (Object.hasOwn(call.body, what)) call.world.set(entity, keepBefore(entity.fields, before, what));
        return reply;
      });
    },
  ),
  fault(
    'ssl-update-neighbours',
    '4.2',
    (key) => `an SSL update changes another certificate as well: ${key}`,
    withWords(at(SSL), ['the next', 'the first']),
    (key) =>
      afterwards(SSL, (reply, call) => {
        const { id: _, ...members } = call.body;
        const other = key.endsWith('next')
          ? call.entity && nextOf(call, call.entity)
          : firstOf(call, 'ssl-certificate');
        if (changed(reply, call)) put(call, other, members);
        return reply;
      }),
  ),
  fault(
    'ssl-update-refused-kept',
    '7.1',
    () => 'keeps the good members of an SSL update that it refuses',
    at(SSL),
    () =>
      afterwards(SSL, (reply, call) => {
        const { id, ...members } = call.body;
        if (reply.status === 400 && id !== undefined)
          put(call, call.world.find('ssl-certificate', String(id)), members);
        return reply;
      }),
  ),
];
