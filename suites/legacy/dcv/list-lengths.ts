/**
 * The permitted length of the list parameters (contract 4.13, 8), from the inside and from the outside. A list is padded with spaces to one
 * character less than permitted, which shows whether runs of spaces are tolerated, and then to just the permitted length.
 */
import type { Contract, Requirement } from '../../../spec/index.ts';
import type { Check, CheckContext } from '../../engine/index.ts';
import { judgeSucceeded, unshown } from '../../judges/index.ts';
import { field, maxLengthOf, withFields } from '../call.ts';
import { ANY_CONDITION, type Probe, probe, recordRefusal } from '../conditions.ts';
import { type Reply, recordReply } from '../replies.ts';
import { type Assignment, joinedLength, listFields, padded, plainText, twoDomains } from './lists.ts';
import type { Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { longDomain, requirementsOf, roleOf } from './refusals.ts';
import { change, settle, tell } from './steps.ts';

/** Whether it is the length that is told, or what else is wrong with a long list, is open. */
const CONDITIONS = ['argument-invalid', ANY_CONDITION];

/** Lists of just the permitted length. */
export function listLengthsCheck(contract: Contract): Check {
  const emails = roleOf(contract, 'emails');
  const own = requirementsOf(contract, 'accepts', 'domainNames', 'newMethods', emails);
  const refused = requirementsOf(contract, 'refuses', 'domainNames', 'newMethods', emails);
  const ids = [...own, ...refused].map(({ id }) => id);
  return {
    id: 'legacy.dcv-update.multi.lengths',
    title: 'The DCV action takes lists of just the permitted length, and none beyond it',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const { order, straight, crossed, byMail } = await twoDomains(context);
      for (const requirement of own) {
        const lists = requirement.constraint?.parameter === emails ? byMail : straight;
        const tolerated = await judge(context, order, requirement, lists, crossed);
        const { id } = refused.find((one) => one.constraint?.parameter === requirement.constraint?.parameter) ?? {};
        if (id === undefined) continue;
        const parameter = requirement.constraint?.parameter ?? '';
        for (const one of [
          ...(tolerated ? justBeyond(order, parameter, lists) : []),
          ...tooLong(order, parameter, lists),
        ]) {
          await settle(context, order, crossed);
          // That it takes effect in part, though refused, is open (legacy.dcv.partial-update).
          const reply = await tell(context, order, one, one.conditions);
          recordRefusal(context, order.operation, reply, one.refusal, { refused: id });
        }
      }
    },
  };
}

async function judge(
  context: CheckContext,
  order: OrderSubject,
  { id, constraint }: Requirement,
  lists: Assignment,
  before: Assignment,
): Promise<boolean> {
  const name = constraint?.parameter ?? '';
  const limit = maxLengthOf(order.operation, name);
  // The method in use may not be set again everywhere, so each call finds another in use.
  await settle(context, order, before);
  const below = await send(context, order, name, limit - 1, lists);
  await settle(context, order, before);
  const at = await send(context, order, name, limit, lists);
  const open = 'which runs of spaces are permitted in lists is not shown (legacy.dcv.list-constraints)';
  if (below === undefined || at === undefined) {
    const reason = 'The lists of this order are longer than permitted.';
    context.record(id, unshown('no-fixture', reason), { label: 'positive control' });
    return false;
  }
  const tolerated = below.reading?.outcome === 'success';
  recordReply(context, id, at, (exchange) => judgeSucceeded(exchange, 'form', tolerated ? undefined : open));
  return tolerated && at.reading?.outcome === 'success';
}

/** Where spaces may stand between the items: good lists whose only fault is their length, and what is good only up to the limit. */
function justBeyond(order: OrderSubject, name: string, lists: Assignment): Probe[] {
  const limit = maxLengthOf(order.operation, name);
  const plain = listFields(order, lists);
  const text = plainText(plain, name);
  const junk = `${text}${' '.repeat(Math.max(1, limit - text.length))}no-such-item`;
  return [
    [`${name} padded to ${limit + 1} characters`, padded(plain, name, limit + 1)] as const,
    [`${name} with another item after the limit of ${limit} characters`, withFields(plain, field(name, junk))] as const,
  ].flatMap(([because, fields]) => (fields === undefined ? [] : [probe(because, fields, CONDITIONS)]));
}

async function send(
  context: CheckContext,
  order: OrderSubject,
  name: string,
  length: number,
  assignment: Assignment,
): Promise<Reply | undefined> {
  const fields = padded(listFields(order, assignment), name, length);
  if (fields === undefined) return undefined;
  const call = { label: `${name} padded to ${length} characters`, fields };
  return (await change(context, order, call)).reply;
}

/** Over-long lists. Where the order has domains enough, every part of newMethods is right and only its length is wrong. */
function tooLong(order: OrderSubject, parameter: string, lists: Assignment): Probe[] {
  const limit = maxLengthOf(order.operation, parameter);
  const because = (length: number): string => `${parameter} has ${length} characters, more than the permitted ${limit}`;
  const filled = (length: number): string => {
    if (parameter === 'newMethods') return 'M'.repeat(length);
    return parameter === 'domainNames' ? longDomain(length) : `admin@${longDomain(length - 6)}`;
  };
  const base =
    parameter === order.names.emails
      ? listFields(
          order,
          lists.map(([domain]) => [domain, 'email']),
        )
      : listFields(order, lists);
  const made = [limit + 1, limit * 4].map((length) =>
    probe(because(length), withFields(base, field(parameter, filled(length))), CONDITIONS),
  );
  const valid = parameter === 'newMethods' ? shortestBeyond(order, limit) : undefined;
  if (valid === undefined) return made;
  const length = joinedLength(
    order,
    valid.map(([, method]) => method),
  );
  return [probe(because(length), listFields(order, valid), CONDITIONS), ...made];
}

/** Methods for as many domains as make newMethods just longer than permitted; undefined when the order has too few. */
function shortestBeyond(order: OrderSubject, limit: number): Assignment | undefined {
  const methods: readonly Method[] = ['http', 'https', 'cname'];
  for (let count = 2; count <= order.domains.length; count++) {
    const assignment = order.domains.slice(0, count).map((domain, i) => [domain, methods[i % 3] as Method] as const);
    if (
      joinedLength(
        order,
        assignment.map(([, method]) => method),
      ) > limit
    )
      return assignment;
  }
  return undefined;
}
