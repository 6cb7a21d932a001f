/** Turns a profile's checked data into a `Profile`: short forms written out, defaults put in, paths made absolute. */
import { extname, isAbsolute, resolve } from 'node:path';
import type { FixtureKind } from '../../spec/types.ts';
import type { Effect } from '../../spec/vocabulary.ts';
import type { Fixture } from '../types.ts';
import type { Environment } from './environment.ts';
import { nearest, ProfileError } from './errors.ts';
import { IDENTIFIERS } from './kinds.ts';
import { profileSchema } from './schema.ts';
import { Secret } from './secret.ts';
import { type Path, type ProfileSource, pointerOf } from './source.ts';
import type { DialectReference, Limits, Profile, Rate, SecretSource, TlsSettings } from './types.ts';

type Ids = Readonly<Record<string, string | number>>;
type Raw = Readonly<Record<string, unknown>>;

/** A profile of which it is not yet decided what the run may do. */
export type Draft = Omit<Profile, 'effect' | 'loopback' | 'warnings'> & { readonly effects?: Effect };

/** What the completion needs beside the data. */
interface Context {
  readonly source: ProfileSource;
  readonly env: Environment;
}

/**
 * Completes a profile that fits the schema.
 * @throws ProfileError for what a schema cannot say: bad URLs, wrong identifiers of a kind, missing variables.
 */
export function complete(data: Raw, source: ProfileSource, env: Environment): Draft {
  const context: Context = { source, env };
  const logins = new Map<string, Secret>();
  const admin = data['admin'] === undefined ? undefined : readAdmin(data['admin'] as Raw, context);
  const legacy = data['legacy'] === undefined ? undefined : readLegacy(data['legacy'] as Raw, context);
  const first = admin?.url ?? legacy?.url;
  if (first === undefined) throw new ProfileError(`${source.where([])}: the profile names no URL; give admin.url.`);
  return {
    name: (data['name'] as string | undefined) ?? new URL(first).host,
    folder: source.folder,
    ...(source.file === undefined ? {} : { file: source.file }),
    ...(admin === undefined ? {} : { admin }),
    ...(legacy === undefined ? {} : { legacy }),
    ...(data['dialect'] === undefined ? {} : { dialect: readDialect(data['dialect'], source.folder) }),
    claims: (data['claims'] as string[] | undefined) ?? defaultClaims(admin !== undefined, legacy !== undefined),
    ...(data['effects'] === undefined ? {} : { effects: data['effects'] as Effect }),
    ...(data['allowHosts'] === undefined ? {} : { allowHosts: data['allowHosts'] as string[] }),
    fixtures: readFixtures((data['fixtures'] ?? {}) as Raw, logins, context),
    logins,
    absent: readAbsent((data['absent'] ?? {}) as Raw, context),
    examples: readExamples((data['examples'] ?? {}) as Raw),
    ...(data['provision'] === undefined ? {} : { provision: resolve(source.folder, data['provision'] as string) }),
    limits: readLimits((data['limits'] ?? {}) as Raw),
    tls: readTls((data['tls'] ?? {}) as Raw, context),
    ...(data['proxy'] === undefined ? {} : { proxy: readProxy(data['proxy'] as string, context) }),
    ...(data['http2'] === undefined ? {} : { http2: data['http2'] as boolean }),
    checkHeader: (data['checkHeader'] as string | false | undefined) ?? 'X-Conformance-Check',
  };
}

function defaultClaims(admin: boolean, legacy: boolean): string[] {
  const areas = ((profileSchema['$defs'] as Raw)['area'] as Raw)['enum'] as string[];
  return areas.filter((area) => (area.startsWith('legacy-') ? legacy : admin));
}

function readAdmin(raw: Raw, context: Context): NonNullable<Profile['admin']> {
  const second = raw['second'] as Raw | undefined;
  return {
    url: readUrl(raw['url'] as string, ['admin', 'url'], context),
    ...(raw['bearer'] === undefined ? {} : { bearer: readSecret(raw['bearer'], ['admin', 'bearer'], context) }),
    role: (raw['role'] as string | undefined) ?? 'MRAO',
    ...(second === undefined
      ? {}
      : {
          second: {
            bearer: readSecret(second['bearer'], ['admin', 'second', 'bearer'], context),
            ...(second['role'] === undefined ? {} : { role: second['role'] as string }),
          },
        }),
  };
}

function readLegacy(raw: Raw, context: Context): NonNullable<Profile['legacy']> {
  const password = raw['loginPassword'];
  const path = ['legacy', 'loginPassword'];
  if (password !== undefined) refuseOAuth(password, path, context);
  return {
    url: readUrl(raw['url'] as string, ['legacy', 'url'], context),
    ...(raw['plainUrl'] === undefined
      ? {}
      : { plainUrl: readUrl(raw['plainUrl'] as string, ['legacy', 'plainUrl'], context) }),
    ...(raw['loginName'] === undefined ? {} : { loginName: raw['loginName'] as string }),
    ...(password === undefined ? {} : { loginPassword: readSecret(password, path, context) }),
    wrongLoginLimit: (raw['wrongLoginLimit'] as number | undefined) ?? 3,
    provokeRateLimit: (raw['provokeRateLimit'] as boolean | undefined) ?? false,
  };
}

function refuseOAuth(raw: unknown, path: Path, { source }: Context): void {
  if (typeof raw === 'object' && raw !== null && 'oauth2' in raw) {
    throw new ProfileError(
      `${source.where(path)}: oauth2 can only give a bearer; use a value, env, file or command here.`,
      pointerOf(path),
    );
  }
}

/** An http or https URL without credentials, query and fragment, its trailing slash cut off. */
function readUrl(text: string, path: Path, { source }: Context): string {
  const fail = (what: string): never => {
    throw new ProfileError(`${source.where(path)}: ${what}.`, pointerOf(path));
  };
  if (!URL.canParse(text)) return fail('this is no absolute URL; write it as https://host or https://host/base');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return fail('the URL must begin with https:// or http://');
  if (url.username !== '' || url.password !== '')
    return fail('the URL carries credentials; take them out and give them as bearer or login');
  if (url.search !== '' || url.hash !== '')
    return fail('the URL carries a query or a fragment; give only host and path');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function readSecret(raw: unknown, path: Path, { source, env }: Context): SecretSource {
  if (typeof raw === 'string') return { kind: 'value', value: new Secret(raw) };
  const form = raw as { env?: string; file?: string; command?: string | string[]; oauth2?: Record<string, string> };
  if (form.env !== undefined) {
    const value = env[form.env];
    if (value === undefined || value === '') {
      throw new ProfileError(
        `${source.where([...path, 'env'])}: the environment variable ${form.env} is ${value === '' ? 'empty' : 'not set'}; set it before the run.`,
        pointerOf(path),
      );
    }
    return { kind: 'value', value: new Secret(value) };
  }
  if (form.file !== undefined) return { kind: 'file', file: resolve(source.folder, form.file) };
  if (form.command !== undefined) return { kind: 'command', command: form.command };
  const { tokenUrl = '', clientId = '', clientSecret = '', scope } = form.oauth2 ?? {};
  return {
    kind: 'oauth2',
    tokenUrl: readTokenUrl(tokenUrl, [...path, 'oauth2', 'tokenUrl'], source),
    clientId,
    clientSecret: new Secret(clientSecret),
    ...(scope === undefined ? {} : { scope }),
  };
}

function readTokenUrl(text: string, path: Path, source: ProfileSource): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new ProfileError(
    `${source.where(path)}: the token URL must be an absolute http or https URL.`,
    pointerOf(path),
  );
}

function readDialect(raw: unknown, folder: string): DialectReference {
  if (typeof raw === 'string') return looksLikePath(raw) ? resolve(folder, raw) : raw;
  const dialect: Record<string, unknown> = { ...(raw as Raw) };
  for (const member of ['base', 'overlay', 'legacyOverlay', 'answers', 'openapi']) {
    const value = dialect[member];
    if (typeof value === 'string' && (member !== 'base' || looksLikePath(value)))
      dialect[member] = resolve(folder, value);
  }
  return dialect;
}

function looksLikePath(text: string): boolean {
  return isAbsolute(text) || /[\\/]/.test(text) || ['.yaml', '.yml', '.json'].includes(extname(text));
}

function readFixtures(raw: Raw, logins: Map<string, Secret>, context: Context): Fixture[] {
  const fixtures: Fixture[] = [];
  for (const [kind, list] of Object.entries(raw) as [FixtureKind, unknown[]][]) {
    list.forEach((item, index) => {
      const long = typeof item === 'object' && item !== null ? (item as Raw) : { ids: item };
      const path = typeof item === 'object' ? ['fixtures', kind, index, 'ids'] : ['fixtures', kind, index];
      fixtures.push({
        kind,
        ids:
          kind === 'login'
            ? hidePassword(long['ids'], index, path, logins, context)
            : readIds(kind, long['ids'], path, context),
        traits: (long['traits'] ?? {}) as Fixture['traits'],
        allow: (long['allow'] as Effect | undefined) ?? 'observe',
      });
    });
  }
  return fixtures;
}

/** The password of a login stays behind; a placeholder stands for it. */
function hidePassword(raw: unknown, index: number, path: Path, logins: Map<string, Secret>, context: Context): Ids {
  const ids = readIds('login', raw, path, context);
  const placeholder = `login.${index}.password`;
  logins.set(placeholder, new Secret(String(ids['loginPassword'])));
  return { loginName: String(ids['loginName']), loginPassword: `{{${placeholder}}}` };
}

function readAbsent(raw: Raw, context: Context): Profile['absent'] {
  return Object.fromEntries(
    (Object.entries(raw) as [FixtureKind, unknown][]).map(([kind, ids]) => [
      kind,
      readIds(kind, ids, ['absent', kind], context),
    ]),
  );
}

type Scalar = string | number | boolean;

function readExamples(raw: Raw): Profile['examples'] {
  const text = (value: Scalar | readonly Scalar[]): string | readonly string[] =>
    Array.isArray(value) ? value.map(String) : String(value);
  return Object.fromEntries(
    (Object.entries(raw) as [string, { query?: Record<string, Scalar | Scalar[]>; body?: unknown }][]).map(
      ([id, example]) => [
        id,
        {
          ...(example.query === undefined
            ? {}
            : { query: Object.fromEntries(Object.entries(example.query).map(([name, value]) => [name, text(value)])) }),
          ...(example.body === undefined ? {} : { body: example.body }),
        },
      ],
    ),
  );
}

function readIds(kind: FixtureKind, raw: unknown, path: Path, { source }: Context): Ids {
  const names = IDENTIFIERS[kind];
  const [only] = names;
  const wanted = `{ ${names.map((name) => `${name}: ...`).join(', ')} }`;
  if (typeof raw !== 'object' || raw === null) {
    if (names.length === 1 && only !== undefined) return { [only]: raw as string | number };
    throw new ProfileError(
      `${source.where(path)}: a fixture of kind ${kind} has ${names.length} identifiers; write ids: ${wanted}.`,
      pointerOf(path),
    );
  }
  const given = Object.keys(raw);
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, names);
    const hint = near === undefined ? `write ids: ${wanted}` : `did you mean "${near}"`;
    throw new ProfileError(
      `${source.where([...path, unknown])}: a fixture of kind ${kind} has no identifier "${unknown}"; ${hint}.`,
      pointerOf(path),
    );
  }
  const missing = names.find((name) => !given.includes(name));
  if (missing !== undefined) {
    throw new ProfileError(
      `${source.where(path)}: a fixture of kind ${kind} needs the identifier "${missing}"; write ids: ${wanted}.`,
      pointerOf(path),
    );
  }
  return raw as Ids;
}

function readLimits(raw: Raw): Limits {
  const timeout = (raw['timeout'] ?? {}) as Raw;
  return {
    concurrency: (raw['concurrency'] as number | undefined) ?? 8,
    timeout: {
      connect: duration(timeout['connect'], 10_000),
      headers: duration(timeout['headers'], 30_000),
      body: duration(timeout['body'], 15_000),
      total: duration(timeout['total'], 60_000),
    },
    rate: readRate(raw['rate'] as string | undefined),
    maxBodyBytes: (raw['maxBodyBytes'] as number | undefined) ?? 8 * 1024 * 1024,
    throttleWait: duration(raw['throttleWait'], 60_000),
    leaseWait: duration(raw['leaseWait'], 30_000),
  };
}

/** Milliseconds of a duration: a number counts seconds, text has its unit. */
function duration(raw: unknown, otherwise: number): number {
  if (typeof raw === 'number') return Math.max(1, Math.round(raw * 1000));
  const [, amount, unit] = /^([0-9.]+)(ms|s|m)$/.exec(String(raw)) ?? [];
  if (amount === undefined) return otherwise;
  const factor = unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000;
  return Math.max(1, Math.round(Number(amount) * factor));
}

function readRate(raw: string | undefined): Rate {
  const [, count, unit] = /^(\d+)\/([smh])$/.exec(raw ?? '') ?? [];
  if (count === undefined) return 'adaptive';
  return { count: Number(count), spanMs: unit === 's' ? 1000 : unit === 'm' ? 60_000 : 3_600_000 };
}

function readTls(raw: Raw, context: Context): TlsSettings {
  const folder = context.source.folder;
  const ca = raw['ca'] === undefined ? [] : [raw['ca'] as string | string[]].flat();
  const passphrase = raw['passphrase'];
  if (passphrase !== undefined) refuseOAuth(passphrase, ['tls', 'passphrase'], context);
  return {
    ca: ca.map((file) => resolve(folder, file)),
    ...(raw['cert'] === undefined ? {} : { cert: resolve(folder, raw['cert'] as string) }),
    ...(raw['key'] === undefined ? {} : { key: resolve(folder, raw['key'] as string) }),
    ...(passphrase === undefined ? {} : { passphrase: readSecret(passphrase, ['tls', 'passphrase'], context) }),
    ...(raw['servername'] === undefined ? {} : { servername: raw['servername'] as string }),
    selfSigned: (raw['selfSigned'] as boolean | undefined) ?? false,
  };
}

function readProxy(text: string, { source }: Context): NonNullable<Profile['proxy']> {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ProfileError(
      `${source.where(['proxy'])}: the proxy must be written as http://host:port, with user:password@ before the host if it asks for them.`,
      '/proxy',
    );
  }
  const url = new URL(text);
  return {
    url: url.origin,
    ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: new Secret(decodeURIComponent(url.password)) }),
  };
}
