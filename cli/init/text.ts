/** The text of a new profile: what is known filled in, the rest explained in comments. */
import { stringify } from 'yaml';
import type { Implementation } from '../../spec/vocabulary.ts';

/** Files of the connection, as they stand in the profile. */
export interface TlsFacts {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** What is known of a target. Secrets only by the environment variables that hold them. */
export interface Facts {
  readonly name?: string;
  readonly implementation?: Implementation;
  readonly admin?: {
    readonly url: string;
    readonly bearerEnv: string;
    readonly role: string;
    readonly second?: { readonly bearerEnv: string; readonly role?: string };
  };
  readonly tls?: TlsFacts;
  readonly legacy?: { readonly url: string; readonly login?: { readonly name: string; readonly passwordEnv: string } };
}

/** A commented YAML profile. Everything that is not known stands in it as a comment, ready to be filled in. */
export function profileText(facts: Facts): string {
  return `${[
    PROFILE_HEAD,
    facts.name === undefined ? '# name: staging' : `name: ${yaml(facts.name)}`,
    implementationText(facts.implementation ?? {}),
    facts.admin === undefined ? NO_ADMIN : adminText(facts.admin),
    facts.legacy === undefined ? NO_LEGACY : legacyText(facts.legacy),
    DIALECT,
    EFFECTS,
    FIXTURES,
    EXAMPLES,
    LIMITS,
    tlsText(facts.tls ?? {}),
  ].join('\n\n')}\n`;
}

const IMPLEMENTATION: Readonly<Record<keyof Implementation, string>> = {
  organization: 'Example Corp',
  product: 'Certificate Gateway',
  version: '"2.1"',
  commit: '4f2a9c1',
  url: 'https://example.test/gateway',
  contact: 'conformance@example.test',
  environment: 'staging',
};

function implementationText(known: Implementation): string {
  const lines = Object.entries(IMPLEMENTATION).map(([member, example]) => {
    const value = known[member as keyof Implementation];
    return value === undefined ? `#  ${member}: ${example}` : `  ${member}: ${yaml(value)}`;
  });
  const head = Object.values(known).every((value) => value === undefined) ? '# implementation:' : 'implementation:';
  return ['# What is under test, for the conformance statement; published as it stands here.', head, ...lines].join(
    '\n',
  );
}

function adminText({ url, bearerEnv, role, second }: NonNullable<Facts['admin']>): string {
  return [
    '# The Admin Operations API. A path below the host is kept: https://host/gateway.',
    'admin:',
    `  url: ${yaml(url)}`,
    '  # Secrets come from the environment ({ env: NAME }), a file ({ file: path }), a command ({ command: … }) or OAuth 2.0.',
    `  bearer: { env: ${bearerEnv} }`,
    `  role: ${yaml(role)}`,
    ...(second === undefined
      ? [
          '  # An administrator of another role shows that role restrictions hold.',
          '  # second: { bearer: { env: CERTCONFORM_SECOND_TOKEN }, role: RAO }',
        ]
      : [
          '  # Shows that role restrictions hold.',
          '  second:',
          `    bearer: { env: ${second.bearerEnv} }`,
          ...(second.role === undefined ? ['    # role: RAO'] : [`    role: ${yaml(second.role)}`]),
        ]),
  ].join('\n');
}

function legacyText({ url, login }: NonNullable<Facts['legacy']>): string {
  return [
    '# The legacy order actions, below /products/.',
    'legacy:',
    `  url: ${yaml(url)}`,
    '  # The same service over plain HTTP, to show that it refuses.',
    '  # plainUrl: http://…',
    ...(login === undefined
      ? ['  # loginName: …', '  # loginPassword: { env: CERTCONFORM_LEGACY_PASSWORD }']
      : [`  loginName: ${yaml(login.name)}`, `  loginPassword: { env: ${login.passwordEnv} }`]),
    '  # Most wrong passwords that one run may send for this account, because accounts lock.',
    '  wrongLoginLimit: 3',
    '  # Permits the check that sends requests until the service says that the limit is exceeded.',
    '  provokeRateLimit: false',
  ].join('\n');
}

function tlsText({ ca, cert, key }: TlsFacts): string {
  const lines = [
    ...(ca === undefined ? [] : [`  ca: ${yaml(ca)}`]),
    ...(cert === undefined || key === undefined ? [] : [`  cert: ${yaml(cert)}`, `  key: ${yaml(key)}`]),
  ];
  return [
    '# Files of the connection: an authority to trust besides the well-known ones, and a certificate of our own.',
    ...(lines.length === 0
      ? ['# tls: { ca: ./authority.pem, cert: ./client.pem, key: ./client-key.pem }']
      : ['tls:', ...lines]),
  ].join('\n');
}

/** The environment variables that the profile refers to. */
export function variablesOf({ admin, legacy }: Facts): string[] {
  return [admin?.bearerEnv, admin?.second?.bearerEnv, legacy?.login?.passwordEnv].filter((name) => name !== undefined);
}

/** One value as YAML, quoted where it must be. `\${` would be read as a reference, so it is written as a literal. */
function yaml(value: string): string {
  return stringify(
    value.replaceAll('${', () => '$${'),
    { lineWidth: 0 },
  ).trim();
}

const PROFILE_HEAD = `# yaml-language-server: $schema=./node_modules/certconform/target/profile.schema.json
# Target profile of certconform: where the server under test is, how to log in, what may be touched.
# Everything is explained in node_modules/certconform/docs/profile.md. Any text may hold \${NAME} from the environment.`;

const NO_ADMIN = `# The Admin Operations API.
# admin:
#   url: https://admin.example.test
#   bearer: { env: CERTCONFORM_TOKEN }`;

const NO_LEGACY = `# The legacy order actions.
# legacy:
#   url: https://secure.example.test
#   loginName: …
#   loginPassword: { env: CERTCONFORM_LEGACY_PASSWORD }`;

const DIALECT = `# How this server answers what the contract leaves open. Without it the default dialect is assumed: it helps to form
# requests and never fails the server by itself. What is stated here is judged.
# dialect:
#   base: default
#   claimed: true            # the server speaks the base dialect as a whole
#   answers:                 # or only this much is stated; see "certconform list" and SILENCES.md
#     admin.type.read: /type`;

const EFFECTS = `# The most that a run may do: observe (cannot change anything), modify (changes and puts back), destroy (uses up).
# On a target that is not this machine more than observe also needs --effects on the command line.
effects: observe
# The only hosts that may be contacted: guards against a profile that points at production.
# allowHosts: ['*.staging.example.test']`;

const FIXTURES = `# Entities that a run may use, by kind. A bare id may only be observed; what may be changed or used up is said with allow.
# "certconform plan" lists what is still missing.
fixtures: {}
#  person: [17]
#  ssl-location:
#    - { ids: { sslId: 12, locationId: 3 }, allow: modify }
#  administrator:
#    - { ids: 4, traits: { type: STANDARD }, allow: modify }
#  endpoint:
#    - { ids: 9, traits: { mode: global, type: SSL_WEB_FORM }, allow: modify }
#  order:
#    - { ids: { orderNumber: '100200' }, traits: { order: single, state: pending } }`;

const EXAMPLES = `# Requests that this server accepts, by operation id: the surest control where the contract shows no fields.
# examples:
#   person.update:
#     body: { firstName: Ada, lastName: Example, email: ada@example.test }`;

const LIMITS = `# How hard the server may be driven.
# limits:
#   concurrency: 8
#   rate: 100/m              # or adaptive: slow down when the server asks for it
#   timeout: { connect: 10s, headers: 30s, body: 15s, total: 60s }`;
