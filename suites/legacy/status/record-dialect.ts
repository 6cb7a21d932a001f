/** What the dialect says about the record beyond the contract: further members, and where the DCV methods show. */
import { type Contract, promisesOf } from '../../../spec/index.ts';
import type { CheckContext, Judgement } from '../../engine/index.ts';
import type { Visible } from '../../judges/index.ts';
import {
  fail,
  judgeAdditions,
  judgeDomainList,
  membersOf,
  observed,
  PASS,
  parseJson,
  respelled,
} from '../../judges/index.ts';
import { STATUS } from '../action.ts';
import type { Read } from './record.ts';

/** Judges the dialect's part of every record. Only what the target's owner declared can fail. */
export function judgeDialect(context: CheckContext, reads: readonly Read[]): void {
  const { contract } = context;
  const promised = promisesOf(contract, STATUS, 'record');
  const schema = contract.schema('OrderStatusAnswer');
  const named = contract.requirements.flatMap(({ id, constraint }) =>
    id.startsWith('legacy.order-status.record.') ? [constraint?.pointer.split('/')[2] ?? ''] : [],
  );
  const visible = contract.answer('legacy.dcv.visible')?.value as Visible | null | undefined;
  const methods = methodsOf(contract);
  for (const { order, reply, data } of reads) {
    const { response } = reply.exchange;
    const parsed = response === undefined ? undefined : parseJson(response);
    const answer = parsed?.error === undefined ? parsed?.value : undefined;
    const record = (rule: string, judgement: Judgement): void =>
      context.record(promised.id(rule), judgement, {
        label: `order ${order.number}`,
        exchange: reply.exchange,
      });
    record('additions', judgeAdditions(respelled(answer, visible, methods), schema, named, contract.dialect.claimed));
    record('dcv-list', judgeList(context, answer));
    record('extra-members', judgeExtra(context, data));
  }
}

function judgeList({ contract }: CheckContext, answer: unknown): Judgement {
  const declared = contract.answer('legacy.dcv.visible');
  const visible = declared?.value as Visible | null | undefined;
  if (visible === null || visible === undefined)
    return observed('Where the methods of the domains show is not declared, or they do not show.');
  const claimed = declared?.standing === 'claimed';
  return judgeDomainList(answer, visible, { methods: methodsOf(contract), claimed });
}

function methodsOf(contract: Contract): string[] {
  return Object.values((contract.answer('legacy.dcv.methods')?.value ?? {}) as Readonly<Record<string, string>>);
}

function judgeExtra({ contract }: CheckContext, data: unknown): Judgement {
  const declared = contract.answer('legacy.extra-members');
  const visible = contract.answer('legacy.dcv.visible')?.value as Visible | null | undefined;
  const state = contract.schema('OrderState') as Readonly<Record<string, unknown>>;
  const known = new Set([...Object.keys((state['properties'] ?? {}) as object), visible?.pointer.split('/')[2]]);
  const extra = Object.keys(membersOf(data) ?? {}).filter((member) => !known.has(member));
  if (extra.length === 0) return PASS;
  const actual = `also ${extra.slice(0, 5).join(', ')}`;
  if (declared?.standing === 'claimed' && declared.value === false)
    return fail('no members beside those of contract and dialect', actual);
  return observed(`The record has ${actual}.`);
}
