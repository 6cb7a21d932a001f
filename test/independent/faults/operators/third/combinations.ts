import { TOKENS } from '../../../server/tokens.ts';
import type { Operator } from '../../fault.ts';
import { answering } from '../../hooks.ts';
import { given } from '../../keeping.ts';
import { BODY, KEPT, type ValuePlace } from '../../places.ts';
import { at, each, fault, parted } from '../second/plants.ts';
import { keyed } from '../values/plants.ts';
import { refusingWhen } from './plants.ts';

const GENERAL = 'organizationDetails.generalDetails.';
const AGENCY = 'organizationDetails.evDetails.registrationAgency.';
const REVALIDATE = 'validation.revalidate';
/** Parameters that 4.7 has for validations of one level. */
const OF_LEVEL: Readonly<Record<string, readonly [level: string, parameter: string]>> = {
  assumedName: ['EV_SSL', `${GENERAL}assumedName`],
  organizationIdentifier: ['OV_SMIME', 'organizationDetails.organizationIdentifier'],
  registrationNumber: ['EV_SSL', `${AGENCY}registrationNumber`],
};
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'endpoint.update': ['name', 'endpointType', 'uriExtension'],
  'validation.assignment.update': ['externalOrgId', 'externalOrgName'],
  [REVALIDATE]: [`${GENERAL}legalName`, `${GENERAL}address1`, `${GENERAL}country`],
};
const MANY: Readonly<Record<string, number>> = { 'endpoint.update': 10, [REVALIDATE]: 15, 'ssl.list': 10 };
/** Optional members of one body, each with the one behind it. */
const neighbours = BODY.flatMap(({ op, member: { need, field } }, n) => {
  const next = BODY[n + 1] as ValuePlace | undefined;
  return need || next === undefined || next.op !== op || next.member.need
    ? []
    : [{ key: `${op} ${field}+${next.member.field}`, op }];
});
/** Members by which somebody would tell entities of a kind apart. */
const names = KEPT.filter(({ member }) => /^(name|login|email|lastName|uriExtension)$/.test(member.field));

export const COMBINATIONS: readonly Operator[] = [
  fault(
    'countries-differ-refused',
    '4.7',
    () => 'refuses a country of registration that is not the one of the address',
    at(REVALIDATE),
    () =>
      refusingWhen(REVALIDATE, ({ query }) => {
        const [here, there] = [query[`${GENERAL}country`], query[`${AGENCY}country`]];
        return there !== undefined && there !== here;
      }),
  ),
  fault(
    'own-parameter-refused',
    '4.7',
    (key) => `refuses a parameter for validations of the level that it is meant for: ${key}`,
    Object.keys(OF_LEVEL).map((key) => ({ key, op: REVALIDATE })),
    (key) => {
      const [level, parameter] = OF_LEVEL[key] as readonly [string, string];
      return refusingWhen(
        REVALIDATE,
        ({ query, before }) => before?.['level'] === level && query[parameter] !== undefined,
      );
    },
  ),
  fault(
    'many-parameters-broken',
    '4.1',
    (op) => `${op} answers 500 to more than ${MANY[op]} parameters`,
    at(...Object.keys(MANY)),
    (op) =>
      answering(op, ({ request }) =>
        (request.query?.length ?? 0) > (MANY[op] as number) ? { status: 500 } : undefined,
      ),
  ),
  fault(
    'parameters-in-order',
    '4.1',
    (op) => `${op} refuses its required parameters in another order than that of the contract`,
    at(...Object.keys(REQUIRED)),
    (op) =>
      answering(op, (call) => {
        const order = (call.request.query ?? [])
          .map(([name]) => (REQUIRED[op] ?? []).indexOf(name))
          .filter((n) => n >= 0);
        const sorted = order.every((n, i) => i === 0 || n >= (order[i - 1] as number));
        return sorted || call.request.authorization !== `Bearer ${TOKENS.bearer}`
          ? undefined
          : call.bad('out of order');
      }),
  ),
  fault(
    'member-needs-other',
    'the profile’s claim',
    (key) => `refuses an optional member without the one behind it: ${key}`,
    neighbours,
    (key) => {
      const [op, both] = parted(key);
      const [one = '', other = ''] = both.split('+');
      return refusingWhen(op, (call) => given(call, one) && !given(call, other));
    },
  ),
  // Noon and midnight are times like any other: 0 is in the claimed bounds of both members.
  fault(
    'midnight-refused',
    'the profile’s claim',
    (op) => `${op} refuses the time at which both hours and minutes are 0`,
    at('net-task.update', 'ad-task.update'),
    (op) => refusingWhen(op, ({ body }) => body['hours'] === 0 && body['minutes'] === 0),
  ),
  fault(
    'own-value-taken-already',
    'the profile’s claim',
    (key) => `finds a value taken already where the entity itself has it: ${key}`,
    [
      ...keyed(names),
      { key: 'endpoint.update/uriExtension', op: 'endpoint.update' },
      { key: 'endpoint.update/name', op: 'endpoint.update' },
    ],
    (key) => {
      const [op = '', field = ''] = key.split('/');
      return refusingWhen(op, ({ before, body, query }) => {
        const told = op === 'endpoint.update' ? query : body;
        const same = (name: string) =>
          JSON.stringify(told[name]) === JSON.stringify(before?.[name.replace('config.', '')]);
        return told[field] !== undefined && same(field) && Object.keys(told).some((name) => !same(name));
      });
    },
  ),
  fault(
    'filter-and-page-broken',
    '4.2',
    (key) => `answers 500 to a filter beside a position beyond the end: ${key}`,
    each(at('ssl.list'), ['status', 'orgId', 'commonName', 'expiresIn']),
    (key) => {
      const [op, filter] = parted(key);
      return answering(op, ({ request }) => {
        const value = (name: string) => request.query?.find(([one]) => one === name)?.[1];
        return value(filter) !== undefined && Number(value('position') ?? 0) > 60 ? { status: 500 } : undefined;
      });
    },
  ),
];
