/** Section 4.2: the list of certificates, its filters, the update; custom locations; mark certificates (4.4). */
import type { Fields, Json } from '../contract/types.ts';
import type { Call } from '../server/call.ts';
import type { Reply } from '../server/message.ts';
import { updated } from './generic.ts';

const DAY = 86_400_000;
/** Filter → field that it looks at, where they are called otherwise. */
const LOOKS_AT: Readonly<Record<string, string>> = {
  renewedIn: 'renewedAt',
  requestedIn: 'requestedAt',
  issuedIn: 'issuedAt',
  expiresIn: 'expiresAt',
};
const PAGING = new Set(['size', 'position']);

function contains(call: Call, filter: string, value: Json, held: Json): boolean {
  const part = call.reading.ssl.contains.includes(filter);
  const one = (item: Json) => (part ? String(item).includes(String(value)) : item === value);
  return Array.isArray(held) ? held.some(one) : one(held);
}

/** Whether a filter finds a certificate: words and numbers by what it holds, `…In` by whole days from this moment. */
export function finds(call: Call, filter: string, value: Json, certificate: Fields): boolean {
  const held = certificate[LOOKS_AT[filter] ?? filter];
  const now = Date.now();
  if (filter === 'renewed') return (certificate['renewedAt'] !== undefined) === value;
  if (held === undefined || held === null) return false;
  const at = Number(held);
  if (filter === 'expiresIn') return at >= now && at <= now + Number(value) * DAY;
  if (filter in LOOKS_AT) return at <= now && at >= now - Number(value) * DAY;
  return contains(call, filter, value, held);
}

function certificatesOf(call: Call): readonly Fields[] {
  const { world, reading, holder } = call;
  const all = world
    .all('ssl-certificate')
    .filter(({ customer }) => customer === holder?.customer)
    .map((entity) => ({ fields: world.seen(entity), changed: entity.changed }))
    .flatMap(({ fields, changed }) => (fields ? [{ fields, changed }] : []))
    .sort((a, b) => Number(a.fields['id']) - Number(b.fields['id']));
  const { order } = reading.ssl;
  if (order === 'descending') all.reverse();
  if (order === 'latest') all.sort((a, b) => b.changed - a.changed);
  if (order === 'name') all.sort((a, b) => (String(a.fields['commonName']) < String(b.fields['commonName']) ? -1 : 1));
  return all.map(({ fields }) => fields);
}

export function list(call: Call): Reply {
  const { ssl } = call.reading;
  const all = certificatesOf(call);
  const filters = Object.entries(call.query).filter(
    ([name]) =>
      !PAGING.has(name) && !(ssl.deprecated === 'ignored' && (name === 'discoveryStatus' || name === 'keySize')),
  );
  const { matches } = call.service.plant;
  const found = all.filter((certificate) =>
    filters.every(([name, value]) => {
      const plain = finds(call, name, value, certificate);
      return matches ? matches(call, name, value, certificate, plain) : plain;
    }),
  );
  const asked = call.query['size'] as number | undefined;
  const size = asked === undefined || (asked === 0 && ssl.zero === 'default') ? ssl.size : asked;
  const position = (call.query['position'] as number | undefined) ?? 0;
  const total = ssl.total === 'all' ? all.length : found.length;
  return {
    status: 200,
    headers: { 'X-Total-Count': String(total) },
    body: { json: found.slice(position, position + size).map((fields) => call.bodyOf('SSLIdentity', fields)) },
  };
}

export function change(call: Call): Reply {
  const { world, reading, holder } = call;
  const id = String(call.body['id']);
  const known = world.find('ssl-certificate', id);
  const own = known?.fields && known.customer === holder?.customer ? known : undefined;
  const entity = call.service.plant.found ? call.service.plant.found(call, own) : own;
  if (!entity?.fields) {
    return reading.ssl.unknownUpdate === 404 ? call.absent('certificate') : call.bad(`there is no certificate ${id}`);
  }
  call.entity = entity;
  call.before = entity.fields;
  const kept = call.keep(updated(call, 'SslInfo', entity.fields));
  return call.show(200, 'CertDetailsResponse.ssl', kept);
}

/** Locations that discovery found are not for updates: only custom ones are. */
function notCustom(call: Call): Reply | undefined {
  if (call.there.fields['custom'] === true) return undefined;
  const { notCustom: answer } = call.reading.location;
  return answer === 'absent' ? call.absent('location') : call.bad('this is not a custom location', answer);
}

export function changeLocation(call: Call): Reply {
  const refusal = notCustom(call);
  if (refusal) return refusal;
  call.keep(updated(call, 'LocationCreateUpdateRequest', call.there.fields));
  return { status: 200 };
}

export function removeLocation(call: Call): Reply {
  const refusal = notCustom(call);
  if (refusal) return refusal;
  call.world.set(call.there, undefined);
  return { status: 204 };
}

export function changeMark(call: Call): Reply {
  const { fields } = call.there;
  const wanted = updated(call, 'MarkEnrollRequest', fields);
  call.keep(call.reading.mark.shows === 'never' ? fields : wanted);
  return { status: 202 };
}
