/** Every way in which a credential can be missing or wrong; those that are made from a real token never show it. */
import type { HeaderList } from '../../spec/vocabulary.ts';
import type { Credential, WireRequest } from '../../target/types.ts';

/** A request without a valid credential. */
export interface BadCredential {
  readonly label: string;
  readonly requirement: 'missing' | 'invalid';
  readonly credential: Credential;
  /** What stands beside it that a careless server trusts. @param url where the request goes. */
  readonly headers?: (request: WireRequest, url: string) => HeaderList;
  /** Something else of the request may be a reason of its own to turn it away, as a header may be. */
  readonly beside?: true;
  /** What is sent before. */
  readonly before?: (request: WireRequest) => readonly WireRequest[];
  /** The contract does not exclude that it is understood: success is a warning. */
  readonly debatable?: true;
}

/** A token that was never issued, in the form of a JSON Web Token; fixed, so that the same seed sends the same bytes. */
const FORGED =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjb25mb3JtYW5jZSIsImlhdCI6MTcwMDAwMDAwMH0.bm90LWEtcmVhbC1zaWduYXR1cmUtYXQtYWxs';

const missing = (label: string, credential: Credential, more: Partial<BadCredential> = {}): BadCredential => ({
  label,
  requirement: 'missing',
  credential,
  ...more,
});

const invalid = (label: string, credential: Credential, more: Partial<BadCredential> = {}): BadCredential => ({
  label,
  requirement: 'invalid',
  credential,
  ...more,
});

const raw = (label: string, value: string, more: Partial<BadCredential> = {}): BadCredential =>
  invalid(label, { raw: value }, more);

const beside = (name: string, value: (request: WireRequest, url: string) => string): BadCredential =>
  missing(`no Authorization header, but ${name}`, 'none', {
    headers: (request, url) => [[name, value(request, url)]],
  });

export const BAD: readonly BadCredential[] = [
  missing('no Authorization header', 'none'),
  missing('an empty Authorization header', { raw: '' }),
  missing('an empty bearer token', { raw: 'Bearer ' }),
  // Each says what the request says anyway, so that whoever honours it has no reason to answer otherwise.
  beside('Origin', (_, url) => new URL(url).origin),
  beside('X-Forwarded-For', () => '127.0.0.1'),
  beside('X-HTTP-Method-Override', ({ method }) => method),
  beside('X-Original-URL', ({ target }) => target.split('?')[0] ?? '/'),
  missing('no Authorization header, after an OPTIONS request', 'none', {
    before: ({ service, target }) => [{ service, target, method: 'OPTIONS', credential: 'none' }],
  }),
  missing('the real token in a cookie only', { place: 'cookie' }),
  raw('garbage instead of a token', 'Bearer not-a-token'),
  raw('garbage under the scheme in lower case', 'bearer not-a-token'),
  raw('the scheme Basic', 'Basic Y29uZm9ybWFuY2U6c3VpdGU='),
  raw('the real token under the scheme Token', 'Token {{bearer}}'),
  raw('the real token under the scheme Bear', 'Bear {{bearer}}'),
  raw('the real token under the scheme Basic', 'Basic {{bearer}}'),
  raw('a forged JSON Web Token', `Bearer ${FORGED}`),
  invalid('a token that has expired', 'expired'),
  invalid('a token that another signer has signed', 'forged'),
  invalid('the real token with its last part changed', 'tampered'),
  invalid('the real token with a claim more', 'reclaimed'),
  invalid('the real token with further characters', 'extended'),
  invalid('the real token behind further characters', 'preceded'),
  raw('the real token behind another word', 'Bearer not-a-token {{bearer}}'),
  raw('the real token with a further part', 'Bearer {{bearer}}.bW9yZQ'),
  invalid('the real token without its last characters', 'shortened'),
  invalid('the first half of the real token', 'halved'),
  invalid('the real token with a blank in it', 'spaced'),
  invalid('the real token in lower case', 'lowercase'),
  invalid('the real claims under the algorithm "none", unsigned', 'unsigned'),
  invalid('the real token without its signature', 'signatureless'),
  invalid('two Authorization headers, neither of them valid', 'tampered', {
    headers: () => [['Authorization', 'Bearer not-a-token']],
  }),
  raw('the real token before another word', 'Bearer {{bearer}} more', { debatable: true }),
  raw('the real token without a scheme', '{{bearer}}', { debatable: true }),
];

/** The real token under another spelling of the scheme. */
export const OTHER_CASES: readonly { readonly label: string; readonly credential: Credential }[] = [
  { label: 'the scheme in lower case', credential: { raw: 'bearer {{bearer}}' } },
];

/** The real token in places that RFC 6750 knows beside the Authorization field (silence auth.token-elsewhere). */
export const ELSEWHERE: readonly { readonly label: string; readonly credential: Credential }[] = [
  { label: 'the real token in the query only', credential: { place: 'query' } },
  { label: 'the real token in a form only', credential: { place: 'form' } },
];
