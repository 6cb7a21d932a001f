/** What can only be told when all other checks of an area are done. */
import { type Contract, type Operation, promisesOf } from '../../spec/index.ts';
import { type Check, type CheckContext, type CheckGroup, PROMISED, type Promised } from '../engine/index.ts';
import { observed, PASS, unshown } from '../judges/index.ts';
import { staysCheck } from './stays.ts';

/** One group per area of the Admin Operations API. */
export function afterwardsGroups(contract: Contract): CheckGroup[] {
  const operations = contract.operations.filter((operation) => operation.interface === 'admin');
  const areas = [...new Set(operations.map(({ area }) => area))];
  return areas.flatMap((area): CheckGroup[] => {
    const own = operations.filter((operation) => operation.area === area);
    // What the last looks show is among the answers, which come after all of them.
    const looks = own.map(({ id }) => staysCheck(contract, id));
    const answers = own.map(({ id }) => answersCheck(contract, id));
    const checks = [...looks, ...answers].filter((check) => check !== undefined);
    // Whatever is asked of the Admin Operations API may have asked for something of this area.
    const after = (other: CheckGroup): boolean => other.after === undefined && areas.includes(other.area);
    return checks.length === 0 ? [] : [{ id: `${area}.afterwards`, area, parallel: false, checks, after }];
  });
}

/** The check of the answers of one operation: nothing is sent for it. Undefined where none is documented. */
function answersCheck(contract: Contract, operation: string): Check | undefined {
  const promised = promisesOf(contract, operation, 'answers');
  if (promised.ids.length === 0) return undefined;
  return {
    id: `${operation}.answers`,
    title: `All answers of ${operation} are as documented`,
    requirements: promised.ids,
    effect: contract.operation(operation).effect,
    run: async (context) => {
      for (const name of PROMISED) {
        const id = promised.find(name);
        if (id !== undefined) record(context, id, contract.operation(operation), name);
      }
    },
  };
}

/** What need not be there to be judged: what no dialect promises, and no schema has. */
const NONE: Partial<Record<Promised, Parameters<typeof observed>[0]>> = {
  declared: { what: 'none', of: 'claim', was: 'made' },
  'own-id': { what: 'none', of: 'identifier-of-the-path', was: 'shown' },
};

/**
 * What is wrong with all answers alike is judged by the operation's success, or its absence: one fact, one verdict. Which entity they
 * name is judged here alone.
 */
function record(context: CheckContext, id: string, operation: Operation, name: Promised): void {
  const { answers } = context.session.chronicle;
  const all = answers.of(operation, name);
  const mixed = all.filter(({ good }) => good > 0 || name === 'own-id');
  for (const { good, bad } of mixed) {
    if (good > 0) context.record(id, PASS, { label: 'some answers' });
    for (const { judgement, exchange } of bad)
      context.record(id, judgement, { label: 'an answer unlike others of the operation', exchange });
  }
  if (mixed.length > 0) return;
  // Where nobody vouches for what all of them are unlike, that is as open as it is of the first.
  const open = all.flatMap(({ bad }) => bad).find(({ judgement }) => judgement.verdict === 'observed');
  const none = NONE[name];
  const nothing =
    none !== undefined
      ? observed(none)
      : unshown('earlier-step', { what: 'none', of: 'answer', was: 'documented', but: 'judged-apart' });
  context.record(id, open?.judgement ?? nothing, { label: 'all answers' });
}
