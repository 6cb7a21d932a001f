/** `certconform init`: a commented target profile to start from. */
import { styleFor } from '../reports/style.ts';
import type { Implementation } from '../spec/vocabulary.ts';
import { ProfileError, parseProfile } from '../target/index.ts';
import { Questions } from './init/questions.ts';
import { type Facts, profileText } from './init/text.ts';
import { writeOutput } from './output.ts';
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
  readonly out: string;
  readonly force: boolean;
  readonly yes: boolean;
}

/** Writes a profile from options, or from answers when somebody is there to ask. Returns 0. @throws UserError for what cannot be used. */
export async function initCommand(options: InitOptions): Promise<number> {
  const asks = process.stdin.isTTY === true && !options.yes && options.url === undefined;
  const facts = asks ? await ask(options) : factsOf(options);
  const text = profileText(facts);
  check(text, facts);
  const file = writeOutput(options.out, text, { force: options.force });
  const { bold, dim } = styleFor(process.stdout);
  const missing = variablesOf(facts).filter((variable) => (process.env[variable] ?? '') === '');
  const set = missing.map((variable) => `  export ${variable}=…\n`).join('');
  process.stdout.write(
    `\n${bold('WRITTEN')}  ${file}\n\nNext:\n${set}` +
      `  certconform doctor --target ${options.out}   ${dim('is the target reachable, is the profile fit')}\n` +
      `  certconform plan --target ${options.out}     ${dim('what a run would do and could not show')}\n` +
      `  certconform run --target ${options.out}\n`,
  );
  return 0;
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
  };
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

/** Refuses what is no name of a variable, without repeating it: it is most likely the secret itself. */
function variable(name: string, option: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) return name;
  throw new UserError(
    `${option} takes the name of an environment variable, such as CERTCONFORM_TOKEN, not the secret itself; secrets never stand in a profile.`,
  );
}

const GREETING = `
A target profile says where the server is, how to log in and what may be touched.
Secrets stay in the environment; here you only name the variables. Leave empty what does not apply.

`;

async function ask(options: InitOptions): Promise<Facts> {
  const questions = new Questions('Stopped: no profile was written.');
  try {
    process.stdout.write(GREETING);
    const only = (wanted: string, text: string, otherwise = ''): Promise<string> =>
      wanted === '' ? Promise.resolve('') : questions.ask(text, otherwise);
    const url = await questions.ask('Base URL of the Admin Operations API (https://…)');
    const bearerEnv = await only(url, 'Environment variable with the bearer token', 'CERTCONFORM_TOKEN');
    const role = await only(url, 'Role of that administrator', 'MRAO');
    const secondBearerEnv = await only(url, 'Variable with the token of an administrator of another role');
    const secondRole = await only(secondBearerEnv, 'Role of the second administrator');
    const legacyUrl = await questions.ask('Base URL of the legacy order actions (https://…)');
    const legacyLogin = await only(legacyUrl, 'Login name of the legacy account');
    const legacyPasswordEnv = await only(
      legacyLogin,
      'Environment variable with its password',
      'CERTCONFORM_LEGACY_PASSWORD',
    );
    const product = await questions.ask('For the conformance statement: name of the product under test');
    const about = {
      product,
      organization: await only(product, 'Organization that makes or runs it'),
      productVersion: await only(product, 'Its version'),
      commit: await only(product, 'Commit that it was built from'),
      productUrl: await only(product, 'URL where more about it can be read'),
      contact: await only(product, 'Whom to ask about the statement'),
      environment: await only(product, 'Where it runs, as staging'),
    };
    const access = { url, bearerEnv, role, secondBearerEnv, secondRole, legacyUrl, legacyLogin, legacyPasswordEnv };
    const given = { ...access, ...about };
    const answers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    return factsOf({ ...options, ...answers });
  } finally {
    questions.close();
  }
}

function variablesOf({ admin, legacy }: Facts): string[] {
  return [admin?.bearerEnv, admin?.second?.bearerEnv, legacy?.login?.passwordEnv].filter((name) => name !== undefined);
}

/** The profile must be one that the suite accepts, whatever was typed; the variables need not be set yet. */
function check(text: string, facts: Facts): void {
  const env = Object.fromEntries(variablesOf(facts).map((name) => [name, 'not-yet-known']));
  try {
    parseProfile(text, 'the profile', process.cwd(), { env });
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new UserError(`Nothing was written: ${error.message}`);
  }
}
