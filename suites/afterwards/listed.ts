/** What only a list shows is in it at the end of a run as it was at the beginning: what is deleted below it does not take it along (contract 4.2). */
import { KINDS, type Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { fail, PASS, warn } from '../judges/index.ts';
import { type Listed, listedCertificates } from '../presence/listed.ts';
import { mayHaveGoneWith } from '../subject/going-along.ts';

/** Looks for the certificates of the profile that were listed; nothing for kinds that do not stand below them. */
export async function recordListed(context: CheckContext, { entity }: Operation, id: string): Promise<void> {
  const { contract, session, send } = context;
  if (entity === undefined || KINDS[entity].below !== 'ssl-certificate') return;
  const known = session.target
    .fixtures()
    .filter((one) => one.kind === 'ssl-certificate' && session.chronicle.hasShown(one));
  const missingIn = (listed: Listed | undefined): Fixture[] =>
    known.filter((one) => listed?.ids.has(idOf(one)) === false);
  // An element that moves while the pages are read is passed over; not again and again.
  const listed = await session.patience.until(
    'certificates are listed',
    () => listedCertificates(contract, send),
    (seen) => missingIn(seen).length === 0,
  );
  if (listed?.all !== true) return;
  const [exchange] = listed.ids.values();
  const missing = missingIn(listed);
  const robbed = below(context);
  // Certificates may go with their organization as well: not all of those, and no other, below which something was deleted.
  const isAllOf = missing.length > 1 && missing.every((one) => robbed.has(idOf(one))) && missing.length === robbed.size;
  for (const one of missing) {
    const label = `the certificate ${idOf(one)}`;
    const isTaken = robbed.has(idOf(one)) && (isAllOf || !mayHaveGoneWith(session, one, { shown: undefined }));
    const expected = `${label} is listed, as it was`;
    const judgement = isTaken
      ? fail(expected, 'it is not, after something that belongs to it was deleted')
      : warn(expected, 'it is not');
    context.record(id, judgement, { label, exchange });
  }
  if (known.length > 0 && missing.length === 0)
    context.record(id, PASS, { label: 'the list of certificates', exchange });
}

/** Certificates below which this run has deleted something. */
function below({ contract, session }: CheckContext): ReadonlySet<string> {
  const all = contract.operations
    .filter(
      ({ method, entity }) => method === 'DELETE' && entity !== undefined && KINDS[entity].below === 'ssl-certificate',
    )
    .flatMap((operation) => session.chronicle.departures.of(operation))
    .map(({ call }) => Object.values(call.ids)[0] ?? '');
  return new Set(all);
}

function idOf({ ids }: Fixture): string {
  return String(Object.values(ids)[0]);
}
