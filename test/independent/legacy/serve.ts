/** The two legacy actions (4.12, 4.13): arguments, credentials, conditions. */
import type { Call } from '../server/call.ts';
import type { Verdict } from '../server/check.ts';
import { type Incoming, pairsOf, type Reply } from '../server/message.ts';
import { updateDcv } from './dcv.ts';
import { LOGINS } from './logins.ts';
import type { Condition } from './manner.ts';
import { recordOf } from './orders.ts';

const STATUS = '/products/!getPostPaymentStatus';
const DOWNLOAD = '/products/download/!getPostPaymentStatus';
const DCV = '/products/!AutoUpdateDCV';

const OPERATIONS: Readonly<Record<string, string>> = {
  [STATUS]: 'legacy.order-status',
  [DOWNLOAD]: 'legacy.order-status.download',
  [DCV]: 'legacy.dcv-update',
};

/** The legacy operation of a path, whatever its escapes. */
export function legacyOperation(path: Incoming['path']): string | undefined {
  return OPERATIONS[path.replace(/%21/g, '!')];
}

const LENGTHS: Readonly<Record<string, number>> = {
  loginName: 64,
  loginPassword: 128,
  domainName: 255,
  newMethod: 32,
  domainNames: 255,
  newMethods: 32,
};
const STATUS_PARAMETERS = ['loginName', 'loginPassword', 'orderNumber'];

/** Answers a legacy action in the form that it has: JSON for the status, form-encoded for the change. */
export function answerLegacy(call: Call): Reply {
  const { legacy } = call.reading;
  const status = call.op !== 'legacy.dcv-update';
  if (status && !legacy.statusPaths.includes(call.op === 'legacy.order-status' ? STATUS : DOWNLOAD)) {
    return call.absent('operation');
  }
  if (call.request.method !== 'POST' && typeof legacy.wrongMethod === 'number') return { status: legacy.wrongMethod };
  const plain = conditionOf(call, status);
  const condition = call.service.plant.condition ? call.service.plant.condition(call, plain) : plain;
  if (condition !== undefined) return failure(call, condition, status);
  if (status) {
    const order = call.service.orders.get(call.query['orderNumber'] as string);
    if (!order) return failure(call, 'unknown-error', status);
    return { status: 200, body: { text: JSON.stringify(recordOf(order, legacy)), type: legacy.statusType } };
  }
  const message =
    legacy.successMessage === undefined ? '' : `&errorMessage=${encodeURIComponent(legacy.successMessage)}`;
  return { status: 200, body: { text: `errorCode=0${message}`, type: legacy.dcvType } };
}

function failure(call: Call, condition: Condition, status: boolean): Reply {
  const { legacy } = call.reading;
  const errorCode = legacy.codes[condition];
  const errorMessage = `The request failed: ${condition.replaceAll('-', ' ')}.`;
  if (!status) {
    const text = `errorCode=${errorCode}&errorMessage=${encodeURIComponent(errorMessage).replaceAll('%20', '+')}`;
    return { status: legacy.errorStatus, body: { text, type: legacy.dcvType } };
  }
  const data = { absent: {}, null: { data: null }, empty: { data: {} } }[legacy.errorData];
  const record = { errorCode, errorMessage, ...data };
  return { status: legacy.errorStatus, body: { text: JSON.stringify(record), type: legacy.statusType } };
}

function conditionOf(call: Call, status: boolean): Condition | undefined {
  const { request } = call;
  if (!request.secure && call.counts('not-https')) return 'not-https';
  if (request.method !== 'POST' && call.counts('wrong-method')) return 'wrong-method';
  return takeArguments(call, status) ?? logIn(call) ?? (status ? readable(call) : updateDcv(call));
}

function takeArguments(call: Call, status: boolean): Condition | undefined {
  const { legacy } = call.reading;
  const names = status ? STATUS_PARAMETERS : dcvParameters(call);
  const type = call.request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const pairs = type === 'application/x-www-form-urlencoded' ? pairsOf(call.request.body.toString('utf8')) : [];
  if (!pairs) return 'argument-invalid';
  for (const [given, value] of pairs) {
    const name = names.find(
      (one) => one === given || (legacy.nameCase === 'ignored' && one.toLowerCase() === given.toLowerCase()),
    );
    if (name === undefined) {
      if (call.counts('argument-unrecognized')) return 'argument-unrecognized';
      continue;
    }
    if (call.query[name] !== undefined) {
      if (legacy.repeated === 'refused') return 'argument-invalid';
    } else call.query[name] = value;
  }
  return missingOrWrong(call, status, names);
}

function dcvParameters(call: Call): readonly string[] {
  const { parameters } = call.reading.legacy;
  return [...Object.keys(LENGTHS), 'orderNumber', ...Object.values(parameters)];
}

function missingOrWrong(call: Call, status: boolean, names: readonly string[]): Condition | undefined {
  const { legacy } = call.reading;
  const { query } = call;
  const required = status ? STATUS_PARAMETERS : ['loginName', 'loginPassword'];
  for (const name of required) {
    if (query[name] === undefined && call.counts('argument-missing')) return 'argument-missing';
    if (query[name] === '') return legacy.emptyValue === 'missing' ? 'argument-missing' : 'argument-invalid';
  }
  for (const name of names) {
    const value = query[name];
    if (typeof value !== 'string') continue;
    const bound = LENGTHS[name] ?? (Object.values(legacy.parameters).includes(name) ? 255 : 64);
    const plain: Verdict = [...value].length > bound ? { wrong: 'too long' } : { value };
    const verdict = call.judge(`${call.op}/${name}`, value, { is: 'text', max: bound }, plain);
    const credential = name === 'loginName' || name === 'loginPassword';
    if ('wrong' in verdict) return credential ? legacy.tooLong : 'argument-invalid';
    if (verdict.value === '' && legacy.emptyValue === 'invalid') return 'argument-invalid';
    if (verdict.value === '') delete query[name];
    else query[name] = verdict.value;
  }
  return undefined;
}

function logIn(call: Call): Condition | undefined {
  const { loginName, loginPassword } = call.query;
  const login = LOGINS.find(({ name, password }) => name === loginName && password === loginPassword);
  const open = login?.state === 'open' || login?.state === 'no-permission';
  if (!open && call.counts('authentication-failed')) return 'authentication-failed';
  call.login = login ?? LOGINS[0];
  return undefined;
}

/** The request limit of the status action counts calls that have logged in. */
function limited(call: Call): boolean {
  const { rate } = call.reading.legacy;
  const times = call.service.calls.get(rate.by === 'all' ? '' : String(call.query['loginName'])) ?? [];
  const now = Date.now();
  const recent = times.filter((at) => at > now - rate.seconds * 1000);
  const over = recent.length >= rate.requests;
  call.service.calls.set(rate.by === 'all' ? '' : String(call.query['loginName']), over ? recent : [...recent, now]);
  return over;
}

function readable(call: Call): Condition | undefined {
  const { legacy } = call.reading;
  const number = String(call.query['orderNumber']);
  if (limited(call) && call.counts('rate-limited')) return 'rate-limited';
  if (legacy.orderDigitsOnly && !/^\d+$/.test(number)) return 'argument-invalid';
  const order = call.service.orders.get(number);
  if (!order) return legacy.unknownOrder;
  return order.customer === call.login?.customer || !call.counts('permission-denied') ? undefined : legacy.unknownOrder;
}
