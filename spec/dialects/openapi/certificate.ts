/** Marks what names the certificate in the body of an update (contract 4.2). */
import { isId, plain } from '../../references.ts';
import type { FixtureKind } from '../../types.ts';
import { isNode } from './source.ts';

type Schema = Record<string, unknown>;

/** What the id of a TLS certificate may be called in SslInfo, the likeliest first. */
const CERTIFICATE = ['sslid', 'certificateid', 'sslcertificateid', 'certid', 'id', 'identifier'];

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
