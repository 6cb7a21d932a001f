/** URLs and secret sources of a profile. */
import { resolve } from 'node:path';
import { type Context, refuse } from './context.ts';
import { Secret } from './secret.ts';
import type { Path } from './source.ts';
import type { SecretSource } from './types.ts';

/** An http or https URL without credentials, query and fragment, its trailing slash cut off. */
export function readUrl(text: string, path: Path, context: Context): string {
  const fail = (what: string): never => refuse(context, path, what);
  if (!URL.canParse(text)) return fail('this is no absolute URL; write it as https://host or https://host/base');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return fail('the URL must begin with https:// or http://');
  if (url.username !== '' || url.password !== '')
    return fail('the URL carries credentials; take them out and give them as bearer or login');
  if (url.search !== '' || url.hash !== '')
    return fail('the URL carries a query or a fragment; give only host and path');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Where a secret comes from. @throws ProfileError for an environment variable that is not set. */
export function readSecret(raw: unknown, path: Path, context: Context): SecretSource {
  if (typeof raw === 'string') return { kind: 'value', value: new Secret(raw) };
  const form = raw as { env?: string; file?: string; command?: string | string[]; oauth2?: Record<string, string> };
  if (form.env !== undefined) {
    const value = context.env[form.env];
    if (value === undefined || value === '') {
      // Whoever put the secret itself here must not see it in a log.
      if (!/^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(form.env)) {
        return refuse(
          context,
          [...path, 'env'],
          'this is no name of an environment variable; give its name, not the secret',
        );
      }
      const state = value === '' ? 'is empty' : 'is not set';
      return refuse(context, [...path, 'env'], `the environment variable ${form.env} ${state}; set it before the run`);
    }
    return { kind: 'value', value: new Secret(value) };
  }
  if (form.file !== undefined) return { kind: 'file', file: resolve(context.source.folder, form.file) };
  if (form.command !== undefined) return { kind: 'command', command: form.command };
  const { tokenUrl = '', clientId = '', clientSecret = '', scope } = form.oauth2 ?? {};
  return {
    kind: 'oauth2',
    tokenUrl: readTokenUrl(tokenUrl, [...path, 'oauth2', 'tokenUrl'], context),
    clientId,
    clientSecret: new Secret(clientSecret),
    ...(scope === undefined ? {} : { scope }),
  };
}

function readTokenUrl(text: string, path: Path, context: Context): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  return refuse(context, path, 'the token URL must be an absolute http or https URL');
}

/** @throws ProfileError when a secret other than a bearer is to come from an authorization server. */
export function refuseOAuth(raw: unknown, path: Path, context: Context): void {
  if (typeof raw === 'object' && raw !== null && 'oauth2' in raw) {
    refuse(context, path, 'oauth2 can only give a bearer that is good; use a value, env, file or command here');
  }
}
