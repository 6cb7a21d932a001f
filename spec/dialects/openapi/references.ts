/** Marks members that name another entity, so that requests carry ids that exist and may be used (contract 2.1). */
import type { FixtureKind } from '../../types.ts';
import { isNode } from './source.ts';

type Schema = Record<string, unknown>;

/** Names of identifiers, in lower case without separators: those of contract 2.1 and what they are called in longer names. */
const KINDS: Readonly<Record<string, FixtureKind>> = {
  sslid: 'ssl-certificate',
  orgid: 'organization',
  organizationid: 'organization',
  departmentid: 'organization',
  adminid: 'administrator',
  administratorid: 'administrator',
  requesteradminid: 'administrator',
  approveradminid: 'administrator',
  replacingrequesterid: 'administrator',
  personid: 'person',
  validationid: 'validation',
  notificationid: 'notification',
  eeid: 'endpoint',
  enrollmentendpointid: 'endpoint',
  endpointid: 'endpoint',
  domainid: 'domain',
  bucketid: 'bucket',
  certbucketid: 'bucket',
  certificatebucketid: 'bucket',
};

/** What the id of a TLS certificate may be called in SslInfo, the likeliest first. */
const CERTIFICATE = ['sslid', 'certificateid', 'sslcertificateid', 'certid', 'id', 'identifier'];

/** The schema with `x-reference` on the members whose names tell that they hold another entity's id. */
export function withReferences(schema: Schema): Schema {
  const one = (name: string, member: Schema): FixtureKind | undefined => {
    const kind = KINDS[plain(name)];
    return kind !== undefined && member['x-reference'] === undefined && isId(member) ? kind : undefined;
  };
  const marked = mapMembers(schema, one);
  if (!isNode(marked['properties'])) return marked;
  // A list of ids is called as one of them is, in the plural.
  const members = Object.entries(marked['properties']).map(([name, member]) => {
    const items = isNode(member) ? member['items'] : undefined;
    const kind = isNode(items) ? one(name.replace(/s$/i, ''), items) : undefined;
    return [
      name,
      kind === undefined ? member : { ...(member as Schema), items: { ...(items as Schema), 'x-reference': kind } },
    ];
  });
  return { ...marked, properties: Object.fromEntries(members) };
}

/**
 * SslInfo with the member marked that names the certificate: the path of its operation names none (4.2). Undefined when
 * no member can be taken for it; a request would then change whatever certificate its made-up values hit.
 */
export function withCertificate(
  schema: Schema,
): { readonly schema: Schema; readonly added: string | undefined } | undefined {
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, unknown>);
  const marked = members.find(([, member]) => isNode(member) && member['x-reference'] === 'ssl-certificate')?.[0];
  const named = CERTIFICATE.map((wanted) => members.find(([name, member]) => plain(name) === wanted && isId(member)));
  const name = marked ?? named.find((found) => found !== undefined)?.[0];
  if (name === undefined) return undefined;
  const result = mapMembers(schema, (member) => (member === name ? 'ssl-certificate' : undefined));
  const required = (result['required'] ?? []) as string[];
  if (required.includes(name)) return { schema: result, added: undefined };
  return { schema: { ...result, required: [...required, name] }, added: name };
}

function mapMembers(schema: Schema, kindOf: (name: string, member: Schema) => FixtureKind | undefined): Schema {
  if (!isNode(schema['properties'])) return schema;
  const members = Object.entries(schema['properties']).map(([name, member]) => {
    const kind = isNode(member) ? kindOf(name, member) : undefined;
    return [name, kind === undefined ? member : { ...(member as Schema), 'x-reference': kind }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

function isId(member: unknown): boolean {
  if (!isNode(member)) return false;
  return [member['type']].flat().includes('integer') || member['format'] === 'uuid';
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}
