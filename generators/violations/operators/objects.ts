import { isObject } from '../../../spec/json.ts';
import { isList, isNumber, keyword, memberNodes } from '../../schema/conjunction.ts';
import { type JsonObject, withMember, without } from '../../schema/json.ts';
import { mentions } from '../sites.ts';
import type { Proposal } from '../violation.ts';
import type { Context, Site } from './context.ts';

/** Objects without a member that must be there, with one that must not, and with too few or too many. */
export function objectProposals(site: Site, context: Context): Proposal[] {
  if (!isObject(site.value)) return [];
  const { value } = site;
  return [
    ...missing(site, value),
    ...missingDependents(site, value),
    ...additional(site, value),
    ...forbidden(site, value),
    ...unevaluated(site, value),
    ...tooFew(site, value),
    ...tooMany(site, value, context),
    ...badName(site, value),
  ];
}

function missing({ nodes }: Site, value: JsonObject): Proposal[] {
  return keyword(nodes, 'required', isList).flatMap(({ node, value: names }) =>
    names.map((name) => ({
      operator: 'missing-required',
      keyword: 'required',
      schemaPointer: node.pointer,
      member: String(name),
      values: [without(value, String(name))],
    })),
  );
}

function missingDependents({ nodes }: Site, value: JsonObject): Proposal[] {
  return keyword(nodes, 'dependentRequired', isObject).flatMap(({ node, value: map }) =>
    Object.entries(map)
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([, others]) =>
        [others].flat().map((other) => ({
          operator: 'missing-dependent',
          keyword: 'dependentRequired',
          schemaPointer: node.pointer,
          member: String(other),
          values: [without(value, String(other))],
        })),
      ),
  );
}

function additional({ nodes }: Site, value: JsonObject): Proposal[] {
  return nodes.flatMap((node) => {
    if (!isObject(node.schema) || node.schema['additionalProperties'] !== false) return [];
    const schema = node.schema;
    const name = ['unexpected', 'unexpectedMember', 'x'].find(
      (one) => !mentions(schema, one) && !Object.hasOwn(value, one),
    );
    if (name === undefined) return [];
    const place = {
      operator: 'additional-member',
      keyword: 'additionalProperties',
      schemaPointer: node.pointer,
      member: name,
    };
    return [{ ...place, values: ['text', 5, true].map((added) => withMember(value, name, added)) }];
  });
}

function forbidden({ nodes }: Site, value: JsonObject): Proposal[] {
  return keyword(nodes, 'properties', isObject).flatMap(({ node, value: map }) =>
    Object.keys(map)
      .filter((name) => map[name] === false)
      .map((name) => ({
        operator: 'forbidden-member',
        keyword: 'properties',
        schemaPointer: node.pointer,
        member: name,
        values: [withMember(value, name, 'text')],
      })),
  );
}

/** Members that no subschema has looked at, where those are not allowed. */
function unevaluated({ nodes }: Site, value: JsonObject): Proposal[] {
  return keyword(nodes, 'unevaluatedProperties', (rule): rule is false => rule === false).map(({ node }) => ({
    operator: 'unevaluated-member',
    keyword: 'unevaluatedProperties',
    schemaPointer: node.pointer,
    branching: true,
    values: [withMember(value, 'unexpected', 'text')],
  }));
}

function tooFew({ nodes }: Site, value: JsonObject): Proposal[] {
  return keyword(nodes, 'minProperties', isNumber).map(({ node, value: least }) => {
    const names = Object.keys(value);
    const fewer = (keep: readonly string[]): JsonObject =>
      names.filter((name) => !keep.includes(name)).reduce<JsonObject>(without, value);
    const cuts = [names.slice(0, least - 1), names.slice(names.length - least + 1), []];
    return {
      operator: 'too-few-members',
      keyword: 'minProperties',
      schemaPointer: node.pointer,
      values: cuts.map(fewer),
    };
  });
}

function tooMany({ nodes }: Site, value: JsonObject, { doc, recipe }: Context): Proposal[] {
  return keyword(nodes, 'maxProperties', isNumber).flatMap(({ node, value: most }) => {
    const declared = keyword(nodes, 'properties', isObject).flatMap(({ value: map }) => Object.keys(map));
    const spare = [...declared, ...Array.from({ length: Math.min(50, most + 1) }, (_, index) => `more${index}`)];
    let grown = value;
    for (const name of spare) {
      if (Object.keys(grown).length > most || Object.hasOwn(grown, name)) continue;
      const member = recipe(memberNodes(doc, nodes, name));
      if (member) grown = withMember(grown, name, member.plain());
    }
    return [{ operator: 'too-many-members', keyword: 'maxProperties', schemaPointer: node.pointer, values: [grown] }];
  });
}

function badName({ nodes }: Site, value: JsonObject): Proposal[] {
  return keyword(nodes, 'propertyNames', (rule): rule is unknown => rule !== undefined).map(({ node }) => ({
    operator: 'bad-member-name',
    keyword: 'propertyNames',
    schemaPointer: node.pointer,
    values: ['', '0', 'A', 'a', '#?', 'x'.repeat(300)].map((name) => withMember(value, name, 'text')),
  }));
}
