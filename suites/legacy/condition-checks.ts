/** The conditions of 7.2 that the form, the method or the transport of a call brings about: a row for each, the same for both actions. */
import { type Contract, type HeaderList, promisesOf } from '../../spec/index.ts';
import { type Check, unavailable } from '../engine/index.ts';
import { type Doubt, observed, PASS } from '../judges/index.ts';
import { type Action, type ActionKind, actionCheck, refuseAll, warning } from './action.ts';
import { bodyOf, type Field, FORM, field, madeUpLogin, raw, withFields, without } from './call.ts';
import { ANY_CONDITION, conditionIds, emptyValueConditions, type Fault, fault, probe } from './conditions.ts';
import { foreignOrders, type Order, withoutForeign } from './orders.ts';
import { evidenceOf, recordRefused } from './replies.ts';

type Faults = (action: Action, kind: Pick<ActionKind, 'needs'>) => readonly Fault[];

const ROWS: readonly (readonly [condition: string, title: string, faults: Faults])[] = [
  ['argument-missing', 'refuses a call without a required argument', missingFaults],
  ['argument-unrecognized', 'refuses an unknown argument', unrecognizedFaults],
  ['wrong-method', 'refuses other methods than POST', methodFaults],
];

/** The checks of the conditions that every call may meet. */
export function conditionChecks(contract: Contract, kind: ActionKind): Check[] {
  const rows = ROWS.map(([condition, title, faults]) => {
    const ids = conditionIds(contract, kind.id, condition);
    const own = condition === 'argument-missing' ? Object.values(kind.needs).filter((id) => id !== undefined) : [];
    const requirements = [...Object.values(ids), ...own];
    return actionCheck(kind, [`condition.${condition}`, title], requirements, (action) =>
      refuseAll(action, faults(action, kind), ids),
    );
  });
  return [...rows, plainCheck(contract, kind), foreignOrderCheck(contract, kind)];
}

/** Required arguments left out, one at a time and all, or without a value. */
export function missingFaults(
  { context, operation }: Pick<Action, 'context' | 'operation'>,
  { needs }: Pick<ActionKind, 'needs'>,
): Fault[] {
  const isLogin = (name: string): boolean => name.startsWith('login');
  // Without a whole login, authentication fails too; which of the two is answered is open (legacy.precedence).
  const withoutLogin = ['argument-missing', 'authentication-failed'];
  const empty = (name: string): readonly string[] => emptyValueConditions(context.contract, operation, name);
  const left = Object.entries(needs).map(([name, own]) => {
    const conditions = isLogin(name) ? withoutLogin : ['argument-missing'];
    return fault(`${name} is missing`, conditions, (fields) => without(fields, name), { own });
  });
  const others = Object.keys(needs).filter((name) => !isLogin(name));
  // A login that does not exist: an empty password for the real one is among its wrong logins.
  const [nobody] = madeUpLogin(context.seed);
  return [
    ...left,
    fault('all required arguments are missing', withoutLogin, () => []),
    ...others.map((name) => fault(`${name} has no value`, empty(name), raw(name, ''))),
    fault('loginPassword has no value', [...empty('loginPassword'), 'authentication-failed'], (fields) =>
      withFields(fields, nobody, raw('loginPassword', '')),
    ),
  ];
}

/**
 * An argument that the action does not know stands beside the documented ones: anybody's, one that looks like a note to oneself, the
 * other action's, one that resembles.
 */
export function unrecognizedFaults({ context, operation }: Pick<Action, 'context' | 'operation'>): Fault[] {
  const beside = (name: string, how = '', place = (fields: readonly Field[], one: Field) => [...fields, one]): Fault =>
    fault(`${name}${how} is no argument of the action`, ['argument-unrecognized'], (fields) =>
      place(fields, field(name, '1')),
    );
  const own = new Set(operation.parameters.map(({ name }) => name));
  const other = context.contract.operations
    .filter((one) => one.interface === 'legacy')
    .flatMap(({ parameters }) => parameters.map(({ name }) => name))
    .find((name) => !own.has(name));
  return [
    beside('noSuchArgument'),
    beside('noSuchArgument', ', before the others,', (fields, unknown) => [unknown, ...fields]),
    ...['_noSuchArgument', 'x-noSuchArgument', 'orderNumberX'].map((name) => beside(name)),
    ...(other === undefined ? [] : [beside(other)]),
  ];
}

/** The header by which some servers let a request name another method than its own: a GET that says POST is a GET. */
const OVERRIDE = ['X-HTTP-Method-Override', 'POST'] as const;

/** Methods in place of POST, what may be answered besides, and which of them go out in the disguise of a POST, too. */
const METHODS = [
  ['PUT', [], true],
  ['PATCH', [], false],
  ['GET', ['argument-missing', 'argument-unrecognized'], true],
  // A server need not look for arguments in the body of a DELETE.
  ['DELETE', ['argument-missing'], false],
] as const;

/**
 * Each wrong method as it is; one without a body of its own, and one with, also in disguise. A GET has its arguments in the URL,
 * where a server that takes it would look for them: with the method as its only fault.
 */
function methodFaults(): Fault[] {
  const of = ([method, also]: (typeof METHODS)[number], headers?: HeaderList): Fault => {
    const disguise = headers === undefined ? {} : { headers: [['Content-Type', FORM] as const, ...headers] };
    const label = `${method} in place of POST${headers === undefined ? '' : `, with ${OVERRIDE.join(': ')}`}`;
    const more = { label, method, byHttp: true, ...disguise } as const;
    const make = (own: readonly Field[], how: object = {}) =>
      probe('only POST is documented', own, ['wrong-method', ...also], { ...more, ...how });
    if (method !== 'GET') return (fields) => make(fields);
    return (fields) => make([], { query: `?${bodyOf(fields)}`, loginInQuery: true });
  };
  const disguised = METHODS.filter(([, , isDisguised]) => isDisguised);
  return [...METHODS.map((row) => of(row)), ...disguised.map((row) => of(row, [OVERRIDE]))];
}

/**
 * A call over plain HTTP as it is, and with what proxies say of one over HTTPS: what a caller says of its connection does not encrypt
 * it, but a server that lets a proxy of its own speak so cannot tell us from it.
 */
const WAYS_OF_HTTP: readonly (readonly [how: string, claims: HeaderList, doubtful?: Doubt])[] = [
  ['', []],
  [
    ', with headers that say HTTPS',
    [
      ['X-Forwarded-Proto', 'https'],
      ['Forwarded', 'proto=https'],
      ['X-Forwarded-Ssl', 'on'],
      ['Front-End-Https', 'on'],
    ],
    'perhaps-proxy',
  ],
];

/**
 * A call over plain HTTP may be turned away by the action, by a redirect, or by there being nobody at that port (silence
 * `legacy.not-https.transport`). Off this machine it carries a login that does not exist.
 */
function plainCheck(contract: Contract, kind: ActionKind): Check {
  const ids = conditionIds(contract, kind.id, 'not-https');
  const about = ['condition.not-https', 'is not served over plain HTTP'] as const;
  return actionCheck(kind, about, Object.values(ids), async (action, context) => {
    const { plainUrl } = context.target.legacy;
    if (!plainUrl) throw unavailable({ what: 'setting', members: ['legacy.plainUrl'] });
    const isNear = context.target.loopback;
    const fields = isNear ? action.fields() : withFields(action.fields(), ...madeUpLogin(context.seed));
    const conditions = ['not-https', ...(isNear ? [] : ['authentication-failed'])];
    for (const [how, claims, doubtful] of WAYS_OF_HTTP) {
      const label = `over plain HTTP${how}`;
      const call = {
        label,
        fields,
        headers: [['Content-Type', FORM] as const, ...claims],
        plain: true,
        byHttp: true,
      } as const;
      const reply = await action.send(call, conditions);
      const { error } = reply.exchange;
      if (how === '' && error !== undefined && error.kind !== 'cancelled') {
        // The same target answers over HTTPS, as the positive control showed: silence here is a refusal too.
        context.record(ids.refused, PASS, evidenceOf(reply));
        context.record(
          ids.code,
          observed({ what: 'failed', part: 'connection', said: error.message }),
          evidenceOf(reply),
        );
        return;
      }
      const judging = doubtful === undefined ? context : warning(context, doubtful);
      const { verdict } = recordRefused(judging, ids, reply, 'legacy actions must be called over HTTPS');
      if (verdict === 'fail') return;
    }
  });
}

/**
 * What belongs to somebody else is out of reach, whichever condition says so. Changes are asked for of the orders that
 * the profile states for that: what a careless server does to them nobody can put back.
 */
function foreignOrderCheck(contract: Contract, kind: ActionKind): Check {
  const refused = promisesOf(contract, kind.id, 'condition').id('foreign-order');
  const about = ['foreign-order', 'leaves orders of other accounts alone'] as const;
  return actionCheck(kind, about, [refused], async (action, { session }) => {
    const all = foreignOrders(session.target);
    const orders = all.filter(({ fixture }) => kind.effect === 'observe' || fixture.allow !== 'observe');
    if (orders.length === 0) throw withoutForeign(kind.effect);
    // One of several domains is refused for want of a name before anybody asks whose it is.
    const named = ({ kind: sort, domains: [domain] }: Order): Field[] =>
      kind.effect === 'observe' || sort === 'single' || domain === undefined ? [] : [field('domainName', domain)];
    const faults = orders.map((order) =>
      fault(`order ${order.number} belongs to another account`, [ANY_CONDITION], (fields) =>
        withFields(fields, field('orderNumber', order.number), ...named(order)),
      ),
    );
    await refuseAll(action, faults, { refused });
  });
}
