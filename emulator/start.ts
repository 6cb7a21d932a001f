import { setTimeout as pause } from 'node:timers/promises';
import { BUILT_IN_DIALECTS } from '../spec/dialect.ts';
import { loadContract } from '../spec/load.ts';
import { TOKEN_PATH } from './beyond/tokens.ts';
import { startControl } from './control.ts';
import type { Wire } from './edge/answers.ts';
import { Emulation } from './emulation.ts';
import { faultsOf, readingsOf } from './known.ts';
import { RequestLog } from './log.ts';
import type { EmulationOptions, Emulator, EmulatorCredentials, EmulatorOptions } from './options.ts';
import type { Incoming } from './pipeline.ts';
import { fixturesOf } from './profile.ts';
import { type Answer, type Listener, listen } from './server.ts';
import { LOGINS } from './state/seed/orders.ts';
import { dumpState } from './state/store.ts';
import { serverCertificate } from './tls.ts';

/**
 * Starts the reference emulator: an in-memory service that behaves as the contract says, and where the contract is
 * silent as the contract's dialect says. Without ports it listens on free ones.
 *
 * @throws Error when a port cannot be had (its `code` is EADDRINUSE or EACCES).
 * @throws EmulatorError for a fault or a reading of a silence that it does not know.
 * @throws DialectError for a malformed dialect.
 */
export async function startEmulator(asked: EmulatorOptions = {}): Promise<Emulator> {
  const options = await settled(asked);
  const { host = '127.0.0.1', port = 0, tlsPort = 0, legacyPlainPort = 0 } = options;
  const emulation = new Emulation(options);
  const log = new RequestLog(options.logLimit ?? 20_000);
  const certificate = options.certificate ?? (await serverCertificate());
  const opened: Listener[] = [];
  let latency = options.latencyMs ?? 0;
  const open = async (secure: boolean, wanted: number): Promise<number> => {
    const listener = await listen(
      answerer(emulation, log, secure, () => latency),
      host,
      wanted,
      secure ? certificate : undefined,
    );
    opened.push(listener);
    return listener.port;
  };
  const close = async () => {
    await Promise.all(opened.map((listener) => listener.close()));
  };
  try {
    const plain = await open(false, port);
    const tls = await open(true, tlsPort);
    const legacyPlain = await open(false, legacyPlainPort);
    const emulator: Omit<Emulator, 'controlUrl'> = {
      adminUrl: urlOf('http', host, plain),
      adminTlsUrl: urlOf('https', host, tls),
      legacyUrl: urlOf('https', host, tls),
      legacyPlainUrl: urlOf('http', host, legacyPlain),
      tokenUrl: options.beyond === true ? `${urlOf('https', host, tls)}${TOKEN_PATH}` : undefined,
      credentials: credentialsOf(emulation),
      caCertificate: certificate.cert,
      get log() {
        return log.entries;
      },
      dump: () => dumpState(emulation.world.state),
      setFaults: (faults) => emulation.setFaults(faults),
      setLatency: (milliseconds) => {
        latency = milliseconds;
      },
      reset: () => {
        emulation.reset();
        log.clear();
      },
      profile: () => profileOf(emulation, emulator, options),
      close,
      [Symbol.asyncDispose]: close,
    };
    const control = typeof options.controlPort === 'number' ? await startControl(emulator, host, options) : undefined;
    if (control !== undefined) opened.push(control);
    return Object.defineProperty(emulator, 'controlUrl', {
      value: control === undefined ? undefined : urlOf('http', host, control.port),
      enumerable: true,
    }) as Emulator;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fills in what was left out. */
async function settled({ faults = [], otherwise = [], ...asked }: EmulatorOptions): Promise<EmulationOptions> {
  const { dialect: named = 'default' } = asked;
  const builtIn = BUILT_IN_DIALECTS.find((name) => name === named);
  const dialect = builtIn === undefined ? named : { base: builtIn, claimed: true };
  const contract = asked.contract ?? (await loadContract({ dialect, validate: false }));
  const readings = typeof otherwise === 'string' ? otherwise : readingsOf(otherwise);
  return {
    ...asked,
    ...(asked.contract === undefined ? { dialect } : {}),
    contract,
    faults: faultsOf(contract, faults),
    otherwise: readings,
  };
}

function answerer(emulation: Emulation, log: RequestLog, secure: boolean, latency: () => number): Answer {
  const answer = (incoming: Incoming, tooLarge: boolean): Wire => {
    const wire = tooLarge ? emulation.tooLarge() : emulation.answer(incoming, secure);
    const check = incoming.headers['x-conformance-check'];
    log.add(incoming.method, incoming.url, typeof check === 'string' ? check : undefined, wire.status, incoming.body);
    return wire;
  };
  return (incoming, tooLarge) => {
    const ms = latency();
    return ms === 0 ? answer(incoming, tooLarge) : pause(ms).then(() => answer(incoming, tooLarge));
  };
}

function credentialsOf(emulation: Emulation): EmulatorCredentials {
  const [first, second] = emulation.principals;
  return {
    bearer: first.token,
    secondBearer: second.token,
    expiredBearer: emulation.invalid.expired,
    forgedBearer: emulation.invalid.forged,
    foreignBearer: emulation.foreigner.token,
    ...emulation.client,
    loginName: LOGINS.good.name,
    loginPassword: LOGINS.good.password,
    lockedLogin: LOGINS.locked,
    expiredLogin: LOGINS.expired,
  };
}

function profileOf(
  emulation: Emulation,
  emulator: Omit<Emulator, 'controlUrl'>,
  options: EmulationOptions,
): Record<string, unknown> {
  const { credentials } = emulator;
  return {
    name: 'reference emulator',
    implementation: { product: 'certconform reference emulator' },
    admin: {
      url: emulator.adminUrl,
      bearer: credentials.bearer,
      role: 'MRAO',
      second: { bearer: credentials.secondBearer, role: 'RAO_SSL' },
      expired: credentials.expiredBearer,
      forged: credentials.forgedBearer,
      foreign: credentials.foreignBearer,
    },
    legacy: {
      url: emulator.legacyUrl,
      plainUrl: emulator.legacyPlainUrl,
      loginName: credentials.loginName,
      loginPassword: credentials.loginPassword,
    },
    dialect: options.dialect ?? { base: options.contract.dialect.name, claimed: true },
    effects: 'destroy',
    fixtures: fixturesOf(emulation.world.state, emulation.world.clock.now, emulation.world.beyond?.state),
    tls: { selfSigned: true },
  };
}

function urlOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
