/** What an SSL update has written is found by the filter of its name: this certificate, and no other (contract 4.2). */
import { type RequestCase, withJson } from '../../generators/index.ts';
import { type Depth, type Exchange, filtersOf, lettersOf, tokens } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { complaints, fail, isAccepted, PASS, pointerSet } from '../judges/index.ts';
import { validUpdate } from '../lifecycles/valid-update.ts';
import { membersOf } from './filter-values.ts';
import { LONGEST_LIST, readAll } from './listing.ts';
import { identityOf } from './relations.ts';

/** Statuses of which a certificate is written to. */
const MOST_STATUSES: Readonly<Record<Depth, number>> = { quick: 0, standard: 20, deep: 20 };

/** The filter by the status of a certificate. */
const STATUS = 'status';

/** So often another text is written until what is not found counts as not kept. */
const marksOf = (own: string): string[] => [`s${own}x0`, `s${own}x1`];

/** A text at a place of an update. */
interface Placed {
  readonly place: string;
  readonly value: string;
}

/** A filter that looks for a text. */
export interface Lookup extends Placed {
  readonly filter: string;
}

/** For each text that a filter of the same name may look for, that filter. */
export function lookupsOf({ contract }: CheckContext, texts: readonly Placed[]): Lookup[] {
  const filters = filtersOf(contract.operation('ssl.list'));
  return texts.flatMap((text) => {
    const filter = filters.find(({ name }) => lettersOf(name) === lettersOf(tokens(text.place).at(-1) ?? ''));
    const isFit = filter !== undefined && complaints(filter.schema, text.value).length === 0;
    return isFit ? [{ ...text, filter: filter.name }] : [];
  });
}

/** By which its entry in the list is known. */
export function entryKeyOf({ ids }: Fixture): string {
  return JSON.stringify(ids['sslId'] ?? Object.values(ids)[0]);
}

/** What tells one certificate from another. @param items some entries of the list */
export class Finder {
  readonly #context: CheckContext;
  readonly #key: (item: unknown) => string;

  constructor(context: CheckContext, items: readonly unknown[]) {
    this.#context = context;
    this.#key = identityOf(items, context.contract.answer('ssl.list.identity')).key;
  }

  /** What a filter finds; undefined where that cannot be read whole. */
  async found({ filter, value }: Lookup): Promise<ReadonlySet<string> | undefined> {
    const { ok, complete, items } = await readAll(this.#context, { [filter]: value }, LONGEST_LIST);
    return ok && complete ? new Set(items.map(this.#key)) : undefined;
  }

  /** The same once it finds this certificate, or when a change has had its time. */
  foundAt(lookup: Lookup, own: string): Promise<ReadonlySet<string> | undefined> {
    return this.#context.session.patience.until(
      `what ${lookup.filter} looks for is found`,
      () => this.found(lookup),
      (keys) => keys?.has(own) !== false,
    );
  }
}

/** What was found before and after an update of a certificate. */
interface Lookedup {
  readonly lookup: Lookup;
  readonly before: ReadonlySet<string> | undefined;
  readonly after: ReadonlySet<string> | undefined;
}

/** Records that no other is found since. True where the certificate itself is: the filter looks for what the update writes. */
export function recordLookup(
  context: CheckContext,
  id: string,
  { lookup, before, after }: Lookedup,
  { own, exchange }: { readonly own: string; readonly exchange: Exchange },
): boolean {
  if (before === undefined || after === undefined || before.has(own)) return false;
  const [other] = [...after].filter((key) => key !== own && !before.has(key));
  const label = `${lookup.filter}=${lookup.value} after an update of ${own}`;
  const crossed = fail(`it finds ${own} at most`, `it finds ${other}, which the update does not name`);
  context.record(id, other === undefined ? PASS : crossed, { label, exchange });
  return after.has(own);
}

/**
 * Certificates of other statuses: what was kept of one is kept of each whose update is answered as done. `lookup`: what was found of the
 * certificate of a `fixture` once it was written.
 */
export async function recordStatuses(
  context: CheckContext,
  id: string,
  finder: Finder,
  { lookup, fixture }: { readonly lookup: Lookup; readonly fixture: Fixture },
): Promise<void> {
  const { session, contract, send } = context;
  const { kind } = fixture;
  const own = entryKeyOf(fixture);
  const status = filtersOf(contract.operation('ssl.list')).find(({ name }) => name === STATUS);
  const left = new Set(session.target.fixtures().filter((one) => one.kind === kind && one.allow === 'destroy'));
  for (const value of status === undefined ? [] : membersOf(status).slice(0, MOST_STATUSES[context.depth])) {
    const keys = await finder.found({ filter: STATUS, place: '', value: String(value) });
    if (keys === undefined || keys.has(own)) continue;
    const where = (one: Fixture): boolean => left.has(one) && keys.has(entryKeyOf(one));
    const lease = [...left].some(where) ? await session.lease({ kind, effect: 'destroy', where }) : undefined;
    if (lease === undefined || !('fixture' in lease)) continue;
    left.delete(lease.fixture);
    const valid = await validUpdate(send, session, contract.operation('ssl.update'), lease.fixture);
    const key = entryKeyOf(lease.fixture);
    const what = `${lookup.filter} of the certificate ${key}, of status ${value}`;
    if (valid?.accepted === true)
      await recordKept(context, id, finder, { lookup, valid: valid.request, own: key, what, values: marksOf(key) });
    await lease.release();
  }
}

interface Kept {
  readonly lookup: Lookup;
  readonly valid: RequestCase;
  /** The entry of the certificate. */
  readonly own: string;
  /** Whose place it is, for the report. */
  readonly what: string;
  /** Texts of one sort, one after the other until one is found: what is not found of the last one was not kept. */
  readonly values: readonly string[];
}

/** Writes texts until one is found, and records whether the last one was; undefined where that is not shown. */
export async function recordKept(
  context: CheckContext,
  id: string,
  finder: Finder,
  { lookup, valid, own, what: label, values }: Kept,
): Promise<boolean | undefined> {
  const { filter, place } = lookup;
  for (const [time, value] of values.entries()) {
    const exchange = await context.send(withJson(valid, pointerSet(valid.body?.value, place, value)));
    const keys = isAccepted(exchange) ? await finder.foundAt({ ...lookup, value }, own) : undefined;
    if (keys === undefined) return undefined;
    const other = [...keys].find((key) => key !== own);
    const isFound = keys.has(own);
    const crossed = fail(`${filter}=${value} finds ${own} alone`, `it finds ${other}, too`);
    const lost = fail(`${filter}=${value} finds it, as it was answered with success`, 'it is not found');
    if (other === undefined && !isFound && time < values.length - 1) continue;
    context.record(id, other !== undefined ? crossed : isFound ? PASS : lost, { label, exchange });
    return isFound;
  }
  return undefined;
}
