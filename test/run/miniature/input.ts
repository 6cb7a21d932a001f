/** Reading of parameters and bodies: strict where the contract has a rule, lenient or strict at will where it has none. */
import type { Call } from './http.ts';

/** Rules for one parameter, as the tables of the contract give them. */
export interface Rule {
  readonly type?: 'integer' | 'boolean' | 'integers' | 'texts';
  readonly min?: number;
  readonly max?: number;
  /** Length in bytes of UTF-8. */
  readonly length?: readonly [least: number, most: number];
  readonly values?: readonly string[];
  readonly required?: true;
}

const INT32 = 2 ** 31;

/** What is wrong with the query; undefined when nothing is. Repeats and, if `strict`, unknown names are turned away. */
export function complaint(call: Call, rules: Readonly<Record<string, Rule>>, strict: boolean): string | undefined {
  const seen = new Map<string, string[]>();
  for (const [name, value] of call.query) seen.set(name, [...(seen.get(name) ?? []), value]);
  for (const [name, texts] of seen) {
    const rule = rules[name];
    if (rule === undefined) {
      if (strict) return `unknown parameter ${name}`;
      continue;
    }
    const list = rule.type === 'integers' || rule.type === 'texts';
    if (!list && texts.length > 1) return `repeated parameter ${name}`;
    const items = list ? texts.flatMap((text) => text.split(',')) : texts;
    for (const item of items) if (!fits(item, rule)) return `bad value of ${name}`;
  }
  const missing = Object.entries(rules).find(([name, rule]) => rule.required === true && !seen.has(name));
  return missing === undefined ? undefined : `missing parameter ${missing[0]}`;
}

function fits(text: string, rule: Rule): boolean {
  if (rule.type === 'integer' || rule.type === 'integers') {
    const number = integer(text);
    return number !== undefined && number >= (rule.min ?? -INT32) && number <= (rule.max ?? INT32 - 1);
  }
  if (rule.type === 'boolean') return ['true', 'false', 'yes', 'no', '1', '0'].includes(text.trim().toLowerCase());
  if (rule.values !== undefined) return rule.values.some((value) => value.toLowerCase() === text.trim().toLowerCase());
  const bytes = Buffer.byteLength(text);
  return rule.length === undefined || (bytes >= rule.length[0] && bytes <= rule.length[1]);
}

/** Reads whole numbers the way some frameworks do: signs, blanks, leading zeros and hexadecimal digits are understood. */
export function integer(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^[+-]?0x[0-9a-f]+$/i.test(trimmed)) return Number.parseInt(trimmed, 16);
  if (!/^[+-]?\d+(\.0+)?$/.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return number >= -INT32 && number < INT32 ? number : undefined;
}

/** Every value that a query gives a list parameter. */
export function listOf(call: Call, name: string): string[] {
  return call.query.filter(([given]) => given === name).flatMap(([, value]) => value.split(','));
}

/** The last value of a parameter. */
export function textOf(call: Call, name: string): string | undefined {
  return call.query.findLast(([given]) => given === name)?.[1];
}

/** A body that must be a JSON object; undefined when it is none. */
export function objectBody({ body }: Call): Record<string, unknown> | undefined {
  const value = jsonBody(body);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** A body as JSON; undefined when it is none. Anything but UTF-8 is none. */
export function jsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}
