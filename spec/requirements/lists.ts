/** Requirements that each filter of a list gives: it narrows, and different values of it select different entries (contract 4.2). */
import { dereference } from '../standalone.ts';
import type { Operation, Parameter, Requirement } from '../types.ts';

/** What values a filter takes, and so which relations hold between lists filtered by it. */
export type FilterKind = 'enum' | 'boolean' | 'days' | 'number' | 'text';

/** The filters of a list: its query parameters but those that choose a page. */
export function filtersOf(list: Operation): readonly Parameter[] {
  return list.parameters.filter(({ name, in: place }) => place === 'query' && !PAGING.has(name));
}

const PAGING = new Set(['size', 'position']);

/** A certificate may be installed on several machines; that it has one install status only is not said. */
const PERHAPS_SEVERAL = new Set(['installStatus']);

/** A certificate of a department may be listed for the organization, too. */
const MAY_CONTAIN = new Set(['orgId']);

/** True when a certificate has one value of what the filter looks at, and the filter surely still looks at it. */
export function hasOneValue({ name, deprecated }: Parameter): boolean {
  return !deprecated && !PERHAPS_SEVERAL.has(name);
}

/** The kind of a filter by its schema; integers with both bounds count days. */
export function filterKind({ schema }: Parameter): FilterKind {
  const node = dereference(schema);
  if (typeof node === 'boolean') return 'text';
  if (Array.isArray(node['enum'])) return 'enum';
  if (node['type'] === 'boolean') return 'boolean';
  if (node['type'] === 'integer') return node['maximum'] === undefined ? 'number' : 'days';
  return 'text';
}

/** The requirements of every filter of the lists among the operations. */
export function listRequirements(operations: readonly Operation[]): Requirement[] {
  const list = operations.find(({ id }) => id === 'ssl.list');
  return list === undefined ? [] : filtersOf(list).flatMap((filter) => ofFilter(list, filter));
}

function ofFilter(list: Operation, filter: Parameter): Requirement[] {
  const { name } = filter;
  const make = (suffix: string, sentence: string, level: Requirement['level'] = 'MUST'): Requirement => ({
    id: `${list.id}.filter.${name}.${suffix}`,
    // What a deprecated filter still does is not shown (silence ssl.list.deprecated-filters).
    level: filter.deprecated && suffix !== 'narrows' ? 'SHOULD' : level,
    source: 'contract',
    section: filter.section,
    sentence,
    interface: list.interface,
    area: list.area,
    operation: list.id,
    topic: 'list',
  });
  const narrows = make('narrows', `The filter ${name} only takes certificates away from the list.`);
  const disjoint = make(
    'disjoint',
    `No certificate is listed for two different values of ${name}.`,
    PERHAPS_SEVERAL.has(name) ? 'SHOULD' : 'MUST',
  );
  const kind = filterKind(filter);
  switch (kind) {
    case 'enum':
      return [
        narrows,
        disjoint,
        make('selects', `No certificate has every value of ${name}, so not all of them leave the list whole.`),
      ];
    case 'boolean':
      return [
        narrows,
        make('disjoint', `No certificate is listed both for ${name}=true and for ${name}=false.`),
        make('covers', `Every certificate is listed either for ${name}=true or for ${name}=false.`, 'SHOULD'),
      ];
    case 'days':
      return [
        narrows,
        make('grows', `With more days, ${name} never shows fewer certificates.`),
        make('selects', `The filter ${name} has an effect where certificates lie outside its days.`, 'SHOULD'),
      ];
    default:
      return [
        narrows,
        ...(kind === 'number' && !MAY_CONTAIN.has(name) ? [disjoint] : []),
        make('selects', `A value of ${name} that no certificate has does not leave the list whole.`),
      ];
  }
}
