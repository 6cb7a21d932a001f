/** The list of one customer has nothing of another one, wherever a page begins and whatever it is filtered by (contract 1, 4.2). */
import { type Exchange, filterKind, filtersOf, type Operation, valueAt } from '../../spec/index.ts';
import { type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import { answerOf, fail, PASS } from '../judges/index.ts';
import { valuesThatShow } from '../lists/filter-values.ts';
import { type Page, pageOf, type Query } from '../lists/listing.ts';
import { compose } from '../requests/compose.ts';

export interface JudgedRequest {
  readonly judgement: Judgement;
  readonly label: string;
  readonly exchange: Exchange;
}

type Credential = 'primary' | 'foreign';

/** Pages of the list that are looked through for what must not be there. */
const MOST_PAGES = 5;
const PAGE = 200;

/** What the list shows whoever has a credential, held against the certificates of the other customer. */
export async function listedFor(
  context: CheckContext,
  operation: Operation,
  credential: Credential,
): Promise<JudgedRequest[]> {
  const { contract, target, session } = context;
  const pointer = contract.answer('ssl.list.identity')?.value;
  const all = credential === 'primary' ? target.foreign : session.target.fixtures();
  const strangers = all.filter(({ kind }) => kind === 'ssl-certificate');
  if (strangers.length === 0 || typeof pointer !== 'string') return [];
  const wrong = new Set(strangers.map(({ ids }) => String(ids['sslId'])));
  const isWrong = (entry: unknown): boolean => wrong.has(String(valueAt(entry, pointer)));
  const whose = credential === 'foreign' ? 'the list with the token of another customer' : 'the list with ours';
  const seen: JudgedRequest[] = [];
  const look = async (query: Query, position: number, label: string): Promise<Page> => {
    const page = await ask(
      context,
      operation,
      { ...query, size: String(PAGE), position: String(position) },
      credential,
    );
    const found = page.items.filter(isWrong).map((entry) => String(valueAt(entry, pointer)));
    const fault = fail('no certificate of another customer', `the list shows ${found.slice(0, 3).join(', ')}`);
    const judgement = answerOf(page.exchange).judgement ?? (found.length > 0 ? fault : PASS);
    seen.push({ judgement, label, exchange: page.exchange });
    return page;
  };
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items } = await look({}, page * PAGE, whose);
    if (items.length < PAGE || items.some(isWrong)) break;
  }
  // What the plain list shows, it shows by any filter.
  if (context.depth === 'quick' || seen.some(({ judgement }) => judgement.verdict !== 'pass')) return seen;
  await look({}, 1, `${whose}, from position 1`);
  const theirs = await shownTo(context, operation, credential === 'primary' ? 'foreign' : 'primary');
  for (const filter of filtersOf(operation)) {
    if (filter.deprecated || !['text', 'number'].includes(filterKind(filter))) continue;
    const stated = strangers.flatMap(({ traits }) => traits[filter.name] ?? []);
    const [value] = [...stated, ...valuesThatShow(context, filter, theirs.filter(isWrong))];
    if (value !== undefined)
      await look({ [filter.name]: String(value) }, 0, `${whose}, by ${filter.name} = ${String(value)} of the other`);
  }
  return seen;
}

/** The list as its owner sees it; empty without a credential of hers. */
async function shownTo(
  context: CheckContext,
  operation: Operation,
  credential: Credential,
): Promise<readonly unknown[]> {
  if (!context.target.bearers.includes(credential)) return [];
  return (await ask(context, operation, { size: String(PAGE) }, credential)).items;
}

async function ask(context: CheckContext, operation: Operation, query: Query, credential: Credential): Promise<Page> {
  const request = compose(operation, { path: {}, query: Object.entries(query), label: 'a list' });
  return pageOf(await context.send(toWire(request, { session: context.session, credential })));
}
