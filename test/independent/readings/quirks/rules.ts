/** Rules of a server's own about texts and numbers: what else it refuses, what else it takes (2.1, 4.1). */
import type { Json } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import { type Quirk, refusing } from './quirk.ts';

const textsOf = (value: Json): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? (value as readonly Json[]).flatMap(textsOf) : [];

/** A rule that texts keep, wherever they stand, or at the places whose names end so; no description has a word for it. */
const texts = (id: string, about: string, fits: (text: string) => boolean, at = /./): Quirk => ({
  id,
  about,
  undescribed: true,
  plant: {
    judge: (_, place, __, type, verdict) => {
      const free = type.is === 'text' || (type.is === 'list' && type.of.is === 'text');
      if (!free || place.includes(':') || place.startsWith('legacy.') || !at.test(place) || !('value' in verdict))
        return verdict;
      return textsOf(verdict.value).every(fits) ? verdict : { wrong: about };
    },
  },
});

const detail = ({ body }: Call, name: string): string => String(body[name] ?? '');
const hasAddress = (call: Call) => call.op === 'organization.update';

/** Names that an object of JSON has twice. */
function hasTwice(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (name !== undefined) {
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

export const RULES_OF_VALUES: readonly Quirk[] = [
  texts('no-controls', 'texts have no control characters', (text) => !/\p{Cc}/u.test(text)),
  texts('basic-plane', 'texts have no characters beyond the basic plane', (text) => text.length === [...text].length),
  texts('no-markup', 'texts look like no markup', (text) => !/<[a-z/!]|javascript:/i.test(text)),
  texts('no-blanks', 'texts are not blank', (text) => text === '' || text.trim() !== ''),
  texts(
    'mail-form',
    'mail addresses have their form',
    (text) => text === '' || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text),
    /(?:e?mails?|recipients|contacts)$/i,
  ),
  texts(
    'phone-form',
    'phone numbers have digits, spaces and few signs',
    (text) => /^\+?[\d ()./-]*$/.test(text),
    /phone(?:Number)?$/i,
  ),
  texts(
    'name-form',
    'names begin and end with a letter or digit',
    (text) => text === '' || /^[\p{L}\p{N}*](?:.*[\p{L}\p{N}.)])?$/su.test(text),
    /\/(?:name|forename|surname|firstName|lastName|legalName)$/,
  ),
  refusing(
    'no-change',
    'nothing would change',
    (call) => {
      if (call.request.method !== 'PUT' || call.op.endsWith('.reset')) return false;
      const now =
        call.op === 'ssl.update'
          ? call.world.find('ssl-certificate', String(call.body['id']))?.fields
          : call.entity?.fields;
      const given = Object.entries({ ...call.body, ...call.query });
      if (call.op === 'endpoint.delegations.update')
        return (
          JSON.stringify([...call.list].sort()) ===
          JSON.stringify([...((now?.['delegations'] ?? []) as readonly Json[])].sort())
        );
      return (
        now !== undefined &&
        given.length > 0 &&
        given.every(
          ([name, value]) =>
            name === 'id' || JSON.stringify(now[name.split('.').at(-1) as string]) === JSON.stringify(value),
        )
      );
    },
    { withdraws: ['admin.same-type'] },
  ),
  refusing(
    'postal-fits',
    'postal code and country go together (2.1)',
    (call) =>
      hasAddress(call) &&
      /^(?:DE|FR|US)$/.test(detail(call, 'country')) &&
      !/^(?:\d{5})?$/.test(detail(call, 'postalCode')),
    { status: 400, undescribed: true },
  ),
  refusing(
    'state-needed',
    'in this country there are states (2.1)',
    (call) =>
      hasAddress(call) && /^(?:US|CA|AU)$/.test(detail(call, 'country')) && detail(call, 'stateProvince') === '',
    { status: 400, undescribed: true },
  ),
  refusing(
    'no-future',
    'nothing is incorporated in the future (4.7)',
    (call) =>
      Object.entries(call.query).some(
        ([name, value]) =>
          name.endsWith('.dateOfIncorporation') && String(value) > new Date().toISOString().slice(0, 10),
      ),
    { status: 400 },
  ),
  refusing(
    'level-strict',
    'this is for another level (4.7)',
    (call) => {
      const has = (part: string) => Object.keys(call.query).some((name) => name.includes(part));
      const { level } = call.entity?.fields ?? {};
      return (
        call.op === 'validation.revalidate' &&
        ((has('.assumedName') && level !== 'EV_SSL') || (has('.organizationIdentifier') && level !== 'OV_SMIME'))
      );
    },
    { status: 400 },
  ),
  refusing(
    'duplicates-refused',
    'a member stands there twice (2.1)',
    (call) => call.request.body.length > 0 && hasTwice(call.request.body.toString('utf8')),
    { status: 400 },
  ),
  refusing(
    'charset-refused',
    'bodies are in UTF-8 (4.1)',
    ({ request }) => /charset=(?!"?utf-8"?)/i.test(request.headers['content-type'] ?? ''),
    { status: 415 },
  ),
  {
    id: 'plain-numbers',
    about: 'numbers of the query have no leading zeros (4.1)',
    plant: {
      judge: (_, place, raw, type, verdict) =>
        type.is === 'int' && /[?:]/.test(place) && typeof raw === 'string' && /^[+-]?0\d/.test(raw.trim())
          ? { wrong: 'zeros' }
          : verdict,
    },
  },
  {
    id: 'booleans-of-digits',
    about: 'one and zero are truth values, too (4.1)',
    plant: {
      judge: (_, place, raw, type, verdict) =>
        type.is === 'bool' && place.includes('?') && /^(?:[01]|yes|no)$/.test(String(raw))
          ? { value: raw === '1' || raw === 'yes' }
          : verdict,
    },
  },
  {
    id: 'coerces',
    about: 'numbers and truth values of bodies may be written as text, and texts as numbers (2.1)',
    undescribed: true,
    plant: {
      judge: (_, place, raw, type, verdict) => {
        if (!place.includes('/') || 'value' in verdict || place.endsWith('/')) return verdict;
        if (
          type.is === 'int' &&
          typeof raw === 'string' &&
          /^\d{1,9}$/.test(raw) &&
          Number(raw) >= (type.min ?? 0) &&
          Number(raw) <= (type.max ?? 1e9)
        )
          return { value: Number(raw) };
        if (type.is === 'bool' && /^(?:true|false)$/.test(String(raw))) return { value: String(raw) === 'true' };
        if (
          type.is === 'text' &&
          typeof raw === 'number' &&
          type.form === undefined &&
          String(raw).length <= (type.max ?? 100)
        )
          return { value: String(raw) };
        return verdict;
      },
    },
  },
];
