/** The questions of `init`, in a terminal: each answer is looked at when it is given. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Implementation } from '../../spec/vocabulary.ts';
import { Questions } from './questions.ts';
import type { Facts, TlsFacts } from './text.ts';
import { needs, pemFault, type Subject, tried, urlFault } from './tries.ts';
import { variableFault } from './variables.ts';

/** What was answered: the facts, and the file to write. */
export interface Answers {
  readonly facts: Facts;
  readonly out: string;
}

const GREETING = `
A target profile says where the server is, how to log in and what may be touched. Each answer is tried at once, with
reads that change nothing. Secrets stay in the environment; here you only name the variables. Leave empty what does not apply.

`;

/** What options say already. What they say of the implementation is proposed. */
export interface Given {
  readonly out: string;
  readonly force: boolean;
  readonly name?: string;
  readonly implementation: Implementation;
}

/** Asks for everything. @throws UserError when nobody answers any more. */
export async function askFacts({ out, force, name, implementation }: Given): Promise<Answers> {
  const questions = new Questions('Stopped: no profile was written.');
  try {
    process.stdout.write(GREETING);
    const file = await askFile(questions, out, force);
    const named = name === undefined ? {} : { name };
    const admin = await askAdmin(questions, { ...named }, dirname(file));
    const legacy = await askLegacy(questions, admin, dirname(file));
    return { facts: { ...legacy, implementation: await askImplementation(questions, implementation) }, out: file };
  } finally {
    questions.close();
  }
}

function askFile(questions: Questions, out: string, force: boolean): Promise<string> {
  if (force || !existsSync(out)) return Promise.resolve(out);
  questions.tell(`${out} exists already and is left as it is.`);
  return questions.askUntil('Another file to write to', (file) =>
    file === '' ? 'A name is needed.' : existsSync(file) ? `${file} exists, too.` : undefined,
  );
}

async function askAdmin(questions: Questions, facts: Facts, folder: string): Promise<Facts> {
  const withUrl = (url: string): Facts => ({ ...facts, admin: { url, bearerEnv: 'CERTCONFORM_TOKEN', role: 'MRAO' } });
  const found = await askUrl(
    questions,
    'Base URL of the Admin Operations API (https://…)',
    withUrl,
    'admin.url',
    folder,
  );
  if (found.admin === undefined) return found;
  const { url } = found.admin;
  const bearerEnv = await askVariable(
    questions,
    ['Environment variable with the bearer token', 'CERTCONFORM_TOKEN'],
    (name) => ({ ...found, admin: { url, bearerEnv: name, role: 'MRAO' } }),
    'admin.bearer',
    folder,
  );
  const role = await questions.ask('Role of that administrator', 'MRAO');
  const admin = { url, bearerEnv, role };
  const secondEnv = await askVariable(
    questions,
    ['Variable with the token of an administrator of another role', ''],
    (name) => ({ ...found, admin: { ...admin, second: { bearerEnv: name } } }),
    'admin.second',
    folder,
  );
  if (secondEnv === '') return { ...found, admin };
  const secondRole = await questions.ask('Role of the second administrator');
  const second = { bearerEnv: secondEnv, ...(secondRole === '' ? {} : { role: secondRole }) };
  return { ...found, admin: { ...admin, second } };
}

async function askLegacy(questions: Questions, facts: Facts, folder: string): Promise<Facts> {
  const withUrl = (url: string): Facts => ({ ...facts, legacy: { url } });
  const found = await askUrl(
    questions,
    'Base URL of the legacy order actions (https://…)',
    withUrl,
    'legacy.url',
    folder,
  );
  if (found.legacy === undefined) return found;
  const { url } = found.legacy;
  const name = await questions.ask('Login name of the legacy account');
  if (name === '') return found;
  const withLogin = (passwordEnv: string): Facts => ({ ...found, legacy: { url, login: { name, passwordEnv } } });
  // A wrong password is tried once: accounts lock.
  const ask = ['Environment variable with its password', 'CERTCONFORM_LEGACY_PASSWORD'] as const;
  return withLogin(await askVariable(questions, ask, withLogin, 'legacy.login', folder));
}

/** An address that answers, or that is kept all the same; with the files of its TLS, where there are any. */
async function askUrl(
  questions: Questions,
  text: string,
  make: (url: string) => Facts,
  subject: Subject,
  folder: string,
): Promise<Facts> {
  const asked = (url: string, tls: TlsFacts | undefined): Facts => ({
    ...make(url),
    ...(tls === undefined ? {} : { tls }),
  });
  let { tls } = make('');
  let troubled = false;
  const url = await questions.askUntil(text, async (answer) => {
    if (answer === '') return undefined;
    const fault = urlFault(make, answer);
    if (fault !== undefined) return fault;
    // Other files may be what mends an address that gave no answer.
    if (answer.startsWith('https:') && (tls === undefined || troubled)) tls = await askTls(questions, folder);
    const trouble = await tried(asked(answer, tls), subject, folder);
    troubled = trouble !== undefined;
    return trouble === undefined ? undefined : { doubt: trouble };
  });
  return url === '' ? withoutUrl(make('')) : asked(url, tls);
}

function withoutUrl({ name, admin, tls }: Facts): Facts {
  return {
    ...(name === undefined ? {} : { name }),
    ...(admin === undefined || admin.url === '' ? {} : { admin }),
    ...(tls === undefined ? {} : { tls }),
  };
}

/** Files stand in the profile as seen from its folder. */
async function askTls(questions: Questions, folder: string): Promise<TlsFacts> {
  const file = async (text: string, holds: 'certificate' | 'key'): Promise<string> => {
    const given = await questions.askUntil(text, (answer) => (answer === '' ? undefined : pemFault(answer, holds)));
    return given === '' ? '' : fromFolder(folder, given);
  };
  const ca = await file('PEM file of the authority to trust, where it is none of the well-known', 'certificate');
  const cert = await file('PEM file of a client certificate', 'certificate');
  const key = cert === '' ? '' : await file('PEM file of its private key', 'key');
  return { ...(ca === '' ? {} : { ca }), ...(cert === '' || key === '' ? {} : { cert, key }) };
}

/** A path as it is written in a profile that lies in this folder. */
export function fromFolder(folder: string, file: string): string {
  const path = relative(resolve(folder), resolve(file)).replaceAll('\\', '/');
  return path.startsWith('.') || path.startsWith('/') ? path : `./${path}`;
}

async function askVariable(
  questions: Questions,
  [text, otherwise]: readonly [string, string],
  make: (name: string) => Facts,
  subject: Subject,
  folder: string,
): Promise<string> {
  const name = await questions.askUntil(
    text,
    async (answer) => {
      if (answer === '') return undefined;
      const fault = variableFault(answer);
      if (fault !== undefined) return fault;
      const trouble = await tried(make(answer), subject, folder);
      return trouble === undefined ? undefined : { doubt: trouble };
    },
    otherwise,
  );
  if (name !== '' && needs(make(name), subject).some((one) => (process.env[one] ?? '') === ''))
    questions.tell(`${name} is not set here, so that it could not be tried.`);
  return name;
}

async function askImplementation(questions: Questions, known: Implementation): Promise<Implementation> {
  const product = await questions.ask(
    'For the conformance statement: name of the product under test',
    known.product ?? '',
  );
  if (product === '') return {};
  const given = {
    product,
    organization: await questions.ask('Organization that makes or runs it', known.organization ?? ''),
    version: await questions.ask('Its version', known.version ?? ''),
    commit: await questions.ask('Commit that it was built from', known.commit ?? ''),
    url: await questions.askUntil(
      'URL where more about it can be read',
      (answer) =>
        answer === '' || URL.canParse(answer) ? undefined : 'It must be a URL, as https://example.test/gateway.',
      known.url ?? '',
    ),
    contact: await questions.ask('Whom to ask about the statement', known.contact ?? ''),
    environment: await questions.ask('Where it runs, as staging', known.environment ?? ''),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
