/** Marks members that name another entity, so that requests carry ids that exist and may be used (contract 2.1). */
import { mapped } from './description/tree.ts';
import { isObject } from './json.ts';
import type { FixtureKind } from './types.ts';

/** Names of identifiers, in lower case without separators: those of contract 2.1 and what they are called in longer names. */
const NAMED: Readonly<Record<string, FixtureKind>> = {
  sslid: 'ssl-certificate',
  orgid: 'organization',
  organizationid: 'organization',
  orgdelegation: 'organization',
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

/** The schema with `x-reference` on all members, however deep, whose names tell that they hold another entity's id. */
export function withReferences<T>(schema: T): T {
  return mapped(schema, (part) => {
    const { properties } = part;
    if (!isObject(properties)) return part;
    const members = Object.entries(properties).map(([name, member]) => [name, markedMember(name, member)]);
    return { ...part, properties: Object.fromEntries(members) };
  }) as T;
}

function markedMember(name: string, member: unknown): unknown {
  if (!isObject(member)) return member;
  const kind = kindOf(name);
  if (kind !== undefined && isId(member)) return { 'x-reference': kind, ...member };
  const kindOfItems = kindNamed(name);
  const { items } = member;
  if (kindOfItems === undefined || !isId(items)) return member;
  return { ...member, items: { 'x-reference': kindOfItems, ...(items as object) } };
}

/** The kind that the name of a member tells; a list of ids is called as one of them is, in the plural. */
export function kindNamed(name: string): FixtureKind | undefined {
  return kindOf(name) ?? kindOf(name.replace(/s$/i, ''));
}

/** The kind that a name tells, or the end of it: what belongs to a member (`ownerPersonId`) stands before that. */
function kindOf(name: string): FixtureKind | undefined {
  const own = plain(name);
  const [longest] = Object.keys(NAMED)
    .filter((end) => own.endsWith(end))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : NAMED[longest];
}

/** True for a name that ends as those of ids do, whatever they are ids of. */
export function isCalledId(name: string): boolean {
  return /^ids?$|[a-z0-9](Id|ID)s?$|[-_]ids?$/.test(name);
}

/** True for a schema that takes a number or a UUID. */
export function isId(member: unknown): boolean {
  if (!isObject(member)) return false;
  const { anyOf, oneOf } = member;
  return (
    [member['type']].flat().includes('integer') ||
    member['format'] === 'uuid' ||
    [anyOf, oneOf].flat().some((one) => one !== undefined && isId(one))
  );
}

/** Letter case and separators are a matter of taste. */
export function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}
