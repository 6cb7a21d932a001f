/** What of an answer can be held against that of another server: neither ids nor dates, tokens or names are alike there. */
import { type Exchange, header, type Verdict, wholeResponse } from '../../spec/vocabulary.ts';

/** One judged case of a run. */
export interface SeenCase {
  readonly requirement: string;
  readonly operation: string;
  /** The case by its name, without what differs from target to target. */
  readonly label: string;
  readonly verdict: Verdict;
  readonly answer?: Answer;
}

export interface Answer {
  /** `200`, `200, errorCode -3`, `no answer (timeout)`. */
  readonly status: string;
  /** Without parameters; '' where there is none. */
  readonly mediaType: string;
  /** JSON Pointers of the body with the types that stand there; undefined where the body is no JSON. */
  readonly shape?: ReadonlyMap<string, string>;
}

/** @param label as the check has named the case. */
export function seenCase(
  { requirement, operation, label, verdict }: Omit<SeenCase, 'answer'>,
  exchange: Exchange | undefined,
): SeenCase {
  const named = { requirement, operation, label: normalised(label), verdict };
  return exchange === undefined ? named : { ...named, answer: answerOf(exchange) };
}

function answerOf(exchange: Exchange): Answer {
  const response = wholeResponse(exchange);
  if (response === undefined) return { status: `no answer (${exchange.error?.kind ?? 'unknown'})`, mediaType: '' };
  const { status, headers, body } = response;
  const mediaType = (header(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    value = undefined;
  }
  const code = errorCode(value, body);
  const shape = value === undefined ? undefined : shapeOf(value);
  return {
    status: code === undefined ? String(status) : `${status}, errorCode ${code}`,
    mediaType,
    ...(shape === undefined ? {} : { shape }),
  };
}

/** The code of a legacy answer, in either of its forms (contract 2.2, 4.13). */
function errorCode(value: unknown, body: string): string | undefined {
  const code = (value as { errorCode?: unknown } | null | undefined)?.errorCode;
  if (typeof code === 'number' || typeof code === 'string') return String(code);
  return /(?:^|&)errorCode=(-?\d+)(?:&|$)/.exec(body)?.[1];
}

/** Members by their places; items of a list are one place, and so are members that are named by an id. */
export function shapeOf(value: unknown): Map<string, string> {
  const types = new Map<string, Set<string>>();
  const walk = (one: unknown, at: string): void => {
    const seen = types.get(at) ?? new Set<string>();
    types.set(at, seen.add(typeOf(one)));
    if (Array.isArray(one)) for (const item of one) walk(item, `${at}/*`);
    else if (typeof one === 'object' && one !== null) {
      for (const [name, member] of Object.entries(one)) walk(member, `${at}/${normalised(name)}`);
    }
  };
  walk(value, '');
  return new Map([...types].map(([at, seen]) => [at, [...seen].sort().join(' or ')]));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return Number.isInteger(value) ? 'integer' : typeof value;
  return FORMS.find(([, form]) => form.test(value))?.[0] ?? 'text';
}

/** Forms of texts that tell servers apart; whatever the text itself is. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})?$/],
  ['UUID', /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ['token', /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/],
];

/** Text without ids, dates and tokens. */
export function normalised(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '#')
    .replace(/\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?/g, '#')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '#')
    .replace(/\d{2,}/g, '#');
}
