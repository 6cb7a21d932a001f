/** The connections to the target: pools, TLS, proxy. */
import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { readHandedIn, whyUnread } from '../../spec/handed-in.ts';
import { ProfileError } from '../profile/errors.ts';
import { isLoopback } from '../profile/hosts.ts';
import type { Profile } from '../profile/types.ts';

/** Idle connections are kept so long, in milliseconds: shorter than servers do, lest they close one that is just being used. */
const IDLE_MS = 1500;
/** Longest header of a response, in bytes. */
const MAX_HEADER_BYTES = 64 * 1024;

export interface Transport {
  /** The dispatcher for an origin (`https://host:port`). */
  to(origin: string): Dispatcher;
  close(): Promise<void>;
}

/** What TLS needs, read once. */
export interface TlsMaterial {
  readonly options: { readonly secureContext: tls.SecureContext; readonly servername?: string };
  /** For everything but the target itself, such as a token endpoint or a proxy: the same authorities, no client certificate. */
  readonly others: { readonly secureContext: tls.SecureContext };
  /** Text of the private key, for the redactor. */
  readonly key?: string;
}

/**
 * Reads the files that the profile's `tls` names.
 * @throws ProfileError when one cannot be read or does not fit the others.
 */
export function readTlsMaterial(profile: Profile, passphrase: string | undefined): TlsMaterial {
  const { ca, cert, key, servername } = profile.tls;
  const read = (file: string, member: string): string => {
    try {
      return readHandedIn(file, 'utf8');
    } catch (error) {
      throw new ProfileError(
        `tls.${member}: ${file} cannot be read (${whyUnread(error)}); name a PEM file.`,
        `/tls/${member}`,
      );
    }
  };
  const authorities = ca.map((file) => authorityIn(read(file, 'ca'), file));
  const keyText = key === undefined ? undefined : read(key, 'key');
  try {
    const trust = authorities.length === 0 ? {} : { ca: [...tls.getCACertificates('default'), ...authorities] };
    const context = tls.createSecureContext({
      ...trust,
      ...(cert === undefined ? {} : { cert: read(cert, 'cert') }),
      ...(keyText === undefined ? {} : { key: keyText }),
      ...(passphrase === undefined ? {} : { passphrase }),
    });
    return {
      others: { secureContext: tls.createSecureContext(trust) },
      options: { secureContext: context, ...(servername === undefined ? {} : { servername }) },
      ...(keyText === undefined ? {} : { key: keyText }),
    };
  } catch (error) {
    if (error instanceof ProfileError) throw error;
    throw new ProfileError(
      'tls: certificate, key, passphrase and authority do not fit together; check that each file is PEM and belongs to the others.',
      '/tls',
    );
  }
}

/** The text of an authority's file. The TLS library passes over what it cannot read: nobody would be trusted, or everybody else. */
function authorityIn(text: string, file: string): string {
  const blocks = text.match(/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END \1CERTIFICATE-----/g) ?? [];
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    throw new ProfileError(`tls.ca: ${file} holds a certificate that cannot be read; name a PEM file.`, '/tls/ca');
  }
  if (blocks.length > 0) return text;
  throw new ProfileError(`tls.ca: ${file} holds no certificate; name the PEM file of the authority.`, '/tls/ca');
}

/** Opens no connection yet. `connections` is the size of each pool. */
export function createTransport(profile: Profile, material: TlsMaterial, connections: number): Transport {
  const shared = {
    connections,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connectTimeout: profile.limits.timeout.connect,
    ...(profile.http2 === undefined ? {} : { allowH2: profile.http2 }),
  };
  const own = new Set(
    [profile.admin?.url, profile.legacy?.url, profile.legacy?.plainUrl].flatMap((url) =>
      url === undefined ? [] : [new URL(url).origin],
    ),
  );
  const connect = (origin: string): buildConnector.BuildOptions => ({
    ...(own.has(origin) ? material.options : material.others),
    timeout: profile.limits.timeout.connect,
    ...(profile.http2 === true ? { preferH2: true } : {}),
    ...(profile.http2 === undefined ? {} : { allowH2: profile.http2 }),
    // Asked for in the profile, and only ever for this machine.
    ...(profile.tls.selfSigned && isLoopback(origin) ? { rejectUnauthorized: false } : {}),
  });
  const dispatchers = new Map<string, Dispatcher>();
  let closed = false;
  const make = (origin: string): Dispatcher => {
    if (profile.proxy === undefined) return new Pool(origin, { ...shared, connect: connect(origin) });
    const { url, user, password } = profile.proxy;
    return new ProxyAgent({
      ...shared,
      uri: url,
      requestTls: connect(origin),
      proxyTls: material.others,
      ...(user === undefined
        ? {}
        : { token: `Basic ${Buffer.from(`${user}:${password?.reveal() ?? ''}`).toString('base64')}` }),
    });
  };
  return {
    to(origin) {
      let dispatcher = dispatchers.get(origin);
      if (dispatcher === undefined) {
        dispatcher = make(origin);
        dispatchers.set(origin, dispatcher);
        // Whatever is still sent after the end is refused by the library.
        if (closed) void dispatcher.destroy();
      }
      return dispatcher;
    },
    async close() {
      // Destroyed rather than closed: a hanging target must not hold up the end of the run.
      closed = true;
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
