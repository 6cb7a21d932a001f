/** What the dialect says about the record beyond the contract: further members, and where the DCV methods show. */
import type { CheckContext, Judgement } from '../../engine/check.ts';
import { parseJson } from '../../judges/body.ts';
import { judgeAdditions, membersOf } from '../../judges/envelope-record.ts';
import { pointerGet } from '../../judges/pointer.ts';
import { STATUS } from '../action.ts';
import type { Read } from './record.ts';

/** Where the status record lists domains and methods: the answer to `legacy.dcv.visible`. */
export interface Visible {
  readonly pointer: string;
  readonly name: string;
  readonly method: string;
}

/** Judges the dialect's part of every record. Only what the target's owner declared can fail. */
export function judgeDialect(context: CheckContext, reads: readonly Read[]): void {
  const { contract } = context;
  const schema = contract.schema('OrderStatusAnswer');
  const named = contract.requirements.flatMap(({ id, constraint }) =>
    id.startsWith(`${STATUS}.record.`) ? [constraint?.pointer.split('/')[2] ?? ''] : [],
  );
  for (const { order, sighting, data } of reads) {
    const { response } = sighting.exchange;
    const parsed = response === undefined ? undefined : parseJson(response);
    const answer = parsed?.error === undefined ? parsed?.value : undefined;
    const record = (rule: string, judgement: Judgement): void =>
      context.record(`${STATUS}.record.${rule}`, judgement, {
        label: `order ${order.number}`,
        exchange: sighting.exchange,
      });
    record('additions', judgeAdditions(answer, schema, named, contract.dialect.claimed));
    record('dcv-list', judgeList(context, answer));
    record('extra-members', judgeExtra(context, data));
  }
}

function judgeList({ contract }: CheckContext, answer: unknown): Judgement {
  const declared = contract.answer('legacy.dcv.visible');
  const visible = declared?.value as Visible | null | undefined;
  if (visible === null || visible === undefined)
    return {
      verdict: 'observed',
      reason: 'Where the methods of the domains show is not declared, or they do not show.',
    };
  const methods = methodNames(contract.answer('legacy.dcv.methods')?.value);
  const list = pointerGet(answer, visible.pointer);
  const wrong = Array.isArray(list)
    ? list.find((entry) => {
        const members = membersOf(entry);
        const method = members?.[visible.method] ?? null;
        return typeof members?.[visible.name] !== 'string' || (method !== null && !methods.includes(String(method)));
      })
    : undefined;
  if (Array.isArray(list) && wrong === undefined) return { verdict: 'pass' };
  const actual = Array.isArray(list) ? `the entry ${JSON.stringify(wrong)}` : `no list at ${visible.pointer}`;
  if (declared?.standing !== 'claimed')
    return { verdict: 'observed', reason: `The assumed list of domains: ${actual}.` };
  const expected = `a list at ${visible.pointer}, each entry with ${visible.name} and a method of the dialect in ${visible.method}`;
  return { verdict: 'fail', expected, actual };
}

function judgeExtra({ contract }: CheckContext, data: unknown): Judgement {
  const declared = contract.answer('legacy.extra-members');
  const visible = contract.answer('legacy.dcv.visible')?.value as Visible | null | undefined;
  const state = contract.schema('OrderState') as Readonly<Record<string, unknown>>;
  const known = new Set([...Object.keys((state['properties'] ?? {}) as object), visible?.pointer.split('/')[2]]);
  const extra = Object.keys(membersOf(data) ?? {}).filter((member) => !known.has(member));
  if (extra.length === 0) return { verdict: 'pass' };
  const actual = `also ${extra.slice(0, 5).join(', ')}`;
  if (declared?.standing === 'claimed' && declared.value === false)
    return { verdict: 'fail', expected: 'no members beside those of contract and dialect', actual };
  return { verdict: 'observed', reason: `The record has ${actual}.` };
}

function methodNames(value: unknown): string[] {
  return Object.values((value ?? {}) as Readonly<Record<string, string>>);
}
