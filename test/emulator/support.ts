import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Agent, request } from 'undici';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract, JsonSchema } from '../../spec/types.ts';

export type DialectName = 'default' | 'alternate';

/** The contract in a dialect. */
export function contractIn(dialect: DialectName): Promise<Contract> {
  return loadContract({ dialect: { base: dialect, claimed: true }, validate: false });
}

/** An emulator in a dialect, for one test file. */
export async function emulatorIn(dialect: DialectName, options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
  return startEmulator({ contract: await contractIn(dialect), ...options });
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body read as JSON; undefined when it is none. */
  readonly json: unknown;
}

export interface Asked {
  /** Sent as JSON when it is not text. */
  readonly body?: unknown;
  /** Value of the Authorization header; null sends none. Default: the first bearer. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request to the Admin Operations API. */
export async function ask(emulator: Emulator, method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { body, authorization = `Bearer ${emulator.credentials.bearer}`, headers = {} } = asked;
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await request(emulator.adminUrl + path, {
    method: method as 'GET',
    headers: {
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === null ? {} : { authorization }),
      ...headers,
    },
    body: text ?? null,
  });
  return read(answer.statusCode, answer.headers, await answer.body.text());
}

const insecure = new Agent({ connect: { rejectUnauthorized: false } });

export interface LegacyAsked {
  readonly method?: string;
  readonly plain?: boolean;
  readonly contentType?: string;
}

/** Calls a legacy action. @param form pairs, or the body as it is to be sent. */
export async function act(
  emulator: Emulator,
  action: string,
  form: Readonly<Record<string, string>> | string,
  asked: LegacyAsked = {},
): Promise<Answer & { readonly pairs: Readonly<Record<string, string>> }> {
  const { method = 'POST', plain = false, contentType = 'application/x-www-form-urlencoded' } = asked;
  const answer = await request(`${plain ? emulator.legacyPlainUrl : emulator.legacyUrl}/products/${action}`, {
    method: method as 'POST',
    headers: { 'content-type': contentType },
    body: method === 'GET' ? null : typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    dispatcher: insecure,
  });
  const text = await answer.body.text();
  return { ...read(answer.statusCode, answer.headers, text), pairs: Object.fromEntries(new URLSearchParams(text)) };
}

/** The good login as form pairs. */
export function login(emulator: Emulator): { loginName: string; loginPassword: string } {
  const { loginName, loginPassword } = emulator.credentials;
  return { loginName, loginPassword };
}

function read(status: number, headers: Answer['headers'], text: string): Answer {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status, headers, text, json };
}

const ajv = new Ajv2020({ strict: false, allErrors: false });
(formats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addFormat('int32', { type: 'number', validate: (n) => Math.abs(n + 0.5) <= 2 ** 31 - 0.5 });
ajv.addFormat('int64', true);

/** Judges a value by a library that the emulator does not use. Returns what is wrong, or undefined. */
export function problemWith(schema: JsonSchema, value: unknown): string | undefined {
  const validate = ajv.compile(schema);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** The fixtures of the emulator's profile, by kind. */
export function fixtures(
  emulator: Emulator,
  kind: string,
): { ids: Record<string, string | number>; traits?: Record<string, unknown>; allow: string }[] {
  return (emulator.profile()['fixtures'] as Record<string, ReturnType<typeof fixtures>>)[kind] ?? [];
}
