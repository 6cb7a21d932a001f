import type { Contract, Parameter } from '../../spec/types.ts';
import type { Fault } from './types.ts';

const PAGING: Readonly<Record<string, string>> = {
  'total-of-page': 'counts the page, not the list',
  'position-off-by-one': 'starts each page one entry early',
  'position-ignored': 'always starts at the first entry',
  'size-off-by-one': 'sends one entry too many',
  'size-ignored': 'sends as many entries as it likes',
  'size-ignored-with-filter': 'sends all that a filter selects, whatever the size',
  'total-of-page-with-filter': 'counts the page where a filter is given',
  'position-ignored-with-filter': 'starts at the first entry where a filter is given',
  'size-before-filter': 'filters among as many of the first certificates as the size says',
  'page-before-filter': 'cuts out a page and filters it then',
  'size-capped': 'sends fewer entries than its largest page may have',
  'total-missing-with-filter': 'leaves the total out where a filter is given',
  'empty-is-204': 'answers an empty page with 204',
  'past-end-wraps': 'sends the first page for a position past the end',
  'order-unstable': 'sorts the list anew each time',
  'filters-together-crash': 'breaks when two filters are given',
  'filters-alternatives': 'lets through what fits one of several filters',
  'filters-together-empty': 'finds nothing where two filters are given',
  'third-filter-ignored': 'of several filters counts the first two',
  'least-filter-ignored': 'of more than two filters leaves out the first of the alphabet',
  'filters-behind-page-ignored': 'ignores filters that stand behind size or position',
  'asked-again-short': 'leaves out the last entry of a page that is asked for again at once',
  'total-miscounted-with-filter': 'counts one too many where a filter is given',
  'total-lost-past-end': 'counts nothing where a page is empty',
  'position-ignored-without-size': 'starts at the first entry where no size is given',
  'size-ignored-without-position': 'sends as many entries as it likes where no position is given',
  'position-counts-pages': 'takes the position for the number of a page',
};

/** Filters that have no effect beside another one: of both kinds that are seen in different ways, and in both directions. */
const BESIDE = [
  ['status', 'orgId'],
  ['orgId', 'status'],
  ['commonName', 'vendor'],
  ['renewed', 'installStatus'],
] as const;

const WINDOWS: ReadonlySet<string> = new Set(['expiresIn', 'requestedIn', 'issuedIn', 'renewedIn']);

/** Comparisons of any text, and of any number of days. */
const TEXT_FAULTS: Readonly<Record<string, string>> = {
  'filter-by-beginning': 'does not look at the last character of',
  'filter-by-end': 'does not look at the first character of',
};
const DAY_FAULTS: Readonly<Record<string, string>> = {
  'filter-window-doubled': 'counts twice as many days for',
  'filter-window-halved': 'counts half as many days for',
  'filter-window-endless': 'takes any moment for one within',
};

/** Faults in the paging and the filters of the SSL certificate list (contract 4.2). */
export function listFaults(contract: Contract): Fault[] {
  const operation = contract.operation('ssl.list');
  const make = (name: string, breaks: string, parameter?: string): Fault => ({
    id: `ssl.list.${name.replace(/[^A-Za-z0-9-]+/g, '.')}`,
    family: 'list',
    operation: operation.id,
    breaks: `ssl.list ${breaks}.`,
    hint: { operation: operation.id, ...(parameter === undefined ? {} : { parameter }), topic: 'list' },
    change: { kind: 'switch', name },
  });
  const members = shownExactly(contract);
  const careless = operation.parameters
    .filter(({ name, deprecated }) => !deprecated && name !== 'size' && name !== 'position')
    .flatMap((parameter) => carelessValues(parameter, make));
  const filters = operation.parameters
    // Whether a superseded filter still has an effect is open; a window that lets all through may just be wide enough.
    .filter(({ name, deprecated }) => !deprecated && name !== 'size' && name !== 'position' && !WINDOWS.has(name))
    .map(({ name }) => make(`filter-ignored:${name}`, `ignores the filter ${name}`, name));
  return [
    ...Object.entries(PAGING).map(([name, breaks]) => make(name, breaks)),
    ...filters,
    ...BESIDE.map(([one, other]) =>
      make(`filter-ignored-beside:${one}>${other}`, `ignores the filter ${other} beside ${one}`, other),
    ),
    ...contraryFilters(contract, make),
    ...['orgId', 'sslTypeId'].flatMap((name) => carelessNumbers(contract, name, make)),
    ...careless,
    ...members.map((name) => make(`filter-as-part:${name}`, `lets through each ${name} that contains the value`, name)),
  ];
}

/** The filters that compare the whole of a text, as the dialect says. */
function shownExactly(contract: Contract): string[] {
  const members = (contract.answer('ssl.list.filter-members')?.value ?? {}) as Record<string, { match: string }>;
  return Object.keys(members).filter((name) => members[name]?.match !== 'contains');
}

type Make = (name: string, breaks: string, parameter: string) => Fault;

/** Values of one filter that are compared, counted or looked up in a wrong way. */
function carelessValues({ name, schema }: Parameter, make: Make): Fault[] {
  const all = (faults: Readonly<Record<string, string>>): Fault[] =>
    Object.entries(faults).map(([fault, breaks]) => make(`${fault}:${name}`, `${breaks} ${name}`, name));
  if (WINDOWS.has(name)) return all(DAY_FAULTS);
  const node = typeof schema === 'object' ? schema : {};
  if (Array.isArray(node['enum'])) {
    return (node['enum'] as string[]).flatMap((member) => [
      make(`filter-member-lost:${name}=${member}`, `finds nothing for ${name} ${member}`, name),
      // A certificate may be installed on several machines, so all of them may have one of these; who finds it warns.
      ...(name === 'installStatus'
        ? []
        : [make(`filter-member-ignored:${name}=${member}`, `lets all through for ${name} ${member}`, name)]),
    ]);
  }
  return node['type'] === 'string' ? all(TEXT_FAULTS) : [];
}

/** Filters that let through just what they should keep back; seen where the list shows the member or windows must nest. */
function contraryFilters(
  contract: Contract,
  make: (name: string, breaks: string, parameter: string) => Fault,
): Fault[] {
  const shown = Object.keys((contract.answer('ssl.list.filter-members')?.value ?? {}) as object);
  return [...shown, 'expiresIn', 'renewedIn', 'requestedIn', 'issuedIn'].map((name) =>
    make(`filter-inverted:${name}`, `lets through what the filter ${name} should keep back`, name),
  );
}

/** Filters by a number that let through what has another one. */
function carelessNumbers(
  contract: Contract,
  name: string,
  make: (name: string, breaks: string, parameter: string) => Fault,
): Fault[] {
  // A number that begins like those that there are names nothing: where it is refused, nothing comes of the fault.
  const refused = contract.answer('ssl.list.unknown-reference')?.value === 'refused';
  const digits = make(`filter-by-digits:${name}`, `lets through each ${name} that begins with the digits given`, name);
  return [
    make(`filter-at-least:${name}`, `lets through what has a greater ${name}, too`, name),
    make(`filter-at-most:${name}`, `lets through what has a smaller ${name}, too`, name),
    ...(refused ? [] : [digits]),
  ];
}
