/** Odd forms and texts (contract 7.2, "unknown error"): whatever goes wrong is told by an error record or a client-error status. */
import fc from 'fast-check';
import { classedTexts } from '../../generators/index.ts';
import type { Operation } from '../../spec/index.ts';
import { type CheckContext, type Evidence, type Judgement, shrunkInTime } from '../engine/index.ts';
import { judgeRefused, observed } from '../judges/index.ts';
import { bodyOf, type Field, FORM, field, formatOf, type LegacyCall, madeUpLogin, raw, withFields } from './call.ts';
import { ANY_CONDITION, type ConditionIds } from './conditions.ts';
import { absentOrder } from './orders.ts';
import { ask, evidenceOf, type Reply, recordReply, unusable } from './replies.ts';

const REASON = 'odd input is no valid call';

/** Forms that break no rule of HTTP, every one with a login that does not exist, so that none can succeed. */
function oddCalls(context: CheckContext): LegacyCall[] {
  const order = field('orderNumber', absentOrder(context.session.target));
  const fields = [...madeUpLogin(context.seed), order];
  const [name] = fields;
  const login = (label: string, value: string): LegacyCall => ({
    label,
    byHttp: true,
    fields: withFields(fields, raw(name?.[0] ?? 'loginName', value)),
  });
  const body = (label: string, content: string | Uint8Array, type: string = FORM): LegacyCall => ({
    label,
    byHttp: true,
    fields: [],
    body: content,
    headers: [['Content-Type', type]],
  });
  return [
    login('control characters', '%01%02%1F%7F'),
    login('a NUL', 'a%00b'),
    login('line breaks', 'a%0D%0Ab'),
    login('invalid UTF-8', '%FF%FE%C3%28'),
    login('a lone surrogate', '%ED%A0%80'),
    login('an incomplete percent-encoding', '%E4%ZZ%'),
    login('an 8 KB value', 'a'.repeat(8 * 1024)),
    body('only separators', '&&&==&'),
    body('a name without a value', 'orderNumber'),
    body('names in brackets', `${bodyOf(fields)}&orderNumber[]=1&orderNumber[a][b]=2`),
    body('300 unknown arguments', `${bodyOf(fields)}&${Array.from({ length: 300 }, (_, i) => `x${i}=${i}`).join('&')}`),
    body('bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x26, 0x3d, 0x80])),
    body('an XML document', '<?xml version="1.0"?><call/>', 'text/xml'),
    body(
      'a multipart body',
      '--b\r\nContent-Disposition: form-data; name="orderNumber"\r\n\r\n1\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ),
    body('a JSON object', JSON.stringify({ loginName: 'a', loginPassword: 'b', orderNumber: '1' }), 'application/json'),
  ];
}

/** Login name and password with any text, beside whatever else a call has. */
export function loginPlaces(context: CheckContext, operation: Operation, fields: readonly Field[]): TextPlace[] {
  const nobody = withFields(fields, ...madeUpLogin(context.seed));
  return ['loginName', 'loginPassword'].map((name) => ({
    name,
    send: (text, label) =>
      ask(context, operation, { label, byHttp: true, fields: withFields(nobody, field(name, text)) }, [ANY_CONDITION]),
  }));
}

/** Sends all odd forms. */
export async function judgeOdd(
  context: CheckContext,
  operation: Operation,
  ids: Required<ConditionIds>,
): Promise<void> {
  const format = formatOf(operation);
  context.record(ids.code, observed('No request makes a sound service fail for a reason that it does not know.'), {
    label: 'no request',
  });
  for (const call of oddCalls(context)) {
    const reply = await ask(context, operation, call, [ANY_CONDITION]);
    const judgement = recordReply(context, ids.refused, reply, (exchange) =>
      judgeRefused(exchange, format, { because: REASON, byHttp: true }),
    );
    if (judgement.verdict === 'broken') return;
    if (reply.reading?.code !== undefined)
      context.record(ids.code, observed(`${call.label}: errorCode ${reply.reading.code}.`), {
        label: call.label,
        exchange: reply.exchange,
      });
  }
  await judgeTexts(
    context,
    ids.refused,
    loginPlaces(context, operation, [field('orderNumber', absentOrder(context.session.target))]),
  );
  await judgeRandomForms(context, operation, ids.refused);
}

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

/** Documented and made-up arguments with any text as value, in any order. */
function forms(operation: Operation): fc.Arbitrary<(readonly [name: string, value: string])[]> {
  const documented = operation.parameters.map(({ name }) => name).filter((name) => !name.startsWith('login'));
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...documented) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }) },
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary-ascii', maxLength: 40 }),
    fc.integer().map(String),
  );
  return fc.array(fc.tuple(name, value), { maxLength: 8 });
}

/** Sends random forms and records each; of a failure only the smallest is recorded. */
async function judgeRandomForms(context: CheckContext, operation: Operation, requirement: string): Promise<void> {
  const format = formatOf(operation);
  const login = madeUpLogin(context.seed);
  let smallest: { judgement: Judgement; evidence: Evidence } | undefined;
  const details = await fc.check(
    fc.asyncProperty(
      forms(operation),
      shrunkInTime(async (pairs: readonly (readonly [name: string, value: string])[]) => {
        const call: LegacyCall = {
          label: `a random form: ${JSON.stringify(pairs).slice(0, 80)}`,
          fields: [...login, ...pairs.map(([name, value]) => field(name, value))],
          byHttp: true,
        };
        const reply = await ask(context, operation, call, [ANY_CONDITION]);
        const refusal = { because: 'the login does not exist', byHttp: true };
        const judgement = unusable(reply) ?? judgeRefused(reply.exchange, format, refusal);
        const judged = { judgement, evidence: { ...evidenceOf(reply), case: pairs } };
        if (judgement.verdict === 'fail') smallest = judged;
        else context.record(requirement, judged.judgement, judged.evidence);
        return judgement.verdict !== 'fail';
      }),
    ),
    { seed: context.seed, numRuns: context.runs },
  );
  if (smallest === undefined) return;
  const path = details.counterexamplePath;
  context.record(requirement, smallest.judgement, { ...smallest.evidence, ...(path === null ? {} : { path }) });
}
