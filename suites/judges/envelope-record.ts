/** Judges members of the order status record (contract 2.2). Pure: values and schemas in, judgements out. */
import { isObject, type JsonSchema } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { excerpt } from './body.ts';
import { differences } from './documents.ts';
import { fail, observed, PASS, unshown, warn } from './judgement.ts';
import { complaintsOfAnswer } from './schema.ts';

type Members = Readonly<Record<string, unknown>>;

/** The value as an object; undefined when it is none. */
export function membersOf(value: unknown): Members | undefined {
  return isObject(value) ? value : undefined;
}

/**
 * A named member: absent ones fail only where `needed`, present ones must satisfy the schema.
 * `needed`: why every such record must carry it.
 */
export function judgeMember(holder: unknown, name: string, schema: JsonSchema, needed?: string): Judgement {
  const members = membersOf(holder);
  if (members === undefined) return unshown('earlier-step', { what: 'open', of: name, but: 'no-holder' });
  if (!Object.hasOwn(members, name)) {
    if (needed === undefined) return observed({ what: 'open', of: name, but: 'left-out' });
    return fail(`the member ${name} (${needed})`, `no ${name}`);
  }
  // A null may stand for a member that does not apply; not for one that such a record must carry.
  if (members[name] === null && needed !== undefined) return fail(`the member ${name} (${needed})`, `${name}: null`);
  const found = complaintsOfAnswer(schema, members[name]);
  if (found.length === 0) return judgeNulls(members[name], name);
  return fail(`${name} as documented`, `${excerpt(JSON.stringify(members[name]))}: ${found.join('; ')}`);
}

/** What a step carries "when relevant" is left out when it is not; a null there says as much, but is no text and no array. */
function judgeNulls(value: unknown, name: string): Judgement {
  const step = membersOf(value);
  const found = ['description', 'availableActions'].filter((member) => step?.[member] === null);
  // What a step that does not apply carries is judged apart.
  if (found.length === 0 || step?.['status'] === 'NotApplicable') return PASS;
  const actual = found.map((member) => `${member} of ${name} is null`).join(', ');
  return warn('a description as text and actions as an array, or none', actual);
}

/** The record is that of the order that was asked for. */
export function judgeEcho(data: unknown, orderNumber: string): Judgement {
  const members = membersOf(data);
  const actual = members?.['orderNumber'];
  if (members === undefined || actual === undefined)
    return unshown('earlier-step', { what: 'open', of: 'orderNumber', but: 'left-out' });
  if (String(actual) === orderNumber) return PASS;
  return fail(`orderNumber ${orderNumber}`, `orderNumber ${excerpt(JSON.stringify(actual))}`);
}

/**
 * The record of another order, given for a number that only resembles that order's; undefined when it may well be the record
 * of an order that has this number. `known`: the record of the order whose number was altered.
 */
export function judgeMistaken(data: unknown, asked: string, known: unknown): Judgement | undefined {
  const members = membersOf(data);
  if (members === undefined) return undefined;
  const own = members['orderNumber'];
  const named = typeof own === 'string' || typeof own === 'number' ? String(own) : asked;
  const altered = membersOf(known)?.['orderNumber'];
  const resembles =
    named !== asked && (named === String(altered) || named.startsWith(asked) || asked.startsWith(named));
  if (!resembles && differences(data, known).length > 0) return undefined;
  const whose = own === undefined ? 'that order, member by member' : `order ${excerpt(JSON.stringify(own))}`;
  return fail(`an error record, or the record of an order ${asked}`, `the record of ${whose}`);
}

/** Every step whose status is NotApplicable carries title and status and nothing else; undefined when there is no such step. */
export function judgeNotApplicable(data: unknown, steps: readonly string[]): Judgement | undefined {
  const members = membersOf(data) ?? {};
  let judgement: Judgement | undefined;
  for (const name of steps) {
    const step = membersOf(members[name]);
    if (step?.['status'] !== 'NotApplicable') continue;
    const extra = Object.keys(step).filter((member) => member !== 'title' && member !== 'status');
    if (extra.length === 0) {
      judgement ??= PASS;
      continue;
    }
    const expected = 'only title and status in a step that is NotApplicable';
    const actual = `${name} also has ${extra.join(', ')}`;
    // A null says as much as leaving the member out; whether it counts as carrying it can be doubted.
    if (extra.some((member) => step[member] !== null)) return fail(expected, actual);
    judgement = warn(expected, `${actual}, all null`);
  }
  return judgement;
}

/** A multi-domain order's domainName is a fixed text: the same in all of them. */
export function judgeFixedText(texts: readonly string[]): Judgement {
  const different = [...new Set(texts)];
  if (different.length === 1 && texts.length > 1) return PASS;
  if (texts.length < 2)
    return unshown('no-fixture', { what: 'none', of: 'pair-of-multi-domain-orders', was: 'known', but: 'add-orders' });
  return fail(
    'the same text in domainName of every multi-domain order',
    different
      .slice(0, 4)
      .map((text) => JSON.stringify(excerpt(text)))
      .join(', '),
  );
}

/** A single-domain order's domainName is its common name, as the profile knows it. */
export function judgeCommonName(data: unknown, commonName: string): Judgement {
  const actual = membersOf(data)?.['domainName'];
  if (typeof actual !== 'string') return unshown('earlier-step', { what: 'open', of: 'domainName', but: 'left-out' });
  if (actual.toLowerCase() === commonName.toLowerCase()) return PASS;
  return fail(`domainName ${commonName}`, `domainName ${JSON.stringify(excerpt(actual))}`);
}

/**
 * What the dialect adds to the record. `named`: members of the contract itself, judged apart. Only what the owner declared
 * can fail.
 */
export function judgeAdditions(
  answer: unknown,
  schema: JsonSchema,
  named: readonly string[],
  claimed: boolean,
): Judgement {
  const found = complaintsOfAnswer(schema, answer).filter((complaint) => {
    const [, place, member] = (complaint.split(' ')[0] ?? '').split('/');
    return place === 'data' && member !== undefined && !named.includes(member);
  });
  if (found.length === 0) return PASS;
  const actual = found.join('; ');
  if (!claimed) return observed({ what: 'differs', of: 'the record', actual });
  return fail("the record's further members as the dialect declares them", actual);
}
