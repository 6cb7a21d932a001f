/** What the dialect says about the record beyond the contract (further members, where the DCV methods show), and the contract's schema of each member. */
import { type Contract, type JsonSchema, promisesOf } from '../../../spec/index.ts';
import type { CheckContext, Judgement } from '../../engine/index.ts';
import type { Visible } from '../../judges/index.ts';
import { fail, judgeAdditions, judgeDomainList, membersOf, observed, PASS, respelled } from '../../judges/index.ts';
import { STATUS } from '../action.ts';
import { evidenceOf, jsonOf, type Reply, rememberedOf } from '../replies.ts';

/** Judges the dialect's part of every record; only what the target's owner declared can fail. `named`: members of the contract itself. */
export function judgeDialect(
  context: CheckContext,
  named: readonly string[],
  reads: readonly { readonly reply: Reply }[],
): void {
  const { contract } = context;
  const promised = promisesOf(contract, STATUS, 'record');
  const schema = contract.schema('OrderStatusAnswer');
  const visible = visibleOf(contract);
  const methods = Object.values(
    (contract.answer('legacy.dcv.methods')?.value ?? {}) as Readonly<Record<string, string>>,
  );
  for (const { reply } of reads) {
    const answer = jsonOf(reply);
    const record = (rule: string, judgement: Judgement): void =>
      context.record(promised.id(rule), judgement, evidenceOf(reply));
    record('additions', judgeAdditions(respelled(answer, visible, methods), schema, named, contract.dialect.claimed));
    record('dcv-list', judgeList(contract, answer, methods));
    record('extra-members', judgeExtra(contract, reply.reading?.data));
  }
}

function visibleOf(contract: Contract): Visible | undefined {
  return (contract.answer('legacy.dcv.visible')?.value ?? undefined) as Visible | undefined;
}

function judgeList(contract: Contract, answer: unknown, methods: readonly string[]): Judgement {
  const visible = visibleOf(contract);
  if (visible === undefined) return observed({ what: 'unclaimed', silence: 'legacy.dcv.visible' });
  const claimed = contract.answer('legacy.dcv.visible')?.standing === 'claimed';
  return judgeDomainList(answer, visible, { methods, claimed });
}

function judgeExtra(contract: Contract, data: unknown): Judgement {
  const declared = contract.answer('legacy.extra-members');
  const known = new Set([
    ...Object.keys(propertiesOf(contract, 'OrderState')),
    visibleOf(contract)?.pointer.split('/')[2],
  ]);
  const extra = Object.keys(membersOf(data) ?? {}).filter((member) => !known.has(member));
  if (extra.length === 0) return PASS;
  const actual = `also ${extra.slice(0, 5).join(', ')}`;
  if (declared?.standing === 'claimed' && declared.value === false)
    return fail('no members beside those of contract and dialect', actual);
  return observed({ what: 'shown', of: 'the record', value: actual });
}

type Node = Readonly<Record<string, unknown>>;

function propertiesOf(contract: Contract, name: string): Readonly<Record<string, Node>> {
  return ((contract.schema(name) as Node)['properties'] ?? {}) as Record<string, Node>;
}

const schemas = rememberedOf<Contract, Map<string, JsonSchema>>(() => new Map());

/**
 * The contract's schema of a member, or of one within the agreement step. The rule for steps that do not apply is left out: it has a
 * requirement of its own.
 */
export function schemaOf(contract: Contract, name: string, inner: string | undefined): JsonSchema {
  const key = `${name}/${inner ?? ''}`;
  const known = schemas(contract).get(key);
  if (known !== undefined) return known;
  const isStep = name === 'agreementStatus' && inner === undefined;
  const root = inner !== undefined ? 'AgreementStep' : isStep ? 'Step' : 'OrderState';
  const whole = contract.schema(root) as Node;
  const member = isStep ? loose(whole) : propertiesOf(contract, root)[inner ?? name];
  if (member === undefined) throw new Error(`The contract names no member ${key} of the order state.`);
  const defs = Object.entries((whole['$defs'] ?? {}) as Record<string, Node>);
  const schema = { ...member, $defs: Object.fromEntries(defs.map(([own, one]) => [own, loose(one)])) };
  schemas(contract).set(key, schema);
  return schema;
}

function loose({ if: _if, then: _then, ...rest }: Node): Node {
  return rest;
}
