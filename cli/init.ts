/** `certconform init`: a commented target profile to start from. */

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { quote } from '../reports/shell.ts';
import { styleFor } from '../reports/style.ts';
import type { Implementation } from '../spec/vocabulary.ts';
import { ProfileError } from '../target/index.ts';
import { askFacts, fromFolder } from './init/ask.ts';
import { type Facts, profileText, type TlsFacts, variablesOf } from './init/text.ts';
import { pemFault, profileOfFacts, type Subject, tried } from './init/tries.ts';
import { variableFault } from './init/variables.ts';
import { command } from './invocation.ts';
import { refuseExisting, writeOutput } from './output.ts';
import { UserError } from './user-error.ts';

export interface InitOptions {
  readonly url?: string;
  readonly bearerEnv?: string;
  readonly role?: string;
  readonly secondBearerEnv?: string;
  readonly secondRole?: string;
  readonly legacyUrl?: string;
  readonly legacyLogin?: string;
  readonly legacyPasswordEnv?: string;
  readonly name?: string;
  readonly organization?: string;
  readonly product?: string;
  readonly productVersion?: string;
  readonly commit?: string;
  readonly productUrl?: string;
  readonly contact?: string;
  readonly environment?: string;
  readonly ca?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly out: string;
  readonly force: boolean;
  readonly yes: boolean;
  /** False where the server is not to be asked. */
  readonly try: boolean;
}

/** Writes a profile from options, or from answers when somebody is there to ask. Returns 0. @throws UserError for what cannot be used. */
export async function initCommand(options: InitOptions): Promise<number> {
  const asks =
    process.stdin.isTTY === true && !options.yes && options.url === undefined && options.legacyUrl === undefined;
  const { facts, out } = asks
    ? await askFacts({ ...options, implementation: implementationOf(options) })
    : { facts: factsOf(options), out: options.out };
  check(facts);
  if (!options.force && existsSync(out)) refuseExisting(out);
  if (!asks && options.try) await tellTroubles(facts, dirname(out));
  const file = writeOutput(out, profileText(facts), { force: options.force });
  const { bold, dim } = styleFor(process.stdout);
  const set = variablesOf(facts).map((variable) =>
    (process.env[variable] ?? '') === ''
      ? `  export ${variable}=…\n`
      : `  export ${variable}=…   ${dim('is set here')}\n`,
  );
  process.stdout.write(
    `\n${bold('WRITTEN')}  ${file}\n\nNext:\n${set.join('')}` +
      `  ${command(`doctor --target ${quote(out)}`)}   ${dim('is the target reachable, is the profile fit')}\n` +
      `  ${command(`plan --target ${quote(out)}`)}     ${dim('what a run would do and could not show')}\n` +
      `  ${command(`run --target ${quote(out)}`)}\n`,
  );
  return 0;
}

/** What options say is written whatever the server says to it: it may come up later. */
async function tellTroubles(facts: Facts, folder: string): Promise<void> {
  const { admin, legacy } = facts;
  const of = async (...subjects: (Subject | false | undefined)[]): Promise<void> => {
    for (const subject of subjects) {
      const trouble = subject ? await tried(facts, subject, folder) : undefined;
      if (trouble === undefined) continue;
      process.stderr.write(`certconform: ${trouble} The profile is written all the same.\n`);
      return;
    }
  };
  // Behind an address that does not answer nothing else is asked.
  await of(admin && 'admin.url', admin && 'admin.bearer', admin?.second && 'admin.second');
  await of(legacy && 'legacy.url', legacy?.login && 'legacy.login');
}

function factsOf(options: InitOptions): Facts {
  const { url, legacyUrl } = options;
  if (url === undefined && legacyUrl === undefined) {
    throw new UserError('Nobody is there to ask: give --url https://…, --legacy-url https://…, or both.');
  }
  const bearer = options.bearerEnv ?? 'CERTCONFORM_TOKEN';
  return {
    ...(options.name === undefined ? {} : { name: options.name }),
    implementation: implementationOf(options),
    ...(url === undefined
      ? {}
      : {
          admin: {
            url,
            bearerEnv: variable(bearer, '--bearer-env'),
            role: options.role ?? 'MRAO',
            ...secondOf(options),
          },
        }),
    ...(legacyUrl === undefined ? {} : { legacy: { url: legacyUrl, ...loginOf(options) } }),
    ...tlsOf(options),
  };
}

function tlsOf({ ca, clientCert, clientKey, out }: InitOptions): Pick<Facts, 'tls'> {
  if (clientCert !== undefined && clientKey === undefined)
    throw new UserError('--client-cert needs --client-key beside it.');
  if (clientKey !== undefined && clientCert === undefined)
    throw new UserError('--client-key needs --client-cert beside it.');
  const path = (file: string | undefined, holds: 'certificate' | 'key', option: string): string | undefined => {
    const fault = file === undefined ? undefined : pemFault(file, holds);
    if (fault !== undefined) throw new UserError(`${option}: ${fault}`);
    return file === undefined ? undefined : fromFolder(dirname(out), file);
  };
  const files = {
    ca: path(ca, 'certificate', '--ca'),
    cert: path(clientCert, 'certificate', '--client-cert'),
    key: path(clientKey, 'key', '--client-key'),
  };
  const given = Object.entries(files).filter(([, file]) => file !== undefined);
  return given.length === 0 ? {} : { tls: Object.fromEntries(given) as TlsFacts };
}

function implementationOf(options: InitOptions): Implementation {
  const { organization, product, productVersion: version, commit, productUrl: url, contact, environment } = options;
  const given = { organization, product, version, commit, url, contact, environment };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function secondOf({ secondBearerEnv, secondRole }: InitOptions): Pick<NonNullable<Facts['admin']>, 'second'> {
  if (secondBearerEnv === undefined) return {};
  return {
    second: {
      bearerEnv: variable(secondBearerEnv, '--second-bearer-env'),
      ...(secondRole === undefined ? {} : { role: secondRole }),
    },
  };
}

function loginOf({ legacyLogin, legacyPasswordEnv }: InitOptions): Pick<NonNullable<Facts['legacy']>, 'login'> {
  if (legacyLogin === undefined) {
    if (legacyPasswordEnv !== undefined) throw new UserError('--legacy-password-env needs --legacy-login beside it.');
    return {};
  }
  const password = variable(legacyPasswordEnv ?? 'CERTCONFORM_LEGACY_PASSWORD', '--legacy-password-env');
  return { login: { name: legacyLogin, passwordEnv: password } };
}

function variable(name: string, option: string): string {
  const fault = variableFault(name);
  if (fault === undefined) return name;
  throw new UserError(`${option} ${fault}`);
}

/** The profile must be one that the suite accepts, whatever was typed; the variables need not be set yet. */
function check(facts: Facts): void {
  try {
    profileOfFacts(facts);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new UserError(`Nothing was written: ${error.message}`);
  }
}
