import type { DialectReference } from '../spec/dialect.ts';
import type { Contract } from '../spec/types.ts';
import type { Fault } from './faults/types.ts';
import type { LogEntry } from './log.ts';
import type { ServerCertificate } from './tls.ts';

/** How to start the emulator; everything has a default. */
export interface EmulatorOptions extends Partial<Omit<EmulationOptions, 'faults'>> {
  /** Deliberate mistakes, or their ids as `certconform list faults` names them; default none. */
  readonly faults?: readonly (Fault | string)[];
}

/** The same once all is settled. */
export interface EmulationOptions {
  /** The contract with the dialect that it speaks. */
  readonly contract: Contract;
  /** What that dialect is called: `default`, `alternate`, the path of a dialect file, or its data. It is loaded where no contract is given. */
  readonly dialect?: DialectReference;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port of the Admin Operations API over HTTP; default any free one, like the other ports. */
  readonly port?: number;
  /** Port of HTTPS, for both interfaces. */
  readonly tlsPort?: number;
  /** Port of plain HTTP on which the legacy actions refuse all calls. */
  readonly legacyPlainPort?: number;
  /** Port of the control interface; false or left out: none. */
  readonly controlPort?: number | false;
  /** Deliberate mistakes; default none. */
  readonly faults?: readonly Fault[];
  /** Silences of which the second reading is taken, beside what the dialect declares; default none. @see OTHER_READINGS */
  readonly otherwise?: readonly string[] | 'all';
  /** Limit of the order status action instead of the dialect's; false: unlimited. */
  readonly rateLimit?: { readonly requests: number; readonly seconds: number } | false;
  /** Seed of ids, hashes and tokens; default 1. */
  readonly seed?: number;
  /** The moment that the emulator takes for now, in milliseconds since the Unix epoch; default the real one. */
  readonly now?: number;
  /** Milliseconds that each answer takes longer, as if the server were far away; default 0. */
  readonly latencyMs?: number;
  /** Whether the token endpoint and the plain lists are served, which the contract does not specify; default false. */
  readonly beyond?: boolean;
  /** Seconds that a token of the token endpoint is good; default 300. */
  readonly tokenLifetime?: number;
  /** Certificate and private key for HTTPS, PEM; default a self-signed one for this process. */
  readonly certificate?: ServerCertificate;
  /** How many requests the log keeps; default 20000, 0 switches it off. */
  readonly logLimit?: number;
}

/** Credentials of a running emulator. None of them opens anything else. */
export interface EmulatorCredentials {
  /** Token of an administrator with role MRAO. */
  readonly bearer: string;
  /** Token of an administrator without. */
  readonly secondBearer: string;
  /** Token of the first that has expired. */
  readonly expiredBearer: string;
  /** Token with the claims of the first that somebody else has signed. */
  readonly forgedBearer: string;
  /** Token of an administrator of another customer. */
  readonly foreignBearer: string;
  /** The client of the token endpoint. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly loginName: string;
  readonly loginPassword: string;
  readonly lockedLogin: { readonly name: string; readonly password: string };
  readonly expiredLogin: { readonly name: string; readonly password: string };
}

/** A running emulator. */
export interface Emulator {
  /** Base URL of the Admin Operations API over HTTP. */
  readonly adminUrl: string;
  /** The same over HTTPS. */
  readonly adminTlsUrl: string;
  /** Base URL of the legacy actions. */
  readonly legacyUrl: string;
  /** Base URL under which the legacy actions refuse every call for want of HTTPS. */
  readonly legacyPlainUrl: string;
  /** The token endpoint, over HTTPS; undefined where nothing beyond the contract is served. */
  readonly tokenUrl: string | undefined;
  /** Base URL of the control interface, when there is one. */
  readonly controlUrl: string | undefined;
  readonly credentials: EmulatorCredentials;
  /** The certificate that HTTPS shows, PEM: the one that was given, or a self-signed one that clients may trust. */
  readonly caCertificate: string;
  /** Requests so far, oldest first. */
  readonly log: readonly LogEntry[];
  /** The whole state as plain data. Equal states give deeply equal dumps. */
  dump(): unknown;
  /** Replaces all active faults. @throws Error when one does not fit the contract. */
  setFaults(faults: readonly Fault[]): void;
  /** Lets each answer take so many milliseconds longer from now on. */
  setLatency(milliseconds: number): void;
  /** Back to the state at start, with an empty log; faults stay as they are. */
  reset(): void;
  /** A ready-to-use target profile. */
  profile(): Record<string, unknown>;
  /** Closes all sockets. */
  close(): Promise<void>;
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
