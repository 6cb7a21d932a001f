/** Texts of every class in the members of a body: whatever people write, it is taken or refused, but breaks nothing (contract 4.1). */
import { type ClassedText, classedTexts, type RequestCase, withBody } from '../../generators/index.ts';
import { token } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { isLack } from '../engine/unavailable.ts';
import { isAccepted } from '../judges/acceptance.ts';
import { pointerSet } from '../judges/pointer.ts';
import { judgeNoServerError } from '../judges/status.ts';
import { memberSchema } from '../lifecycles/member-schema.ts';
import { takeSubject } from '../lifecycles/update-subject.ts';
import type { Tried } from '../requests/control.ts';
import { toWire } from '../requests/wire.ts';
import { bodySchemaOf } from './body-refusals.ts';

/** A member, and a text of each class that its schema allows. */
interface TextMember {
  readonly pointer: string;
  readonly texts: ReadonlyMap<string, ClassedText>;
}

/** Of a text of which nothing is known but that it is one. */
const UNKNOWN: JsonSchema = { type: 'string', maxLength: 64 };

/**
 * Sends, class by class, the accepted body with a text of the class in all its members; where that is refused, in each alone:
 * a member may have rules of its own, and what is behind them would not be reached.
 */
export async function judgeBodyTexts(
  context: CheckContext,
  id: string,
  tried: Pick<Tried, 'request' | 'fixture'>,
): Promise<void> {
  if (!context.wants(id)) return;
  const { request, disposable } = await subjectOf(context, tried);
  const members = membersOf(context, request, disposable);
  const labels = new Map(members.flatMap(({ texts }) => [...texts.values()].map((one) => [one.label, one] as const)));
  const picky = new Set<TextMember>();
  let sent = 0;
  const send = async (label: string, some: readonly TextMember[]): Promise<boolean> => {
    const value = some.reduce(
      (body, { pointer, texts }) => pointerSet(body, pointer, texts.get(label)?.text),
      request.body?.value,
    );
    const odd = withBody(request, { mediaType: 'application/json', value });
    const exchange = await context.send(toWire(odd, { session: context.session }));
    const judgement = judgeNoServerError(exchange);
    const status = exchange.response?.status ?? 0;
    const refused = judgement.verdict === 'pass' && status >= 400;
    context.record(id, refused ? observed(status) : judgement, {
      label: `${some.map(({ pointer }) => pointer).join(', ')}: ${label}`,
      exchange,
      case: value,
    });
    sent += 1;
    return isAccepted(exchange);
  };
  for (const { label, ordinary } of labels.values()) {
    if (!ordinary && context.depth === 'quick') continue;
    const own = members.filter(({ texts }) => texts.has(label));
    const together = own.filter((member) => !picky.has(member));
    const taken = together.length === 0 || (await send(label, together));
    const apart = taken ? own.filter((member) => picky.has(member)) : own;
    if (together.length === 1 && own.length === 1) continue;
    for (const member of apart) if (!(await send(label, [member]))) picky.add(member);
  }
  if (sent > 0) return;
  const reason = 'The body has no member that holds a free text.';
  context.record(id, { verdict: 'observed', reason }, { label: 'no input' });
}

/** An entity that may be used up, as any member of it can be given a value; else the one in hand. */
async function subjectOf(
  context: CheckContext,
  { request, fixture }: Pick<Tried, 'request' | 'fixture'>,
): Promise<{ readonly request: RequestCase; readonly disposable: boolean }> {
  if (fixture?.allow === 'destroy') return { request, disposable: true };
  const spare = await takeSubject(context, request.operation, 'destroy');
  if (isLack(spare)) return { request, disposable: false };
  return { request: spare.valid.request, disposable: true };
}

/** The texts that the accepted body holds and, where any member may be set, those that its schema knows besides. */
function membersOf({ contract }: CheckContext, { operation, body }: RequestCase, disposable: boolean): TextMember[] {
  const type = operation.id === 'admin.update' ? contract.answer('admin.type.write')?.value : undefined;
  const known = disposable ? namesOf(bodySchemaOf(operation)).map((name) => `/${name}`) : [];
  const pointers = new Set([...leavesOf(body?.value, ''), ...known]);
  return [...pointers].flatMap((pointer) => {
    const schema = memberSchema(operation, pointer, body?.value) ?? (known.includes(pointer) ? false : UNKNOWN);
    const texts = pointer === type ? [] : classedTexts(schema);
    return texts.length === 0 ? [] : [{ pointer, texts: new Map(texts.map((one) => [one.label, one])) }];
  });
}

function leavesOf(value: unknown, pointer: string): string[] {
  if (typeof value === 'string') return pointer === '' ? [] : [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, pointer + token(name)));
}

function namesOf(schema: JsonSchema): string[] {
  const properties = typeof schema === 'object' ? schema['properties'] : undefined;
  return Object.keys((properties ?? {}) as object);
}

function observed(status: number): Judgement {
  return { verdict: 'observed', reason: `Refused with ${status}: which characters it may have is not shown.` };
}
