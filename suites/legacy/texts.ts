/**
 * Texts that careless code takes for a part of its own language, in each text argument (contract 7.2, "unknown error"): whatever
 * goes wrong is told by an error record or a client-error status.
 */
import { classedTexts } from '../../generators/index.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { judgeRefused } from '../judges/envelope-outcome.ts';
import { observed } from '../judges/judgement.ts';
import { formatOf } from './call.ts';
import { evidenceOf, type Reply, recordReply, unusable } from './replies.ts';

/** Odd characters, as many together as a server may take without turning the first of them away for another reason. */
const TOGETHER: readonly (readonly [label: string, text: string])[] = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template engine would fill in
  ['signs of other languages', "'\"\\&<>;{}${*}#+?%s%41-- ' OR 1=1"],
  ['letters beyond ASCII', 'éŁ東漢ש e\u0301'],
  ['characters beyond the BMP', '😀𠀀'],
  ['blanks', '  a  b '],
];

/** The shortest of the arguments takes so many characters. */
const SHORTEST = 32;

/** One argument that takes any text. */
export interface TextPlace {
  readonly name: string;
  /** Sends an otherwise good call with this text, which must be refused. */
  send(text: string, label: string): Promise<Reply>;
  /** A list of unknown items may be taken for one without any (silence `legacy.dcv.partial-update`). */
  readonly list?: true;
}

/** Sends odd texts to each place; those that break a call together are sent alone, and so all are at depth. */
export async function judgeTexts(
  context: CheckContext,
  requirement: string,
  places: readonly TextPlace[],
): Promise<void> {
  const single = classedTexts({ type: 'string', maxLength: SHORTEST });
  for (const place of places) {
    const ask = async (text: string, what: string): Promise<Reply> => place.send(text, `${place.name} with ${what}`);
    const each = async (): Promise<void> => {
      for (const { label, text } of single) {
        const reply = await ask(text, label);
        recordReply(context, requirement, reply, () => judge(reply, place));
      }
    };
    let broke: Reply | undefined;
    for (const [label, text] of TOGETHER) {
      const reply = await ask(text, label);
      const judgement = unusable(reply) ?? judge(reply, place);
      if (judgement.verdict === 'fail') broke ??= reply;
      else context.record(requirement, judgement, evidenceOf(reply));
    }
    if (broke !== undefined || context.depth === 'deep') await each();
    if (broke !== undefined) {
      const reply = broke;
      recordReply(context, requirement, reply, () => judge(reply, place));
    }
  }
}

function judge(reply: Reply, { list }: TextPlace): Judgement {
  const { exchange, operation, reading } = reply;
  const status = exchange.response?.status ?? 0;
  if (list === true && reading?.outcome === 'success' && status < 500)
    return observed('A list of items that nobody knows was accepted.');
  return judgeRefused(exchange, formatOf(operation), { because: 'odd input is no valid call', byHttp: true });
}
