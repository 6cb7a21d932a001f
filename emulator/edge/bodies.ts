import { isObject } from '../../spec/json.ts';
import type { JsonSchema, RequestBody } from '../../spec/types.ts';
import { type Read, readJson } from '../decode/json.ts';
import { readXml } from '../decode/xml.ts';
import type { Policy } from '../policy.ts';
import { badRequest, type Reply, refused } from '../reply.ts';
import { compileSchema } from '../validate/schema.ts';
import { type Names, namesOf } from './names.ts';
import { withoutNulls } from './nulls.ts';
import { propertiesOf, settle } from './schemas.ts';

/** A body that was read and found valid. */
interface ReadBody {
  /** With the emulator's internal member names. */
  readonly body: unknown;
  /** As it arrived. */
  readonly wire: unknown;
}

/** How to read the body of an operation: compiled once from the contract. */
export interface BodyPlan {
  read(bytes: Uint8Array, contentType: string | undefined): ReadBody | Reply;
}

/** Compiles a request body. It and its schemas may differ from the contract's when a fault is active. */
export function planBody(body: RequestBody, policy: Policy): BodyPlan {
  const readers = new Map(
    body.contents.map((content) => [content.mediaType, reader(content.mediaType, content.schema, policy)]),
  );
  const fallback = readers.get('application/json') ?? [...readers.values()][0];
  return {
    read: (bytes, contentType) => {
      if (bytes.length === 0 && !body.required) return { body: undefined, wire: undefined };
      if (bytes.length === 0) return badRequest('The request needs a body.');
      const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
      const missing = policy.otherwise('request.content-type.missing') ? undefined : fallback;
      const read = mediaType === undefined ? missing : readers.get(mediaType);
      if (read !== undefined) return read(bytes);
      if (policy.contentType === 'ignored' && fallback !== undefined) return fallback(bytes);
      return refused('media-type', 415, `Content of type ${String(mediaType)} is not understood here.`, -1601);
    },
  };
}

function reader(mediaType: string, schema: JsonSchema, policy: Policy): (bytes: Uint8Array) => ReadBody | Reply {
  const validate = compileSchema(schema);
  const unique = policy.otherwise('request.duplicate-members');
  const names: Names = namesOf(schema);
  const refusesUnknown = policy.unknownMembers === 'refused';
  const decode = (bytes: Uint8Array): Read =>
    mediaType === 'application/xml' ? readXml(bytes, schema) : readJson(bytes, unique);
  const meant = policy.requestNulls === 'absent' ? withoutNulls : (value: unknown) => value;
  return (bytes) => {
    const decoded = decode(bytes);
    if ('problem' in decoded) return badRequest(decoded.problem);
    const read = { value: meant(decoded.value, schema, schema) };
    const violation = validate(read.value);
    if (violation !== undefined)
      return badRequest(`The body at '${violation.pointer}' does not meet ${violation.keyword}.`);
    const stranger = refusesUnknown ? unknownMember(read.value, schema, schema) : undefined;
    if (stranger !== undefined) return badRequest(`The body has an unknown member '${stranger}'.`);
    return { body: names.toInternal(read.value), wire: read.value };
  };
}

/** The first member, at any depth, that an object whose members are described does not have. */
function unknownMember(value: unknown, schema: JsonSchema, root: JsonSchema): string | undefined {
  if (Array.isArray(value)) {
    const items = (settle(schema, root)['items'] ?? true) as JsonSchema;
    return value.map((item) => unknownMember(item, items, root)).find((name) => name !== undefined);
  }
  const known = propertiesOf(schema, root);
  if (!isObject(value) || known.size === 0) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const described = known.get(name);
    const stranger = described === undefined ? name : unknownMember(member, described as JsonSchema, root);
    if (stranger !== undefined) return stranger;
  }
  return undefined;
}
