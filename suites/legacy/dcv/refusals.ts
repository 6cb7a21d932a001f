/** Values that the DCV action must refuse whatever the state of the order is: of no form, of no order, of no method (contract 4.13, 7.2). */

import type { Contract, Requirement } from '../../../spec/index.ts';
import { beside, type Check, type CheckContext, ifAvailable, Unavailable } from '../../engine/index.ts';
import type { Doubt } from '../../judges/index.ts';
import { type Action, actionCheck, DCV, refuseAll } from '../action.ts';
import { type Field, field, maxLengthOf } from '../call.ts';
import { ANY_CONDITION, badNumberFault, conditionIds, type Fault, fault, unknownOrderFault } from '../conditions.ts';
import { judgeTexts, type TextPlace } from '../odd.ts';
import { absentOrder, notationsOf } from '../orders.ts';
import { type ConditionIds, isAccepted, type Reply } from '../replies.ts';
import { askStatus } from '../status/control.ts';
import { DCV_ACTION } from './action.ts';
import { listFields, twoDomains } from './lists.ts';
import type { OrderSubject } from './order-subject.ts';
import { type DcvAction, keepUnchanged, tell } from './steps.ts';

/** Values that break a constraint: the derived requirements of parameters that a single-domain order takes. On an order of each kind. */
export function invalidCheck(contract: Contract): Check {
  const ids = conditionIds(contract, DCV, 'argument-invalid');
  const { refused } = ids;
  const own = requirementsOf(contract, 'refuses', 'orderNumber', 'newMethod', 'domainName');
  const requirements = [...Object.values(ids), ...own.map(({ id }) => id)];
  const about = ['condition.argument-invalid', 'refuses invalid values'] as const;
  return actionCheck(DCV_ACTION, about, requirements, async (action, context) => {
    const { order, number } = action;
    const unknown = methodFault('NO_SUCH_METHOD');
    const numbers = ['abc', `${number}x`, `${number}.5`, `${number} x`, 'twelve'].map((text) =>
      badNumberFault(contract, text, `orderNumber = ${JSON.stringify(text)} is no integer`),
    );
    await refuseAll(action, [unknown, ...numbers], ids);
    await refuseInOneGo(action, resemblingMethodFaults(order), { refused });
    await beside(context, [
      (part) => judgeTexts(part, refused, singlePlaces(order.in(part))),
      async (part) => judgeTexts(part, refused, await listPlaces(part)),
    ]);
    for (const { id, constraint } of own) {
      const { parameter = '', keyword } = constraint ?? {};
      const others = parameter === 'orderNumber' ? numbers : longFaults(order, parameter);
      await refuseAll(action, keyword === 'enum' ? [unknown] : others, { refused: id });
    }
  });
}

/** An order number that names nothing: looked up with the reading action first, so that no order of the account is hit. */
export function unknownOrderCheck(): Check {
  const ids = { refused: 'legacy.dcv-update.unknown-order', code: 'legacy.dcv-update.unknown-order.code' };
  const about = ['unknown-order', 'refuses an order number that names no order'] as const;
  return actionCheck(DCV_ACTION, about, Object.values(ids), async (action, context) => {
    const { contract, session } = context;
    const outcomeOf = async (number: string) => (await ifAvailable(askStatus(context, number)))?.reading?.outcome;
    const number = absentOrder(session.target);
    if ((await outcomeOf(number)) === 'success')
      throw new Unavailable({ what: 'open', of: `order ${number}`, but: 'order-exists' }, 'no-fixture');
    await refuseAll(action, [unknownOrderFault(contract, session.target)], ids);
    const near: Fault[] = [];
    for (const [text, make] of notationFaults(action.number)) {
      // Another order may well have this number: none of the account's is hit.
      if (!/^\d+$/.test(text) || (await outcomeOf(text)) === 'error') near.push(make);
    }
    await refuseInOneGo(action, near, { refused: ids.refused });
  });
}

/** Sends many faults, and looks once whether any of them took effect: what is taken for the right call is no refusal whose effect could be wondered at. */
async function refuseInOneGo(action: DcvAction, faults: readonly Fault[], ids: ConditionIds): Promise<void> {
  const { order } = action;
  let last: Reply | undefined;
  const send: Action['send'] = async (call, conditions) => {
    const reply = await order.call(call, conditions);
    if (isAccepted(reply)) await order.looks();
    else last = reply;
    return reply;
  };
  await refuseAll({ ...action, send }, faults, ids);
  if (last !== undefined) await keepUnchanged(order, last);
}

/** Texts that only a careless reader takes for the number of an order, and notations that some readers of integers know. */
function notationFaults(number: string): (readonly [text: string, make: Fault])[] {
  const how = 'cut or lengthened';
  const near = [number.slice(0, -1), `${number}0`].map((text) => ({ text, how, isKnown: false }));
  const others = notationsOf(number)
    .filter(({ debatable }) => !debatable.text)
    .map(({ text, how: written, debatable }) => ({ text, how: written, isKnown: debatable.integer }));
  return [...near, ...others].map(({ text, how: written, isKnown }) => {
    const because = `orderNumber = ${JSON.stringify(text)} (the number of an order of the profile, ${written})`;
    const doubtful = isKnown ? 'notation' : undefined;
    return [text, fault(because, [ANY_CONDITION], field('orderNumber', text), { doubtful })];
  });
}

/** A text beyond the documented length of a parameter: of domains, of methods or of addresses. */
function longText(name: string, length: number): string {
  if (name === 'newMethod' || name === 'newMethods') return 'M'.repeat(length);
  return name === 'domainName' || name === 'domainNames' ? longDomain(length) : `admin@${longDomain(length - 6)}`;
}

/** A domain name of just this length that nobody has. */
function longDomain(length: number): string {
  const top = '.invalid';
  const rest = length - top.length;
  const characters = Array.from({ length: rest }, (_, i) => (i % 61 === 60 && i < rest - 1 ? '.' : 'a'));
  return characters.join('') + top;
}

/** Texts beyond the documented length of a parameter, at the edge and far over. */
export function longFaults({ operation }: OrderSubject, name: string, times = [2, 20]): Fault[] {
  const limit = maxLengthOf(operation, name);
  return [limit + 1, ...times.map((by) => limit * by)].map((length) => {
    const because = `${name} has ${length} characters, more than the permitted ${limit}`;
    return fault(because, ['argument-invalid', ANY_CONDITION], field(name, longText(name, length)));
  });
}

/** A method that nobody has. */
function methodFault(name: string, doubtful?: Doubt): Fault {
  const conditions = ['argument-invalid', 'update-failed'];
  return fault(`${JSON.stringify(name)} is no method`, conditions, field('newMethod', name), { doubtful });
}

/**
 * Words that a careless comparison takes for one of the methods, or that mean something to whoever looks one up. Two methods
 * with a blank between them are none of these: lists of several domains are written so (contract 4.13).
 */
function resemblingMethodFaults({ names }: OrderSubject): Fault[] {
  const own = new Set(Object.values(names.methods));
  // The e-mail method would want for an address as well.
  const hashes = [names.methods.http, names.methods.https, names.methods.cname];
  const words = hashes.flatMap((name) => [name.slice(0, -1), `${name}X`, `X${name}`]);
  const halves = hashes.map((name) => name.slice(0, Math.ceil(name.length / 2)));
  const others = ['0', '1', '-1', 'null', 'true', 'constructor', '__proto__', '*', '%', '.*'];
  const all = [...new Set([...words, ...halves, ...others])];
  return (
    all
      .filter((word) => word.length >= 1 && word.length <= 32 && !own.has(word))
      // There may be methods that nobody has declared.
      .map((word) => methodFault(word, names.methodsDeclared ? undefined : 'unlisted'))
  );
}

/** Names of the parameters that play a part whose name the contract hides. */
export function roleOf(contract: Contract, role: 'initial-order' | 'email' | 'emails'): string | undefined {
  return contract.operation(DCV).parameters.find((parameter) => parameter.role === role)?.name;
}

/** The requirements that values of these parameters are refused, or accepted. */
export function requirementsOf(
  { requirements }: Contract,
  direction: 'accepts' | 'refuses',
  ...parameters: readonly (string | undefined)[]
): Requirement[] {
  return requirements.filter(({ operation, constraint }) => {
    const isMeant = constraint?.parameter !== undefined && parameters.includes(constraint.parameter);
    return operation === DCV && constraint?.direction === direction && isMeant;
  });
}

/** The arguments of a change of one domain. */
function singlePlaces(order: OrderSubject): TextPlace[] {
  const next = (): Field[] => order.change(order.next());
  const email = placeOf(order, order.names.email, () => order.change('email'));
  const domain = { ...placeOf(order, 'domainName', next), idle: order.order.kind !== 'multi' };
  return [placeOf(order, 'newMethod', next), domain, email];
}

/** The lists, where the profile has an order of several domains that accepts a change. */
async function listPlaces(context: CheckContext): Promise<TextPlace[]> {
  const lists = await ifAvailable(twoDomains(context));
  if (lists === undefined) return [];
  const { order, straight, byMail } = lists;
  const rows = [
    ['domainNames', straight],
    ['newMethods', straight],
    [order.names.emails, byMail],
  ] as const;
  return rows.map(([name, list]) => ({ ...placeOf(order, name, () => listFields(order, list)), idle: true }));
}

function placeOf(order: OrderSubject, name: string, fields: () => readonly Field[]): TextPlace {
  return { name, fields, send: (call, conditions) => tell(order, call, conditions) };
}
