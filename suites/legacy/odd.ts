/** Odd forms and texts (contract 7.2, "unknown error"): whatever goes wrong is told by an error record or a client-error status. */
import fc from 'fast-check';
import { classedTexts } from '../../generators/index.ts';
import type { Operation } from '../../spec/index.ts';
import { type CheckContext, type Evidence, type Judgement, shrunkInTime } from '../engine/index.ts';
import { observed } from '../judges/index.ts';
import { bodyOf, type Field, FORM, field, type LegacyCall, madeUpLogin, raw, withFields } from './call.ts';
import { ANY_CONDITION } from './conditions.ts';
import { absentOrder } from './orders.ts';
import {
  ask,
  type ConditionIds,
  evidenceOf,
  isAccepted,
  judgeReplyRefused,
  type Reply,
  recordReply,
  seen,
  statusOf,
  unusable,
} from './replies.ts';

const REASON = 'odd input is no valid call';

const MULTIPART = '--b\r\nContent-Disposition: form-data; name="orderNumber"\r\n\r\n1\r\n--b--\r\n';

/** Forms that break no rule of HTTP, every one with a login that does not exist, so that none can succeed. */
function oddCalls(nobody: readonly Field[]): LegacyCall[] {
  const form = bodyOf(nobody);
  const names = [
    ['control characters', '%01%02%1F%7F'],
    ['a NUL', 'a%00b'],
    ['line breaks', 'a%0D%0Ab'],
    ['invalid UTF-8', '%FF%FE%C3%28'],
    ['a lone surrogate', '%ED%A0%80'],
    ['an incomplete percent-encoding', '%E4%ZZ%'],
    ['an 8 KB value', 'a'.repeat(8 * 1024)],
  ] as const;
  const bodies: readonly (readonly [label: string, body: string | Uint8Array, type?: string])[] = [
    ['only separators', '&&&==&'],
    ['a name without a value', 'orderNumber'],
    ['names in brackets', `${form}&orderNumber[]=1&orderNumber[a][b]=2`],
    ['300 unknown arguments', `${form}&${Array.from({ length: 300 }, (_, i) => `x${i}=${i}`).join('&')}`],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x26, 0x3d, 0x80])],
    ['an XML document', '<?xml version="1.0"?><call/>', 'text/xml'],
    ['a multipart body', MULTIPART, 'multipart/form-data; boundary=b'],
    ['a JSON object', '{"loginName":"a","loginPassword":"b","orderNumber":"1"}', 'application/json'],
  ];
  return [
    ...names.map(([label, name]): LegacyCall => {
      return { label, byHttp: true, fields: withFields(nobody, raw('loginName', name)) };
    }),
    ...bodies.map(([label, body, type = FORM]): LegacyCall => {
      return { label, byHttp: true, fields: [], body, headers: [['Content-Type', type]] };
    }),
  ];
}

/** One argument of an otherwise good call that takes any text. */
export interface TextPlace {
  readonly name: string;
  fields(): readonly Field[];
  send(call: LegacyCall, conditions: readonly string[]): Promise<Reply>;
  /**
   * True where it may be passed over: a list of unknown items may be taken for one without any (silence `legacy.dcv.partial-update`), and
   * the one domain of an order need not be named (silence `legacy.dcv.unknown-domain`).
   */
  readonly idle?: boolean;
}

/** Login name and password with any text, beside whatever else a call has. */
export function loginPlaces(context: CheckContext, operation: Operation, fields: readonly Field[]): TextPlace[] {
  const nobody = withFields(fields, ...madeUpLogin(context.seed));
  const send: TextPlace['send'] = (call, conditions) => ask(context, operation, call, conditions);
  return ['loginName', 'loginPassword'].map((name) => ({ name, fields: () => nobody, send }));
}

/** Sends all odd forms. */
export async function judgeOdd(
  context: CheckContext,
  operation: Operation,
  { refused, code }: Required<ConditionIds>,
): Promise<void> {
  const order = field('orderNumber', absentOrder(context.session.target));
  context.record(code, observed({ what: 'none', of: 'request-that-shows-it', was: 'known' }), { label: 'no request' });
  for (const call of oddCalls([...madeUpLogin(context.seed), order])) {
    const reply = await ask(context, operation, call, [ANY_CONDITION]);
    const judgement = recordReply(context, refused, reply, () => judgeReplyRefused(reply, REASON));
    if (judgement.verdict === 'broken') return;
    if (reply.reading?.code !== undefined) context.record(code, seen(reply), evidenceOf(reply));
  }
  await judgeTexts(context, refused, loginPlaces(context, operation, [order]));
  await judgeRandomForms(context, operation, refused);
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

/** Sends odd texts to each place; those that break a call together are sent alone, and so all are at depth. */
export async function judgeTexts(context: CheckContext, refused: string, places: readonly TextPlace[]): Promise<void> {
  const single = classedTexts({ type: 'string', maxLength: SHORTEST });
  for (const place of places) {
    const send = (label: string, text: string): Promise<Reply> => {
      const fields = withFields(place.fields(), field(place.name, text));
      return place.send({ label: `${place.name} with ${label}`, byHttp: true, fields }, [ANY_CONDITION]);
    };
    const record = (reply: Reply): Judgement => recordReply(context, refused, reply, () => judgeText(reply, place));
    let broke: Reply | undefined;
    for (const [label, text] of TOGETHER) {
      const reply = await send(label, text);
      if ((unusable(reply) ?? judgeText(reply, place)).verdict === 'fail') broke ??= reply;
      else record(reply);
    }
    if (broke !== undefined || context.depth === 'deep')
      for (const { label, text } of single) record(await send(label, text));
    if (broke !== undefined) record(broke);
  }
}

function judgeText(reply: Reply, { idle }: TextPlace): Judgement {
  if (idle === true && isAccepted(reply) && statusOf(reply) < 500) return seen(reply);
  return judgeReplyRefused(reply, REASON);
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
async function judgeRandomForms(context: CheckContext, operation: Operation, refused: string): Promise<void> {
  const login = madeUpLogin(context.seed);
  let smallest: { judgement: Judgement; evidence: Evidence } | undefined;
  const property = fc.asyncProperty(
    forms(operation),
    shrunkInTime(async (pairs: readonly (readonly [name: string, value: string])[]) => {
      const label = `a random form: ${JSON.stringify(pairs).slice(0, 80)}`;
      const fields = [...login, ...pairs.map(([name, value]) => field(name, value))];
      const reply = await ask(context, operation, { label, fields, byHttp: true }, [ANY_CONDITION]);
      const judgement = unusable(reply) ?? judgeReplyRefused(reply, 'the login does not exist');
      const evidence = { ...evidenceOf(reply), case: pairs };
      if (judgement.verdict === 'fail') smallest = { judgement, evidence };
      else context.record(refused, judgement, evidence);
      return judgement.verdict !== 'fail';
    }),
  );
  const { counterexamplePath: path } = await fc.check(property, { seed: context.seed, numRuns: context.runs });
  if (smallest === undefined) return;
  context.record(refused, smallest.judgement, { ...smallest.evidence, ...(path === null ? {} : { path }) });
}
