/** The entities that a profile names: most of what the server begins with, and what it says of each. */
import { SSL_FILTERS } from './contract/parameters.ts';
import type { Fields, Json, Kind } from './contract/types.ts';
import { LOGINS } from './legacy/logins.ts';
import { type Order, ordersOf } from './legacy/orders.ts';
import type { Teller } from './profiles.ts';
import type { Reading } from './readings/reading.ts';
import { OPERATIONS } from './server/operations.ts';
import { seeded } from './server/seed.ts';
import type { Entity } from './server/world.ts';

type Fixture = { ids: unknown; traits?: Record<string, unknown>; allow: string; foreign?: boolean };

const DAY = 86_400_000;

/** What the SSL list's filters say of a certificate. */
function filtersOf(fields: Fields): Record<string, unknown> {
  const days = (at: Json | undefined) => Math.ceil(Math.abs(Number(at) - Date.now()) / DAY);
  const traits: Record<string, unknown> = {};
  for (const { field } of SSL_FILTERS) {
    const value = fields[field];
    if (typeof value === 'string' || typeof value === 'number') traits[field] = value;
  }
  const names = fields['subjectAlternativeName'];
  if (Array.isArray(names)) traits['subjectAlternativeName'] = names[0];
  for (const [filter, at] of [
    ['expiresIn', 'expiresAt'],
    ['requestedIn', 'requestedAt'],
    ['issuedIn', 'issuedAt'],
    ['renewedIn', 'renewedAt'],
  ] as const) {
    if (fields[at] !== undefined) traits[filter] = days(fields[at]);
  }
  return { ...traits, renewed: fields['renewedAt'] !== undefined };
}

/** What the profile says of an entity. */
function traitsOf({ kind, fields = {} }: Entity, reading: Reading): Record<string, unknown> | undefined {
  switch (kind) {
    case 'ssl-certificate':
      return filtersOf(fields);
    case 'ssl-location':
    case 'client-location':
      return { custom: fields['custom'] };
    case 'administrator':
      return { type: fields['type'], requester: fields['login'], ...(fields['template'] ? { template: true } : {}) };
    case 'organization':
      return { level: fields['parentId'] === undefined ? 'organization' : 'department' };
    case 'validation':
      return { level: fields['level'] };
    case 'endpoint':
      return {
        mode: fields['mode'],
        type: fields['endpointType'],
        ...(fields['configured'] ? {} : { configured: false }),
      };
    case 'account':
      return {
        variant: Object.entries(reading.words).find(([, word]) => word === fields['variant'])?.[0] ?? fields['variant'],
      };
    case 'domain':
      return { state: fields['state'] };
    default:
      return undefined;
  }
}

/** Names of a kind's identifiers in the paths. */
export function idNames(kind: Kind): readonly string[] {
  if (kind === 'ssl-certificate') return ['sslId'];
  const path = OPERATIONS.find((one) => one.kind === kind)?.path ?? '';
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

function idsOf({ kind, key }: Entity): unknown {
  const parts = key.split('/').map((part) => (kind === 'bucket' ? part : Number(part)));
  const names = idNames(kind);
  return Object.fromEntries(names.map((name, i) => [name, parts[i]]));
}

const KINDS: readonly Kind[] = [
  'ssl-certificate',
  'ssl-location',
  'client-certificate',
  'client-location',
  'mark-certificate',
  'administrator',
  'person',
  'organization',
  'validation',
  'notification',
  'endpoint',
  'account',
  'domain',
  'net-task',
  'ad-task',
  'bucket',
];

function orderTraits(order: Order, reading: Reading): Record<string, unknown> {
  const domains = order.domains.map(({ name }) => name);
  const local = reading.legacy.localParts === 'any' ? 'anybody' : (reading.legacy.localParts[0] ?? 'admin');
  const states = {
    'already-issued': 1,
    'already-validated': 1,
    'permission-denied': 1,
    'unexpected-state': 1,
    'update-failed': 1,
  };
  const state =
    order.hindrance !== undefined && order.hindrance in states
      ? order.hindrance
      : order.initial === undefined
        ? 'pending'
        : order.initial === order.number
          ? 'initial'
          : 'replacement';
  return {
    order: order.multi ? 'multi' : 'single',
    state,
    domains,
    email: Object.fromEntries(domains.map((name) => [name, `${local}@${name.replace('*.', '')}`])),
    method: reading.legacy.methods.email,
    ...(order.initial === undefined ? {} : { initialOrder: order.initial }),
    ...(order.ev ? { ev: true } : {}),
    ...(domains.some((name) => name.startsWith('*.')) ? { wildcard: true } : {}),
  };
}

/** What may be done to an entity: the first two of a kind to be looked at, three to be put back, all others to be used up. */
const allowed = (n: number): string => (n < 2 ? 'observe' : n < 5 ? 'modify' : 'destroy');

/** What is told of an entity's traits; nothing when none of them is. */
function said(kind: string, traits: Record<string, unknown> | undefined, tells: Teller) {
  const known = Object.entries(traits ?? {}).filter(([name]) => tells(`${kind}.${name}`));
  return known.length > 0 ? { traits: Object.fromEntries(known) } : {};
}

/**
 * All fixtures. A profile that says less names the same ones.
 * @param tells which traits are told, as kind.trait; and whether what is foreign and the other logins are
 */
export function fixturesOf(reading: Reading, tells: Teller): Record<string, Fixture[]> {
  const world = seeded(reading);
  const fixtures: Record<string, Fixture[]> = {};
  for (const kind of KINDS) {
    const own = world.all(kind).filter(({ customer }) => customer === 'own');
    const foreign = tells('foreign') ? world.all(kind).filter(({ customer }) => customer !== 'own') : [];
    fixtures[kind] = [
      ...own.map((entity, n) => {
        const allow = kind === 'administrator' && entity.fields?.['template'] ? 'observe' : allowed(n);
        return { ids: idsOf(entity), allow, ...said(kind, traitsOf(entity, reading), tells) };
      }),
      ...foreign.map((entity) => ({ ids: idsOf(entity), allow: 'destroy', foreign: true })),
    ];
  }
  const orders = [...ordersOf().values()].filter(({ customer }) => tells('foreign') || customer === 'own');
  fixtures['order'] = orders.map((order) => ({
    ids: { orderNumber: order.number },
    allow: 'modify',
    ...said(
      'order',
      { ...orderTraits(order, reading), ...(order.customer === 'own' ? {} : { foreign: true }) },
      (point) => point === 'order.foreign' || tells(point),
    ),
  }));
  if (tells('login')) {
    fixtures['login'] = LOGINS.slice(1).map(({ name, password, state }) => ({
      ids: { loginName: name, loginPassword: password },
      traits: { state },
      allow: 'observe',
    }));
  }
  return fixtures;
}
