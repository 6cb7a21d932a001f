import type { Operator } from '../../fault.ts';
import { beforehand } from '../../hooks.ts';
import { isXml, JSONS, members, refusing, SORTS, takers, textOf, typeOf, XMLS, xmlTakers } from './answer-plants.ts';
import { at, each, fault, operationOf, parted, reads } from './plants.ts';

export const WRITTEN: readonly Operator[] = [
  fault(
    'bad-body-broken',
    '4.1',
    (key) => `answers 500 to a body of one sort: ${key}`,
    each(members, Object.keys(SORTS)),
    (key) => {
      const [op, sort] = parted(key);
      return beforehand(op, (call) => {
        if (!isXml(call) && SORTS[sort]?.(textOf(call))) call.broken = true;
      });
    },
  ),
  fault(
    'json-written-so-refused',
    '4.1',
    (key) => `refuses JSON for how it is written: ${key}`,
    each(takers, Object.keys(JSONS)),
    (key) => {
      const [op, sort] = parted(key);
      return refusing(op, (call) => !isXml(call) && JSONS[sort]?.(textOf(call)) === true);
    },
  ),
  fault(
    'json-charset-refused',
    '4.1',
    (op) => `${op} refuses application/json with a charset`,
    takers,
    (op) => refusing(op, (call) => /json\s*;/i.test(typeOf(call)), 415),
  ),
  fault(
    'json-type-in-capitals-refused',
    '4.1',
    (op) => `${op} refuses the content type in other letter case`,
    takers,
    (op) => refusing(op, (call) => /json/i.test(typeOf(call)) && /[A-Z]/.test(typeOf(call).split(';')[0] ?? ''), 415),
    { standing: 'debatable' },
  ),
  fault(
    'json-order-refused',
    '4.1',
    (op) => `${op} refuses members that are not in the order of the schema`,
    members,
    (op) =>
      refusing(op, (call) => {
        try {
          const names = Object.keys(JSON.parse(textOf(call)) as object);
          const { body } = operationOf(op);
          if (body === undefined || body === 'ids' || body === 'variants') return false;
          const order = [...(call.service.shape(body).children?.keys() ?? [])];
          const places = names.map((name) => order.indexOf(name)).filter((place) => place >= 0);
          return places.some((place, n) => n > 0 && place < (places[n - 1] as number));
        } catch {
          return false;
        }
      }),
  ),
  fault(
    'utf8-read-as-latin',
    'the profile’s claim',
    (op) => `${op} reads UTF-8 as Latin-1`,
    members.filter(({ op }) => reads.some((one) => one.op === op.replace('update', 'read'))),
    (op) =>
      beforehand(op, ({ request }) => {
        request.body = Buffer.from(request.body.toString('latin1'), 'utf8');
      }),
  ),
  fault(
    'xml-written-so-refused',
    '4.7',
    (key) => `refuses XML for how it is written: ${key}`,
    each(xmlTakers, Object.keys(XMLS)),
    (key) => {
      const [op, sort] = parted(key);
      return refusing(op, (call) => isXml(call) && XMLS[sort]?.(textOf(call)) === true);
    },
  ),
  fault(
    'xml-charset-refused',
    '4.7',
    (op) => `${op} refuses application/xml with a charset`,
    xmlTakers,
    (op) => refusing(op, (call) => /xml\s*;/i.test(typeOf(call)), 415),
  ),
  fault(
    'xml-cdata-lost',
    '4.7',
    (op) => `${op} loses what stands in CDATA sections`,
    at('organization.update'),
    (op) =>
      beforehand(op, ({ request }) => {
        const text = request.body.toString();
        if (text.startsWith('<')) request.body = Buffer.from(text.replace(/<!\[CDATA\[(.{1,2}).*?\]\]>/gs, '$1'));
      }),
  ),
  fault(
    'xml-unrestricted',
    '4.7',
    (op) => `${op} does not judge the values of XML`,
    xmlTakers,
    (op) => ({
      judge: (call, _, raw, __, verdict) =>
        call.op === op && isXml(call) && 'wrong' in verdict && raw !== null ? { value: raw } : verdict,
    }),
  ),
];
