/** Bodies in XML (4.1, 4.7, 4.11): what goes wrong for them and not for JSON. */

import type { BodyName } from '../../../contract/bodies.ts';
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Shape } from '../../../server/shape.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, firstOf, succeeded } from '../../hooks.ts';
import { given, keyed, losing } from '../../keeping.ts';
import { BODY, KEPT } from '../../places.ts';
import { isXml, refusing, textOf, xmlTakers } from '../second/answer-plants.ts';
import { admitting } from '../second/guard-plants.ts';
import { at, fault, operationOf } from '../second/plants.ts';

const organization = KEPT.filter(({ op }) => op === 'organization.update');
const leaves = (shape: Shape): readonly string[] =>
  [...(shape.children ?? [])].flatMap(([name, child]) => (child.children ? leaves(child) : [name]));
/** Whether the elements of a body come in another order than the members of its schema. */
function disordered(call: Call): boolean {
  const order = leaves(call.service.shape(operationOf(call.op).body as BodyName));
  const found = [...textOf(call).matchAll(/<(\w+)>/g)]
    .map(([, name]) => order.indexOf(name as string))
    .filter((n) => n >= 0);
  return found.some((n, i) => i > 0 && n < (found[i - 1] as number));
}

export const XML: readonly Operator[] = [
  fault(
    'xml-unguarded',
    '5',
    (op) => `${op} needs no credential where the body is XML`,
    xmlTakers,
    (op) => admitting(op, (call) => call.request.authorization === undefined && isXml(call)),
  ),
  fault(
    'xml-absent-taken',
    '7.1',
    (op) => `${op} answers 200 for an entity that does not exist where the body is XML`,
    xmlTakers,
    (op) =>
      afterwards(op, (reply, call) => {
        if (reply.status !== 404 || !call.holder || !isXml(call)) return reply;
        const fields = firstOf(call, 'organization')?.fields;
        return op === 'organization.update' && fields ? call.show(200, 'OrganizationResp', fields) : { status: 200 };
      }),
  ),
  // No sentence says that the elements may stand in any order.
  fault(
    'xml-in-order',
    '4.1',
    (op) => `${op} refuses elements of XML that are not in the order of the schema`,
    xmlTakers,
    (op) => refusing(op, (call) => isXml(call) && disordered(call)),
    { readings: ['A', 'C'], standing: 'debatable' },
  ),
  fault(
    'xml-member-lost',
    'the profile’s claim',
    (key) => `does not keep a member that comes in XML: ${key}`,
    keyed(organization),
    (key) => losing(key, (_, call) => isXml(call)),
  ),
  fault(
    'xml-empty-lost',
    'the profile’s claim',
    (key) => `does not keep an empty element: ${key}`,
    keyed(organization.filter(({ member: { type } }) => type.is === 'text' && type.min === undefined && !type.form)),
    (key) => losing(key, (value, call) => isXml(call) && value === ''),
  ),
  fault(
    'xml-missing-taken',
    'the profile’s claim',
    (key) => `does without a needed element in XML: ${key}`,
    keyed(BODY.filter(({ op, member }) => member.need && operationOf(op).xml)),
    (key) => ({
      judge: (call, place, raw, _, verdict) =>
        place === key && raw === null && 'wrong' in verdict && isXml(call) ? { value: null } : verdict,
    }),
  ),
  // 4.1: answers are JSON, whatever the request was.
  fault(
    'xml-answered-so',
    '4.1',
    () => 'answers an update in XML with XML',
    at('organization.update'),
    (op) =>
      afterwards(op, (reply, call) =>
        succeeded(reply) && isXml(call) && reply.body && 'json' in reply.body
          ? { ...reply, body: { text: elements('organization', reply.body.json), type: 'application/xml' } }
          : reply,
      ),
  ),
  fault(
    'xml-refused-silently',
    '4.1',
    (op) => `${op} answers a bad value in XML with success and changes nothing`,
    xmlTakers,
    (op) =>
      afterwards(op, (reply, call) => {
        if (reply.status !== 400 || !isXml(call) || !call.holder || !given(call, 'name')) return reply;
        const fields = firstOf(call, 'organization')?.fields;
        return op === 'organization.update' && fields ? call.show(200, 'OrganizationResp', fields) : { status: 200 };
      }),
  ),
];

function elements(name: string, value: Json): string {
  const inner =
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value)
          .map(([child, one]) => elements(child, one as Json))
          .join('')
      : String(value).replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<${name}>${inner}</${name}>`;
}
