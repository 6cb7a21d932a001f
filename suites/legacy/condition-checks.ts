/** The conditions of 7.2 that the form, the method or the transport of a call brings about: a row for each, the same for both actions. */
import { type Contract, type HeaderList, type Operation, promisesOf } from '../../spec/index.ts';
import { type Check, type CheckContext, unavailable } from '../engine/index.ts';
import { observed, PASS } from '../judges/index.ts';
import type { Action, ActionKind } from './action.ts';
import { type Field, FORM, field, madeUpLogin, raw, withFields, without } from './call.ts';
import {
  ANY_CONDITION,
  type ConditionIds,
  conditionIds,
  emptyValueConditions,
  type Fault,
  fault,
  markedCall,
  recordRefusal,
  WRONG_METHODS,
  warning,
  withMethod,
} from './conditions.ts';
import { foreignOrders, withoutForeign } from './orders.ts';
import type { Reply } from './replies.ts';

type Faults = (context: CheckContext, kind: ActionKind, operation: Operation) => readonly Fault[];

const ROWS: readonly (readonly [condition: string, title: string, faults: Faults])[] = [
  ['argument-missing', 'refuses a call without a required argument', missingFaults],
  ['argument-unrecognized', 'refuses an unknown argument', unrecognizedFaults],
  ['wrong-method', 'refuses other methods than POST', methodFaults],
];

/** The checks of the conditions that every call may meet. */
export function conditionChecks(contract: Contract, kind: ActionKind): Check[] {
  return [
    ...ROWS.map((row) => conditionCheck(contract, kind, row)),
    plainCheck(contract, kind),
    foreignOrderCheck(contract, kind),
  ];
}

/** A check of an action, after its positive control. */
export function actionCheck<A extends Action>(
  kind: ActionKind<A>,
  [id, title]: readonly [id: string, title: string],
  requirements: readonly string[],
  run: (context: CheckContext, action: A) => Promise<void>,
): Check {
  return {
    id: `${kind.id}.${id}`,
    title: `${kind.title} ${title}`,
    requirements,
    effect: kind.effect,
    run: async (context) => run(context, await kind.take(context)),
  };
}

function conditionCheck(
  contract: Contract,
  kind: ActionKind,
  [condition, title, faults]: (typeof ROWS)[number],
): Check {
  const ids = conditionIds(contract, kind.id, condition);
  const own = condition === 'argument-missing' ? Object.values(kind.needs).filter((id) => id !== undefined) : [];
  const requirements = [...Object.values(ids), ...own];
  return actionCheck(kind, [`condition.${condition}`, title], requirements, (context, action) =>
    refuseAll(context, action, faults(context, kind, action.operation), ids),
  );
}

/** Sends faults on top of accepted calls. Of a requirement those go from the edge outwards: the first failure is the smallest. */
export async function refuseAll(
  context: CheckContext,
  action: Action,
  faults: readonly Fault[],
  ids: ConditionIds,
): Promise<void> {
  const failed = new Set<string>();
  for (const make of faults) {
    const probe = make(action.fields());
    const own = { ...ids, refused: probe.own ?? ids.refused };
    if (failed.has(own.refused)) continue;
    const reply = await action.send({ ...markedCall(probe), id: probe.id }, probe.conditions);
    const { verdict } = recordRefusal(context, action.operation, reply, probe.refusal, own);
    if (verdict === 'fail') failed.add(own.refused);
  }
}

/** Required arguments left out, one at a time and all, or without a value. */
export function missingFaults(context: CheckContext, { needs }: ActionKind): Fault[] {
  const isLogin = (name: string): boolean => name.startsWith('login');
  // Without a whole login, authentication fails too; which of the two is answered is open (legacy.precedence).
  const withoutLogin = ['argument-missing', 'authentication-failed'];
  const empty = emptyValueConditions(context.contract);
  const left = Object.entries(needs).map(([name, own]) =>
    fault(
      `missing.${name}`,
      `${name} is missing`,
      isLogin(name) ? withoutLogin : ['argument-missing'],
      (fields) => without(fields, name),
      own === undefined ? {} : { own },
    ),
  );
  const blank = Object.keys(needs)
    .filter((name) => !isLogin(name))
    .map((name) =>
      fault(`empty.${name}`, `${name} has no value`, empty, (fields) => withFields(fields, raw(name, ''))),
    );
  // A login that does not exist: an empty password for the real one is among its wrong logins.
  const [nobody] = madeUpLogin(context.seed);
  return [
    ...left,
    fault('missing.all', 'all required arguments are missing', withoutLogin, () => []),
    ...blank,
    fault('empty.loginPassword', 'loginPassword has no value', [...empty, 'authentication-failed'], (fields) =>
      withFields(fields, nobody, raw('loginPassword', '')),
    ),
  ];
}

/** An argument that the action does not know stands beside the documented ones: anybody's, the other action's, one that resembles. */
export function unrecognizedFaults({ contract }: CheckContext, _kind: ActionKind, operation: Operation): Fault[] {
  const beside = (id: string, name: string, place: (fields: readonly Field[], unknown: Field) => Field[]): Fault =>
    fault(`unrecognized.${id}`, `${name} is no argument of the action`, ['argument-unrecognized'], (fields) =>
      place(fields, field(name, '1')),
    );
  const after = (fields: readonly Field[], unknown: Field): Field[] => [...fields, unknown];
  const own = new Set(operation.parameters.map(({ name }) => name));
  const other = contract.operations
    .filter((one) => one.interface === 'legacy')
    .flatMap(({ parameters }) => parameters.map(({ name }) => name))
    .find((name) => !own.has(name));
  return [
    beside('last', 'noSuchArgument', after),
    beside('first', 'noSuchArgument', (fields, unknown) => [unknown, ...fields]),
    beside('longer', 'orderNumberX', after),
    ...(other === undefined ? [] : [beside('other', other, after)]),
  ];
}

/** The header by which some servers let a request name another method than its own: a GET that says POST is a GET. */
const OVERRIDE = ['X-HTTP-Method-Override', 'POST'] as const;

/** Each wrong method as it is; one without a body of its own, and one with, also in the disguise of a POST. */
function methodFaults(): Fault[] {
  const plain = WRONG_METHODS.map(
    (method): Fault =>
      (fields) => ({ id: `method.${method}`, label: `${method} in place of POST`, ...withMethod(method, fields) }),
  );
  const disguised = (['GET', 'PUT'] as const).map(
    (method): Fault =>
      (fields) => ({
        id: `method.${method}.override`,
        label: `${method} in place of POST, with ${OVERRIDE.join(': ')}`,
        ...withMethod(method, fields),
        headers: [['Content-Type', FORM], OVERRIDE],
      }),
  );
  return [...plain, ...disguised];
}

/** What proxies say of a request that came to them over HTTPS. */
const CLAIMS_OF_HTTPS: HeaderList = [
  ['X-Forwarded-Proto', 'https'],
  ['Forwarded', 'proto=https'],
  ['X-Forwarded-Ssl', 'on'],
  ['Front-End-Https', 'on'],
];

/**
 * A call over plain HTTP may be turned away by the action, by a redirect, or by there being nobody at that port (silence
 * `legacy.not-https.transport`). Off this machine it carries a login that does not exist.
 */
function plainCheck(contract: Contract, kind: ActionKind): Check {
  const ids = conditionIds(contract, kind.id, 'not-https');
  const about = ['condition.not-https', 'is not served over plain HTTP'] as const;
  return actionCheck(kind, about, Object.values(ids), async (context, action) => {
    const { plainUrl } = context.target.legacy;
    const label = 'over plain HTTP';
    if (!plainUrl) throw unavailable({ what: 'setting', members: ['legacy.plainUrl'] });
    const near = context.target.loopback;
    const fields = near ? action.fields() : withFields(action.fields(), ...madeUpLogin(context.seed));
    const conditions = near ? ['not-https'] : ['not-https', 'authentication-failed'];
    const send = (more: HeaderList, how = ''): Promise<Reply> => {
      const call = { label: `${label}${how}`, fields, headers: [['Content-Type', FORM] as const, ...more] };
      return action.send({ ...call, plain: true, byHttp: true }, conditions);
    };
    const reply = await send([]);
    const { error } = reply.exchange;
    const refusal = { because: 'legacy actions must be called over HTTPS', byHttp: true };
    if (error === undefined || error.kind === 'cancelled') {
      const { verdict } = recordRefusal(context, action.operation, reply, refusal, ids);
      if (verdict === 'fail') return;
      // What the caller says of its own connection does not encrypt it; but a server that lets a proxy of its own speak so cannot tell us from it.
      const disguised = await send(CLAIMS_OF_HTTPS, ', with headers that say HTTPS');
      const judging = warning(
        context,
        'Believed: whether it trusts everybody, or proxies at this address alone, does not show.',
      );
      recordRefusal(judging, action.operation, disguised, refusal, ids);
      return;
    }
    // The same target answers over HTTPS, as the positive control showed: silence here is a refusal too.
    const evidence = { label, exchange: reply.exchange };
    const reason = `Nothing answers over plain HTTP: ${error.message}`;
    context.record(ids.refused, PASS, evidence);
    context.record(ids.code, observed(reason), evidence);
  });
}

/**
 * What belongs to somebody else is out of reach, whichever condition says so. Changes are asked for of the orders that
 * the profile states for that: what a careless server does to them nobody can put back.
 */
function foreignOrderCheck(contract: Contract, kind: ActionKind): Check {
  const refused = promisesOf(contract, kind.id, 'condition').id('foreign-order');
  const about = ['foreign-order', 'leaves orders of other accounts alone'] as const;
  return actionCheck(kind, about, [refused], async (context, action) => {
    const orders = foreignOrders(context.session.target).filter(
      ({ fixture }) => kind.effect === 'observe' || fixture.allow !== 'observe',
    );
    if (orders.length === 0) throw withoutForeign(kind.effect);
    const faults = orders.map(({ number }) =>
      fault(`foreign.${number}`, `order ${number} belongs to another account`, [ANY_CONDITION], (fields) =>
        withFields(fields, field('orderNumber', number)),
      ),
    );
    await refuseAll(context, action, faults, { refused });
  });
}
