/** Turns a profile's checked data into a `Profile`: short forms written out, defaults put in, paths made absolute. */
import { extname, isAbsolute, resolve } from 'node:path';
import type { Effect, Implementation } from '../../spec/vocabulary.ts';
import { type Context, type Raw, refuse } from './context.ts';
import type { Environment } from './environment.ts';
import { readAbsent, readExamples, readFixtures } from './fixtures.ts';
import { readLimits } from './limits.ts';
import { profileSchema } from './schema.ts';
import { Secret } from './secret.ts';
import { readSecret, readUrl, refuseOAuth } from './secrets.ts';
import type { ProfileSource } from './source.ts';
import type { DialectReference, Profile, SecretSource, TlsSettings } from './types.ts';

/** A profile of which it is not yet decided what the run may do. */
export type Draft = Omit<Profile, 'effect' | 'loopback' | 'warnings'> & { readonly effects?: Effect };

/**
 * Completes a profile that fits the schema.
 * @throws ProfileError for what a schema cannot say: bad URLs, wrong identifiers of a kind, missing variables.
 */
export function complete(data: Raw, source: ProfileSource, env: Environment): Draft {
  const context: Context = { source, env };
  const logins = new Map<string, Secret>();
  const admin = data['admin'] === undefined ? undefined : readAdmin(data['admin'] as Raw, context);
  const legacy = data['legacy'] === undefined ? undefined : readLegacy(data['legacy'] as Raw, context);
  const entities = readFixtures((data['fixtures'] ?? {}) as Raw, logins, context);
  const first = admin?.url ?? legacy?.url;
  if (first === undefined) return refuse(context, [], 'the profile names no URL; give admin.url');
  return {
    name: (data['name'] as string | undefined) ?? new URL(first).host,
    ...(data['implementation'] === undefined
      ? {}
      : { implementation: readImplementation(data['implementation'] as Implementation, context) }),
    folder: source.folder,
    ...(source.file === undefined ? {} : { file: source.file }),
    ...(admin === undefined ? {} : { admin }),
    ...(legacy === undefined ? {} : { legacy }),
    ...(data['dialect'] === undefined ? {} : { dialect: readDialect(data['dialect'], source.folder) }),
    claims: (data['claims'] as string[] | undefined) ?? defaultClaims(admin !== undefined, legacy !== undefined),
    ...(data['effects'] === undefined ? {} : { effects: data['effects'] as Effect }),
    ...(data['allowHosts'] === undefined ? {} : { allowHosts: data['allowHosts'] as string[] }),
    fixtures: entities.filter(({ foreign }) => foreign !== true),
    foreign: entities.filter(({ foreign }) => foreign === true),
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

function readImplementation({ url, ...named }: Implementation, context: Context): Implementation {
  return { ...named, ...(url === undefined ? {} : { url: readUrl(url, ['implementation', 'url'], context) }) };
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
    ...readInvalid('expired', raw, context),
    ...readInvalid('forged', raw, context),
    ...(raw['foreign'] === undefined ? {} : { foreign: readSecret(raw['foreign'], ['admin', 'foreign'], context) }),
  };
}

/** A token that must be refused; no authorization server hands one out. */
function readInvalid<Name extends 'expired' | 'forged'>(
  name: Name,
  raw: Raw,
  context: Context,
): { readonly [name in Name]?: SecretSource } {
  if (raw[name] === undefined) return {};
  refuseOAuth(raw[name], ['admin', name], context);
  return { [name]: readSecret(raw[name], ['admin', name], context) } as { readonly [name in Name]: SecretSource };
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

function readDialect(raw: unknown, folder: string): DialectReference {
  if (typeof raw === 'string') return looksLikePath(raw) ? resolve(folder, raw) : raw;
  const dialect: Record<string, unknown> = { ...(raw as Raw) };
  for (const member of ['base', 'overlay', 'legacyOverlay', 'openapi', 'answers']) {
    const value = dialect[member];
    if (typeof value === 'string' && (member !== 'base' || looksLikePath(value)))
      dialect[member] = resolve(folder, value);
  }
  return dialect;
}

function looksLikePath(text: string): boolean {
  return isAbsolute(text) || /[\\/]/.test(text) || ['.yaml', '.yml', '.json'].includes(extname(text));
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

function readProxy(text: string, context: Context): NonNullable<Profile['proxy']> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const decodable = url !== undefined && isDecodable(url.username + url.password);
  if (url === undefined || !/^https?:$/.test(url.protocol) || !decodable) {
    const form = 'http://host:port, with user:password@ (percent-encoded) before the host if it asks for them';
    return refuse(context, ['proxy'], `the proxy must be written as ${form}`);
  }
  return {
    url: url.origin,
    ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: new Secret(decodeURIComponent(url.password)) }),
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
