/** Tells where a vendor describes parameters otherwise than the contract, which governs. */
import type { SchemaConverter } from './convert.ts';
import type { Notices } from './notices.ts';
import type { VendorOperation } from './paths.ts';
import type { ContractOperation } from './places.ts';
import { isNode, type Located, type Node, type VendorDocument } from './source.ts';

/** Keywords whose differing values contradict the contract. */
const COMPARED = [
  'type',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'enum',
];

/** Adds a notice for each parameter of the operation that the vendor does not have, describes otherwise, or asks for beyond the contract. */
export function compareParameters(
  document: VendorDocument,
  converter: SchemaConverter,
  notices: Notices,
  operation: ContractOperation,
  vendor: VendorOperation,
): void {
  const theirs = parametersOf(document, vendor);
  const own = ((operation.raw['parameters'] ?? []) as Node[]).filter(({ in: place }) => place === 'query');
  const absent: string[] = [];
  for (const parameter of own) {
    const name = String(parameter['name']);
    const match = theirs.find(({ value }) => value['in'] === 'query' && value['name'] === name);
    if (match === undefined) absent.push(name);
    else compareOne(document, converter, notices, { operation: operation.id, name, own: parameter, match });
  }
  if (absent.length > 0) notices.addUndescribed(operation.id, absent);
  comparePath(document, converter, notices, operation, vendor, theirs);
  for (const { value, pointer } of theirs) {
    const known = own.some(({ name }) => name === value['name'] && value['in'] === 'query');
    if (value['required'] !== true || known || !['query', 'header', 'cookie'].includes(String(value['in']))) continue;
    if (/^authorization$/i.test(String(value['name']))) continue;
    notices.add(
      `${operation.id} requires ${String(value['in'])} ${String(value['name'])} here; the contract knows none, so no request will carry it.`,
      pointer,
    );
  }
}

interface Pair {
  readonly operation: string;
  readonly name: string;
  readonly own: Node;
  readonly match: Located;
}

/** Path parameters may be called otherwise: they are compared in the order of the templates. */
function comparePath(
  document: VendorDocument,
  converter: SchemaConverter,
  notices: Notices,
  operation: ContractOperation,
  vendor: VendorOperation,
  theirs: readonly Located[],
): void {
  const ours = namesIn(operation.path);
  // A base path may have parameters of its own, before those of the contract.
  const theirNames = namesIn(vendor.path);
  const names = theirNames.slice(theirNames.length - ours.length);
  const own = (operation.raw['parameters'] ?? []) as Node[];
  ours.forEach((name, index) => {
    const parameter = own.find((one) => one['in'] === 'path' && one['name'] === name);
    const match = theirs.find(({ value }) => value['in'] === 'path' && value['name'] === names[index]);
    if (parameter !== undefined && match !== undefined)
      compareOne(document, converter, notices, { operation: operation.id, name, own: parameter, match });
  });
}

function compareOne(document: VendorDocument, converter: SchemaConverter, notices: Notices, pair: Pair): void {
  const { own, match, name, operation } = pair;
  const said: string[] = [];
  let idle = false;
  if (match.value['in'] === 'query' && (own['required'] === true) !== (match.value['required'] === true)) {
    said.push(own['required'] === true ? 'required, here optional' : 'optional, here required');
  }
  if (document.at(`${match.pointer}/schema`) !== undefined) {
    const theirs = converter.root(`${match.pointer}/schema`, 'any');
    if (isNode(theirs)) {
      const found = differences(own['schema'] as Node, theirs, '', leftOpen(own));
      said.push(...found.filter((one) => !one.idle).map(({ text }) => text));
      idle = found.some((one) => one.idle);
    }
  }
  if (said.length === 0) {
    if (idle) notices.addIdle(`${name} of ${operation}`);
    return;
  }
  notices.add(
    `Parameter ${name} of ${operation} differs from the contract, which governs: ${said.join('; ')}.`,
    match.pointer,
  );
}

/** Keywords that the contract leaves open at a parameter: whatever a vendor says there is an answer, no difference. */
function leftOpen(parameter: Node): ReadonlySet<string> {
  const silences = parameter['x-silences'];
  return new Set(Array.isArray(silences) && silences.includes('endpoint.id.minimum') ? ['minimum'] : []);
}

const NONE: ReadonlySet<string> = new Set();

/** A keyword that says something else. */
interface Difference {
  readonly text: string;
  /** True where no value is told apart by it. */
  readonly idle: boolean;
}

function differences(own: Node, theirs: Node, at: string, open = NONE): Difference[] {
  const said: Difference[] = [];
  for (const keyword of COMPARED) {
    if (open.has(keyword)) continue;
    const [ours, other] = [own[keyword], theirs[keyword]];
    // What the vendor leaves unsaid, or says without effect, contradicts nothing.
    if (other === undefined || (keyword === 'minLength' && other === 0) || sameValue(ours, other)) continue;
    if (ours === undefined && (keyword === 'format' || (keyword === 'minItems' && other === 0))) continue;
    if (keyword === 'type' && sameValue(ours, [other].flat().filter((type) => type !== 'null')[0])) continue;
    said.push({
      text: `${at}${keyword} ${ours === undefined ? 'none' : show(ours)}, here ${show(other)}`,
      idle: isIdle(keyword, ours, other),
    });
  }
  if (isNode(own['items']) && isNode(theirs['items']))
    said.push(...differences(own['items'], theirs['items'], 'items: '));
  return said;
}

/** Bounds that generators of descriptions write where there is none: those of a signed number of 32 bits. */
const NO_BOUND: ReadonlyMap<string, number> = new Map([
  ...['maxItems', 'maxLength', 'maximum'].map((keyword) => [keyword, 2 ** 31 - 1] as const),
  ...['minItems', 'minLength'].map((keyword) => [keyword, 0] as const),
  ['minimum', -(2 ** 31)],
]);

/** Members of an enumeration in other letters are the same words; the contract's are sent. */
function isIdle(keyword: string, ours: unknown, other: unknown): boolean {
  if (ours === undefined && NO_BOUND.get(keyword) === other) return true;
  if (keyword !== 'enum' || !Array.isArray(ours) || !Array.isArray(other)) return false;
  const plain = (words: readonly unknown[]): string[] =>
    words.map((word) =>
      String(word)
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, ''),
    );
  return sameValue(plain(ours), plain(other.filter((word) => word !== null)));
}

function sameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  const [one, other] = [new Set(a), new Set(b.filter((value) => value !== null))];
  return one.size === other.size && [...one].every((value) => other.has(value));
}

function show(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
}

/** The operation's parameters and those of its path, references followed; the operation's own come first. */
function parametersOf(document: VendorDocument, { value, pointer, item }: VendorOperation): Located[] {
  return [
    { value, pointer },
    { value: item.value, pointer: item.pointer },
  ].flatMap((holder) => {
    const list = holder.value['parameters'];
    return Array.isArray(list) ? list.map((_, index) => document.resolve(`${holder.pointer}/parameters/${index}`)) : [];
  });
}
