/** A profile once it is read, completed and found sound. */
import type { FixtureKind } from '../../spec/types.ts';
import type { Effect, Implementation } from '../../spec/vocabulary.ts';
import type { Example, Fixture } from '../types.ts';
import type { Secret } from './secret.ts';

/** Where a secret comes from. */
export type SecretSource =
  | { readonly kind: 'value'; readonly value: Secret }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'command'; readonly command: string | readonly string[] }
  | {
      readonly kind: 'oauth2';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: Secret;
      readonly scope?: string;
    };

/** The dialect as the profile names it; its paths are absolute. `spec` gives it meaning. */
export type DialectReference =
  | string
  | {
      readonly base?: string;
      readonly claimed?: unknown;
      readonly overlay?: string;
      readonly legacyOverlay?: string;
      readonly answers?: unknown;
      readonly openapi?: string;
      readonly [member: string]: unknown;
    };

/** Requests per span, in milliseconds; `adaptive` only gives way when the target asks for it. */
export type Rate = 'adaptive' | { readonly count: number; readonly spanMs: number };

export interface Limits {
  /** Requests in flight at one time. */
  readonly concurrency: number;
  /** All in milliseconds. */
  readonly timeout: {
    readonly connect: number;
    readonly headers: number;
    readonly body: number;
    readonly total: number;
  };
  readonly rate: Rate;
  readonly maxBodyBytes: number;
  /** Longest time in milliseconds that one request waits in all because the target throttles. */
  readonly throttleWait: number;
  /** Longest wait in milliseconds for a busy fixture. */
  readonly leaseWait: number;
  /** Longest time in milliseconds until an accepted change shows. */
  readonly settle: number;
}

export interface TlsSettings {
  readonly ca: readonly string[];
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: SecretSource;
  readonly servername?: string;
  readonly selfSigned: boolean;
}

export interface Profile {
  readonly name: string;
  /** What is under test, for the statement. */
  readonly implementation?: Implementation;
  /** Absolute path of the file that it came from. */
  readonly file?: string;
  /** Folder from which relative paths start. */
  readonly folder: string;
  readonly admin?: {
    readonly url: string;
    readonly bearer?: SecretSource;
    readonly role: string;
    readonly second?: { readonly bearer: SecretSource; readonly role?: string };
    /** Tokens that must be refused: one that has expired, and one with the signature of somebody else. */
    readonly expired?: SecretSource;
    readonly forged?: SecretSource;
    /** A valid token of another customer. */
    readonly foreign?: SecretSource;
  };
  readonly legacy?: {
    readonly url: string;
    readonly plainUrl?: string;
    readonly loginName?: string;
    readonly loginPassword?: SecretSource;
    readonly wrongLoginLimit: number;
    readonly provokeRateLimit: boolean;
  };
  readonly dialect?: DialectReference;
  readonly claims: readonly string[];
  /** The most that this run may do. */
  readonly effect: Effect;
  /** True when every URL of the target is on this machine. */
  readonly loopback: boolean;
  readonly allowHosts?: readonly string[];
  readonly fixtures: readonly Fixture[];
  /** Entities of other customers. */
  readonly foreign: readonly Fixture[];
  /** Passwords of `login` fixtures by the placeholder that stands for each, without braces. */
  readonly logins: ReadonlyMap<string, Secret>;
  readonly absent: Readonly<Partial<Record<FixtureKind, Readonly<Record<string, string | number>>>>>;
  /** Valid requests by operation id. */
  readonly examples: Readonly<Record<string, Example>>;
  /** Absolute path of the provisioning module. */
  readonly provision?: string;
  readonly limits: Limits;
  readonly tls: TlsSettings;
  /** URL of the proxy, without credentials. */
  readonly proxy?: { readonly url: string; readonly user?: string; readonly password?: Secret };
  readonly http2?: boolean;
  readonly checkHeader: string | false;
  /** Doubtful but permitted points, one sentence each, for the user. */
  readonly warnings: readonly string[];
}
