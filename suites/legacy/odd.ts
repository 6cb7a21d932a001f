/** Odd forms (contract 7.2, "unknown error"): whatever goes wrong is told by an error record or a client-error status. */
import type { Operation } from '../../spec/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { judgeRefused } from '../judges/envelope-outcome.ts';
import { observed } from '../judges/judgement.ts';
import { FORM, formatOf, type LegacyCall, madeUpLogin } from './call.ts';
import { ANY_CONDITION, type ConditionIds } from './conditions.ts';
import { bodyOf, type Field, field, raw, withFields } from './form.ts';
import { absentOrder } from './orders.ts';
import { judgeRandomForms } from './random.ts';
import { ask, recordReply } from './replies.ts';
import { judgeTexts, type TextPlace } from './texts.ts';

const REASON = 'odd input is no valid call';

/** Forms that break no rule of HTTP, every one with a login that does not exist, so that none can succeed. */
export function oddCalls(context: CheckContext): LegacyCall[] {
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
