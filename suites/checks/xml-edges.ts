/** Words, truth values and numbers at their bounds in XML: what is accepted in JSON is accepted in XML (contract 4.1, 4.7, 4.11). */
import { withJson } from '../../generators/index.ts';
import { valueAt } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { isAccepted, isRefused } from '../judges/index.ts';
import { bodySchemaOf, transplant } from './body-refusals.ts';
import { controlLost } from './control-lost.ts';
import { boundariesOf } from './inputs.ts';
import { judgeTaken } from './taken.ts';
import type { Written } from './xml-lists.ts';

/** Keywords whose edges XML can carry in one way only. */
const PLAIN: ReadonlySet<string> = new Set(['enum', 'type', 'minimum', 'maximum']);

/** Sends each such value of a member of its own that JSON takes as XML. */
export async function judgeXmlEdges(
  context: CheckContext,
  id: string,
  { request, write }: Pick<Written, 'request' | 'write'>,
): Promise<void> {
  const edges = boundariesOf(bodySchemaOf(request.operation)).filter(({ keyword, pointer, value }) => {
    const part = valueAt(value, pointer);
    // A text may be lost where it is empty, and the typical ones are sent elsewhere.
    const isPlain = typeof part === 'boolean' || typeof part === 'number' || (keyword === 'enum' && part !== '');
    return PLAIN.has(keyword) && isPlain && typeof part !== 'object' && /^\/[^/]+$/.test(pointer);
  });
  for (const { pointer, value, label } of edges) {
    const changed = withJson(request, transplant(request.body?.value, value, pointer));
    if (!isAccepted(await context.send(changed))) continue;
    const exchange = await context.send(write(changed));
    const judgement = await judgeTaken(context, request.operation, exchange);
    const refused = judgement.verdict === 'fail' && isRefused(exchange);
    const lost = refused ? await controlLost(context, request, () => context.send(write(changed))) : undefined;
    const evidence = { label: `${pointer}: ${label} as XML`, exchange, case: changed.body?.value };
    context.record(id, lost ?? judgement, evidence);
  }
}
