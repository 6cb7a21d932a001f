/**
 * Makes the overlays of the alternate dialect out of the default one's: every member under another name, every optional
 * one nullable. A suite that passes under both dialects leans on neither. Run with
 * `node spec/dialects/alternate/generate.ts && npm run format`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Document, isMap, isSeq, parse, visit } from 'yaml';

type Node = Record<string, unknown>;

/** Names that differ by more than their spelling. All others become snake_case; a name that this leaves as it is gets a suffix. */
const SYNONYMS: Readonly<Record<string, string>> = {
  id: 'identifier',
  sslId: 'certificate_id',
  type: 'kind',
  name: 'label',
  status: 'current_status',
  state: 'region',
  email: 'mail_address',
  title: 'job_title',
  login: 'login_name',
  password: 'login_secret',
  comments: 'remarks',
  details: 'properties',
  description: 'summary',
  term: 'days',
  csr: 'signing_request',
  time: 'start_time',
  country: 'country_code',
  city: 'town',
  locality: 'town',
  zip: 'post_code',
  postalCode: 'post_code',
  alias: 'other_name',
  url: 'address',
  address: 'street_address',
  organization: 'owning_organization',
  values: 'accepted_values',
  value: 'content',
};

/** Schemas that the alternate dialect builds in another way, not only under other names. */
const REBUILT: Readonly<Record<string, Node>> = Object.fromEntries(
  ['NotFoundBody', 'BadRequestBody', 'UnauthorizedBody'].map((name) => [
    name,
    {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['id', 'text'],
          properties: {
            id: { type: 'integer', format: 'int32', 'x-member': 'code' },
            text: { type: 'string', 'x-member': 'description' },
          },
        },
      },
    },
  ]),
);

/** Members that the alternate dialect does not show: it answers their silence with "nowhere". */
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  ClientAdminDetailsResponse: ['type'],
  OrderState: ['domains'],
};

/** Values that the alternate dialect's answers give other names. */
const VALUES: Readonly<Record<string, string>> = { GLOBAL_FOR_CUSTOMER: 'EVERYONE', CUSTOMIZED: 'LISTED_ONLY' };

/** Names that the alternate dialect's answer to legacy.dcv.parameters gives, and the values of its methods. */
const ROLES: Readonly<Record<string, string>> = {
  'initial-order': 'rootOrder',
  email: 'approverEmail',
  emails: 'approverEmails',
};
const DCV_METHODS = ['MAIL', 'HTTP_FILE', 'HTTPS_FILE', 'DNS_CNAME'];

/** The alternate dialect's name for a member of the default one. */
export function alternateName(member: string): string {
  const synonym = SYNONYMS[member];
  if (synonym !== undefined) return synonym;
  const snake = member
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
  return snake === member ? `${member}_field` : snake;
}

/** Both overlays of the alternate dialect as YAML text, by file name. */
export async function generateOverlays(): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const name of ['overlay.yaml', 'overlay.legacy.yaml']) {
    const overlay = parse(await readFile(new URL(`../default/${name}`, import.meta.url), 'utf8')) as Node;
    const info = overlay['info'] as Node;
    const title = String(info['title']).replace('Default', 'Alternate');
    const actions = (overlay['actions'] as Node[]).map(changeAction);
    texts[name] = print({ ...overlay, info: { ...info, title }, actions });
  }
  return texts;
}

function changeAction(action: Node): Node {
  const target = String(action['target']);
  const name = target.slice('$.components.schemas'.length + 1);
  const update = action['update'] as Node;
  const changed =
    name === ''
      ? Object.fromEntries(Object.entries(update).map(([key, schema]) => [key, changeSchema(schema as Node, key)]))
      : changeSchema(update, name);
  return { target, update: changed };
}

function changeSchema(schema: Node, name: string): Node {
  return REBUILT[name] ?? (rename(schema, HIDDEN[name] ?? []) as Node);
}

function rename(value: unknown, hidden: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item));
  if (value === null || typeof value !== 'object') return value;
  const schema = value as Node;
  const copy: Node = {};
  for (const [keyword, child] of Object.entries(schema)) {
    if (keyword === 'properties') continue;
    if (keyword === 'required') copy[keyword] = (child as string[]).map(alternateName);
    else if (keyword === 'enum') copy[keyword] = marked(schema) ? DCV_METHODS : (child as string[]).map(otherValue);
    else copy[keyword] = rename(child);
  }
  if (schema['properties'] === undefined) return copy;
  const required = (schema['required'] ?? []) as string[];
  const properties: Node = {};
  for (const [member, child] of Object.entries(schema['properties'] as Node)) {
    if (!hidden.includes(member)) Object.assign(properties, changeMember(member, child as Node, required));
  }
  return { ...copy, properties };
}

function changeMember(member: string, child: Node, required: readonly string[]): Node {
  // The contract gives this parameter; only its values are the dialect's.
  if (member === 'newMethod') return { [member]: rename(child) };
  const role = ROLES[String(child['x-role'])];
  if (role !== undefined) return { [role]: child };
  const changed = rename(child) as Node;
  const nullable = required.includes(member) ? changed : allowNull(changed);
  return { [alternateName(member)]: { ...nullable, 'x-member': member } };
}

/** The same schema, but null is valid too. */
function allowNull(schema: Node): Node {
  if (schema['$ref'] !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (typeof schema['type'] !== 'string') return schema;
  const values = schema['enum'] === undefined ? {} : { enum: [...(schema['enum'] as unknown[]), null] };
  return { ...schema, type: [schema['type'], 'null'], ...values };
}

function marked(schema: Node): boolean {
  return schema['x-dialect'] !== undefined;
}

function otherValue(value: string): string {
  return VALUES[value] ?? value;
}

/** YAML with short maps on one line, so that a member reads as a row of a table. */
function print(content: unknown): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  document.commentBefore = ' Made by generate.ts from the default dialect: change that, or the rule, not this file.';
  visit(document, {
    Collection(_key, node) {
      const text = JSON.stringify(node.toJS(document));
      if (isMap(node) ? text.length <= 100 && text !== '{}' : isSeq(node) && !text.includes('{')) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 118 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await generateOverlays())) {
    await writeFile(new URL(name, import.meta.url), text);
  }
}
