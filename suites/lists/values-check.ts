/** Filters by values that certificates are known to have: through the dialect, or because the profile says so (contract 4.2). */
import { type Answer, filterKind, filtersOf, isRefusal } from '../../spec/index.ts';
import { beside, type CheckContext } from '../engine/index.ts';
import { complaints, fail, observed, PASS } from '../judges/index.ts';
import { EXPIRED, KNOWN, recordDeclared } from './declared-values.ts';
import { lasting } from './filter-values.ts';
import {
  ambiguous,
  type FilterMember,
  fits,
  isUnmistakable,
  madeOf,
  numbersOfMember,
  patternsOf,
  valuesOfMember,
} from './members.ts';
import { notWithin, sameSet } from './relations.ts';
import {
  type Finding,
  isBroken,
  judgeRelation,
  listCheck,
  listOf,
  noList,
  recordFinding,
  refused,
  silent,
  type World,
} from './world.ts';

const KEEPS = 'ssl.list.filter.keeps';

/** What a filter gives for a value that is known of some certificates. */
export const knownValuesCheck = listCheck(
  {
    id: 'ssl.list.values',
    title: 'A filter of the SSL list keeps the certificates that have its value, and no others',
    requirements: [KEEPS, KNOWN, EXPIRED],
  },
  async (context, world) => {
    await beside(context, [
      async (own) => (context.wants(KEEPS) ? recordMembers(own, world) : undefined),
      (own) => recordDeclared(own, world),
    ]);
  },
);

async function recordMembers(context: CheckContext, world: World): Promise<void> {
  const answer = context.contract.answer('ssl.list.filter-members');
  const members = Object.entries((answer?.value ?? {}) as Readonly<Record<string, FilterMember>>);
  if (answer === undefined || members.length === 0)
    return silent(context, KEEPS, { what: 'unclaimed', silence: 'ssl.list.filter-members' });
  await beside(
    context,
    members.map(
      ([name, member]) =>
        (own) =>
          recordMember(own, world, { answer, name, member }),
    ),
  );
}

/** Which member of an entry a filter looks at, and who says so. */
interface Looking {
  readonly answer: Answer;
  readonly name: string;
  readonly member: FilterMember;
}

async function recordMember(context: CheckContext, world: World, { answer, name, member }: Looking): Promise<void> {
  const filter = filtersOf(context.contract.operation('ssl.list')).find((one) => one.name === name);
  const kind = filter === undefined ? 'text' : filterKind(filter);
  const numbers = kind === 'number';
  const { items } = world.listing;
  const chosen = lasting(context, items);
  const some = valuesOfMember(chosen, member);
  const claimed = answer.standing === 'claimed';
  // What is no word of an enumeration is refused, and says nothing of how the list is filtered.
  const texts = kind === 'text' ? some.slice(0, 1) : [];
  const made = numbers ? numbersOfMember(chosen, member) : texts.flatMap(madeOf);
  // How an assumed text is compared is not known: asked for is what any comparison finds or does not find.
  // That a text is no pattern follows from a claim of how it is compared, and from nothing else.
  const patterns = claimed && context.depth !== 'quick' ? texts.flatMap(patternsOf) : [];
  // What is shown need not be what a filter of this length may be asked for.
  const isAllowed = (value: string): boolean =>
    kind !== 'text' || filter === undefined || complaints(filter.schema, value).length === 0;
  const values = [...new Set([...some, ...made, ...patterns])]
    .filter(isAllowed)
    .filter(
      (value) => !ambiguous(items, value, member) && (claimed || numbers || isUnmistakable(items, value, member)),
    );
  if (values.length === 0 || name in world.base)
    return silent(context, KEEPS, { what: 'open', of: member.pointer, but: 'left-out' });
  // An assumed member counts once it explained what the filter gave for some value.
  let proven = claimed;
  for (const value of values) {
    const label = `${name}=${value}`;
    const finding = await judgeRelation(context, (now, fresh) => oracle(context, now, { name, value, member, fresh }));
    if (finding.judgement.verdict === 'pass') proven = true;
    recordFinding(context, KEEPS, label, isBroken(finding) && !proven ? assumed(name, finding) : finding);
    if (isBroken(finding)) break;
  }
}

async function oracle(
  context: CheckContext,
  world: World,
  { name, value, member, fresh }: { name: string; value: string; member: FilterMember; fresh: boolean },
): Promise<Finding> {
  const list = await listOf(context, world, { [name]: value }, fresh);
  const expected = world.listing.items.filter((item) => fits(item, value, member)).map(world.identity.key);
  if (expected.length === 0 && isRefusal(list.last.status)) return refused(list);
  if (!list.ok) return noList(list.last.exchange);
  const actual = list.items.map(world.identity.key);
  const { exchange } = list.last;
  if (sameSet(actual, expected)) return { judgement: PASS, exchange };
  const extra = notWithin(actual, expected);
  const isMisfit = list.items.some((item) => !fits(item, value, member));
  return {
    judgement: fail(
      `the ${expected.length} entries whose ${member.pointer} fits (${member.match})`,
      extra === undefined ? `${actual.length} of them` : `others too: ${extra}`,
    ),
    exchange,
    case: { [name]: value },
    ...(isMisfit ? { byItself: true } : {}),
  };
}

function assumed(name: string, finding: Finding): Finding {
  const { expected, actual } = finding.judgement;
  const judgement = observed({ what: 'differs', of: name, expected, actual, answer: ['ssl.list.filter-members'] });
  return { judgement, exchange: finding.exchange };
}
