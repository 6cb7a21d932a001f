/** What an update in XML leaves out becomes what it becomes in JSON: the owner's word on it makes no difference between the two (silence update.omitted-members). */
import type { RequestCase } from '../../generators/index.ts';
import { valueAt } from '../../spec/index.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { differences, fail, isAccepted, PASS } from '../judges/index.ts';
import { bareOf } from '../lifecycles/omissible.ts';
import { type Look, observerOf, readerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';

/** An accepted request, and how it is written as XML. */
interface Written {
  readonly request: RequestCase;
  readonly fixture: Fixture;
  readonly write: (request: RequestCase) => WireRequest;
}

/** Updates an entity that may be used up in full and then with what is required alone, by turns in either form. Nothing is recorded where no one says what comes of the rest. */
export async function judgeXmlOmitted(context: CheckContext, id: string, written: Written): Promise<void> {
  const { contract, session } = context;
  const { request, fixture, write } = written;
  const reader = readerOf(contract, request.operation);
  const claims = ['update.omitted-members', 'update.readback'].map((silence) => contract.answer(silence)?.standing);
  if (reader === undefined || fixture.allow !== 'destroy' || claims.some((one) => one !== 'claimed')) return;
  const bare = bareOf(context, request);
  if (JSON.stringify(bare.body?.value) === JSON.stringify(request.body?.value)) return;
  const observer = observerOf(context.send, session, reader, fixture);
  const places = readbacks(contract, request.operation).map(({ read }) => read);
  const shown = ({ value }: Look): unknown[] => places.map((place) => valueAt(value, place) ?? null);
  /** What shows when both updates have had their time; undefined where one is refused. */
  const after = async (form: (of: RequestCase) => RequestCase | WireRequest, expected?: Look) => {
    if (!isAccepted(await context.send(request))) return undefined;
    const exchange = await context.send(form(bare));
    if (!isAccepted(exchange)) return undefined;
    if (expected === undefined) await session.pause(session.target.facts.settleMs);
    const isSame = (look: Look): boolean =>
      expected === undefined || differences(shown(expected), shown(look)).length === 0;
    return { exchange, look: await observer.until(`${request.operation.id} with less`, isSame) };
  };
  const plain = await after((of) => of);
  const xml = plain === undefined ? undefined : await after(write, plain.look);
  const again = xml === undefined ? undefined : await after((of) => of, plain?.look);
  if (plain === undefined || xml === undefined || again === undefined) return;
  // Only what is the same each time shows anything.
  const steady = places.filter((_, at) => differences(shown(plain.look)[at], shown(again.look)[at]).length === 0);
  const other = steady.find(
    (place) => differences(valueAt(plain.look.value, place), valueAt(xml.look.value, place)).length > 0,
  );
  const judgement =
    other === undefined
      ? PASS
      : fail(
          `${other} is ${JSON.stringify(valueAt(again.look.value, other)) ?? 'without a value'} after an update that leaves it out, as it is by JSON`,
          `it is ${JSON.stringify(valueAt(xml.look.value, other)) ?? 'without a value'} by XML`,
        );
  context.record(id, judgement, { label: 'what is required alone, as XML', exchange: xml.exchange });
}
