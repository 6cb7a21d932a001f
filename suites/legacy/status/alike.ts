/** Both documented paths of the order status action show the same state of an order (contract 2.2, 4.12). */
import { type Contract, isObject, valueAt } from '../../../spec/index.ts';
import { type Check, type CheckContext, Unavailable } from '../../engine/index.ts';
import { differences, fail, inWords, isEmpty, membersOf, PASS } from '../../judges/index.ts';
import { checkOf, STATUS } from '../action.ts';
import { ordersOf } from '../orders.ts';
import { evidenceOf, isAccepted, type Reply } from '../replies.ts';
import { STATUS_ACTION } from './action.ts';
import { acceptedStatus, askStatus, DOWNLOAD, declaredPaths, statusOperations } from './control.ts';
import { chosen } from './record.ts';

/** What is told to people may be worded for each path. */
const TEXTS = ['title', 'description'];

/** Compares the paths over orders of every kind, where the owner says that both are served: elsewhere the second may be another thing. */
export function alikeCheck(id: string): Check {
  return checkOf(STATUS_ACTION, ['alike', 'shows the same at both paths'], [id], async (context) => {
    await acceptedStatus(context);
    if (declaredPaths(context.contract) === undefined || statusOperations(context.contract).length < 2)
      throw new Unavailable({ what: 'unclaimed', silence: 'legacy.status.paths' }, 'other', { open: true });
    for (const order of chosen(ordersOf(context.session.target))) await compare(context, id, order.number);
  });
}

/** Looks until both are alike: an order may change in between, and need not show it at both at once. */
async function compare(context: CheckContext, id: string, number: string): Promise<void> {
  const { contract, session } = context;
  const [one, other] = [contract.operation(STATUS), contract.operation(DOWNLOAD)];
  const look = async () => {
    const first = await askStatus(context, number, one);
    const reply = await askStatus(context, number, other);
    const found = unlike(contract, first, reply);
    // What differs says nothing of an order that does not stand still.
    const isStill =
      found === undefined ||
      found.length === 0 ||
      unlike(contract, first, await askStatus(context, number, one))?.length === 0;
    return { reply, found, isStill };
  };
  const { reply, found, isStill } = await session.patience.until(
    'both paths show an order alike',
    look,
    (seen) => seen.found === undefined || seen.found.length === 0,
  );
  if (found === undefined || !isStill) return;
  const expected = `what ${one.path} shows of order ${number}`;
  const judgement = found.length === 0 ? PASS : fail(expected, `a difference at ${inWords(found)}`);
  context.record(id, judgement, evidenceOf(reply));
}

/**
 * Places that two records show differently, of the members that the contract names; undefined where one answer is no record. Which of
 * them an order carries is open (`legacy.status.members-present`), so what only one of them shows is no difference.
 */
function unlike(contract: Contract, one: Reply, other: Reply): string[] | undefined {
  if (!isAccepted(one) || !isAccepted(other)) return undefined;
  const names = ['OrderState', 'Step', 'AgreementStep'].flatMap((name) =>
    Object.keys(membersOf(valueAt(contract.schema(name), '/properties')) ?? {}),
  );
  const wanted = new Set(names.filter((name) => !TEXTS.includes(name)));
  const [first, second] = [one, other].map(({ reading }) => named(reading?.data, wanted));
  const isShown = (pointer: string): boolean => ![first, second].some((data) => isEmpty(valueAt(data, pointer)));
  return differences(first, second).filter(isShown);
}

/** The members of these names alone, also further down, and lists in one order: that in which actions are listed is not shown. */
function named(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(String).sort();
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => names.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, named(inner, names)]));
}
