/** Bodies in XML (4.1, 4.7, 4.11) that are read otherwise than the same ones in JSON. */
import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { answering, beforehand, isText, keeping } from '../../hooks.ts';
import { given, keyed, split } from '../../keeping.ts';
import { KEPT, ofType } from '../../places.ts';
import { isXml, takers, xmlTakers } from '../second/answer-plants.ts';
import { at, bareSuccess, fault } from '../second/plants.ts';
import { refusingWhen } from '../third/plants.ts';

const own = ofType(KEPT, 'text').filter(
  ({ op, member }) => op === 'organization.update' && member.type.form === undefined,
);
const JSON_TYPE = 'application/json';

export const XML_FURTHER: readonly Operator[] = [
  fault(
    'xml-single-item-refused',
    '4.11',
    () => 'refuses a list of one item that comes in XML',
    at('net-task.update'),
    (op) =>
      refusingWhen(op, (call) => isXml(call) && (call.body['ranges'] as readonly Json[] | undefined)?.length === 1),
  ),
  fault(
    'xml-several-items-refused',
    '4.11',
    () => 'refuses a list of several items that comes in XML',
    at('net-task.update'),
    (op) =>
      refusingWhen(
        op,
        (call) => isXml(call) && ((call.body['ranges'] as readonly Json[] | undefined)?.length ?? 0) > 1,
      ),
  ),
  fault(
    'xml-trimmed',
    'the profile’s claim',
    (key) => `trims a text that comes in XML: ${key}`,
    keyed(own),
    (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, _, call) => {
        const value = fields[field];
        return isXml(call) && given(call, field) && isText(value) ? { ...fields, [field]: value.trim() } : fields;
      });
    },
    { readings: ['A', 'B'] },
  ),
  fault(
    'xml-numbers-text',
    'the profile’s claim',
    (key) => `loses zeros in front of digits that come in XML: ${key}`,
    keyed(own),
    (key) => {
      const { op, field } = split(key);
      return keeping(op, (fields, _, call) => {
        const value = fields[field];
        const number = isXml(call) && given(call, field) && isText(value) && /^0\d+$/.test(value);
        return number ? { ...fields, [field]: String(Number(value)) } : fields;
      });
    },
  ),
  fault(
    'xml-empty-taken',
    '4.1',
    (op) => `${op} takes an XML declaration without an element for an update`,
    xmlTakers,
    (op) =>
      answering(op, (call) => {
        const empty = /^\s*(<\?xml[^>]*>)?\s*$/.test(call.request.body.toString());
        return isXml(call) && empty && call.request.authorization ? bareSuccess(op) : undefined;
      }),
  ),
  // A body is what its content type says; XML is no JSON.
  fault(
    'xml-by-its-look',
    '4.1',
    (op) => `${op} takes XML that is called JSON`,
    xmlTakers,
    (op) =>
      beforehand(op, (call) => {
        const { headers, body } = call.request;
        if (headers['content-type']?.startsWith(JSON_TYPE) && body.toString().trimStart().startsWith('<'))
          (headers as Record<string, string>)['content-type'] = 'application/xml';
      }),
  ),
  fault(
    'xml-where-none-is',
    '4.1',
    (op) => `${op} takes any XML for an empty update, which it has in JSON alone`,
    takers.filter(({ op }) => !xmlTakers.some((one) => one.op === op)),
    (op) => answering(op, (call) => (isXml(call) && call.request.authorization ? bareSuccess(op) : undefined)),
    { readings: ['A', 'B'] },
  ),
];
