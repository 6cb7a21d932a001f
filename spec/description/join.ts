/** The two documents of the contract as one. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../json.ts';
import { mapped, type Tree, within } from './tree.ts';

/** Both documents in a copy: the legacy actions keep their own address and ask for no bearer credential (contract 4.12, 4.13, 5). */
export function joined(admin: Tree, legacy: Tree): Tree {
  const document = structuredClone(admin);
  const apart = withoutClashes(document, structuredClone(legacy));
  for (const [path, item] of Object.entries(within(apart, 'paths'))) {
    for (const operation of Object.values(item as Tree))
      if (isObject(operation)) operation['security'] ??= legacy['security'];
    within(document, 'paths')[path] = { servers: apart['servers'], ...(item as Tree) };
  }
  for (const [kind, entries] of Object.entries(within(apart, 'components')))
    Object.assign(within(document, 'components', kind), entries);
  document['tags'] = [...(document['tags'] as unknown[]), ...(apart['tags'] as unknown[])];
  return document;
}

/** Schemas that a dialect calls alike in both documents: those of the legacy actions get a name of their own. */
function withoutClashes(admin: Tree, legacy: Tree): Tree {
  const taken = within(admin, 'components', 'schemas');
  const schemas = within(legacy, 'components', 'schemas');
  const names = Object.keys(schemas).filter((name) => name in taken && !isDeepStrictEqual(taken[name], schemas[name]));
  if (names.length === 0) return legacy;
  for (const name of names) {
    schemas[`Legacy${name}`] = schemas[name];
    delete schemas[name];
  }
  return mapped(legacy, (part) => {
    const name = String(part['$ref'] ?? '').replace('#/components/schemas/', '');
    return names.includes(name) ? { ...part, $ref: `#/components/schemas/Legacy${name}` } : part;
  }) as Tree;
}
