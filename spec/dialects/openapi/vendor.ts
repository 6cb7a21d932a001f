/**
 * Takes the contract's named schemas out of a vendor's own OpenAPI document (contract 2.1: "fields are not shown").
 * The result is an overlay like any that the target's owner writes, so what it says is claimed.
 */
import { readDocuments } from '../../documents.ts';
import type { StateMachine } from '../../types.ts';
import { readOwnYaml } from '../../yaml.ts';
import type { Overlay, OverlayAction } from '../overlays.ts';
import { typeAnswers } from './admin-type.ts';
import { BodyFinder } from './bodies.ts';
import { withCertificate } from './certificate.ts';
import { SchemaConverter } from './convert.ts';
import { describe, type Finding } from './named.ts';
import { notFoundAt } from './not-found.ts';
import { Notices } from './notices.ts';
import { compareParameters } from './parameters.ts';
import { matchOperations, type VendorOperation } from './paths.ts';
import { type ContractOperation, contractOperations, type Place } from './places.ts';
import { isNode, readVendorDocument, type VendorDocument } from './source.ts';
import { variantsAt } from './variants.ts';

/** What a vendor's document says about the points that the contract leaves open. */
export interface VendorDescription {
  /** Empty when the document describes none of the named schemas. */
  readonly overlays: readonly Overlay[];
  /** Answers that follow from the schemas, by silence id. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** One sentence each, `file at pointer: sentence`: what is missing, clashes, or differs from the contract. */
  readonly notices: readonly string[];
}

/**
 * Reads a vendor's OpenAPI 3.0 or 3.1 document (YAML or JSON). Only what the contract's operations reach is looked at.
 *
 * @param file absolute path.
 * @throws DialectError for a file that is missing, malformed or no such document, and for a reference that leaves the
 * file or names nothing; it names file and JSON Pointer.
 */
export async function describeVendor(file: string): Promise<VendorDescription> {
  const [document, { admin }, types] = await Promise.all([
    readVendorDocument(file),
    readDocuments(),
    administratorTypes(),
  ]);
  return new Reading(document, contractOperations(admin)).description(types);
}

/** The administrator types of the contract (3.2). */
async function administratorTypes(): Promise<readonly string[]> {
  const { machines } = await readOwnYaml<{ machines: readonly StateMachine[] }>(
    new URL('../../state-machines.yaml', import.meta.url),
  );
  return machines.find(({ id }) => id === 'administrator-type')?.states ?? [];
}

class Reading {
  readonly #document: VendorDocument;
  readonly #operations: readonly ContractOperation[];
  readonly #notices: Notices;
  readonly #converter: SchemaConverter;
  readonly #bodies: BodyFinder;
  readonly #findings = new Map<string, Finding[]>();
  readonly #schemas: Record<string, unknown> = {};

  constructor(document: VendorDocument, operations: readonly ContractOperation[]) {
    this.#document = document;
    this.#operations = operations;
    this.#notices = new Notices(document.file);
    this.#converter = new SchemaConverter(document, this.#notices);
    this.#bodies = new BodyFinder(document, this.#notices);
  }

  description(types: readonly string[]): VendorDescription {
    const matched = matchOperations(this.#document, this.#operations, this.#notices);
    const absences: string[] = [];
    for (const operation of this.#operations) {
      const vendor = matched.get(operation.id);
      if (vendor === undefined) continue;
      for (const place of operation.places) this.#read(place, vendor);
      const absent = operation.notFound ? this.#bodies.notFound(vendor) : undefined;
      if (absent !== undefined) absences.push(absent);
      this.#compareStatuses(operation, vendor);
      compareParameters(this.#document, this.#converter, this.#notices, operation, vendor);
    }
    const actions = [...this.#findings].flatMap(([name, findings]) => this.#describe(name, findings));
    const notFound = notFoundAt(this.#converter, this.#notices, absences);
    if (notFound !== undefined) this.#schemas['NotFoundBody'] = notFound.schema;
    return {
      overlays: this.#overlays(actions),
      answers: {
        ...typeAnswers(this.#schemas, types, this.#converter.helpers),
        ...(notFound?.members === undefined ? {} : { 'error.not-found.members': notFound.members }),
      },
      notices: this.#notices.lines,
    };
  }

  #read(place: Place, vendor: VendorOperation): void {
    const pointer =
      place.direction === 'request'
        ? this.#bodies.request(place.operation, vendor)
        : this.#bodies.success(place.operation, vendor, place.status ?? '200');
    if (pointer === undefined) return;
    if (place.form === 'choice') {
      const variants = variantsAt(this.#document, this.#converter, this.#notices, pointer, place.names);
      for (const [name, schema] of variants ?? []) this.#schemas[name] = schema;
      return;
    }
    const at = place.form === 'list' ? this.#itemsAt(pointer, place) : pointer;
    const schema = at === undefined ? undefined : this.#converter.root(at, place.direction);
    const [name] = place.names;
    if (at === undefined || name === undefined || !isNode(schema)) return;
    const usable = this.#safe(name, schema, at);
    if (usable === undefined) return;
    this.#findings.set(name, [...(this.#findings.get(name) ?? []), { place, pointer: at, schema: usable }]);
  }

  #itemsAt(pointer: string, place: Place): string | undefined {
    const list = this.#document.resolve(pointer);
    if (list.value['type'] === 'array' && isNode(list.value['items'])) return `${list.pointer}/items`;
    this.#notices.add(
      `${place.operation} answers with an array of ${place.names[0]} by the contract, which governs; here is another type.`,
      list.pointer,
    );
    return undefined;
  }

  /** A body that names the certificate to change must be known to do so: no request may hit another one. */
  #safe(name: string, schema: Record<string, unknown>, pointer: string): Record<string, unknown> | undefined {
    if (name !== 'SslInfo') return schema;
    const found = withCertificate(schema);
    if (found === undefined) {
      this.#notices.add(
        'No member of SslInfo can be taken for the id of the certificate, so SslInfo stays as in the base. Mark the member with "x-reference: ssl-certificate".',
        pointer,
      );
    } else if (found.added !== undefined) {
      this.#notices.add(`SslInfo is taken to require ${found.added}: nothing else names the certificate.`, pointer);
    }
    return found?.schema;
  }

  #describe(name: string, findings: readonly Finding[]): OverlayAction[] {
    const places = this.#operations.flatMap((operation) => operation.places.filter(({ names }) => names[0] === name));
    const described = describe(name, places, findings, this.#converter, this.#notices);
    if (described === undefined) return [];
    this.#schemas[name] = described.component;
    return [...described.actions];
  }

  #compareStatuses({ id, raw }: ContractOperation, vendor: VendorOperation): void {
    const own = Object.keys(raw['responses'] as object).filter((status) => Number(status) < 300);
    const theirs = this.#bodies.statuses(vendor);
    if (own.length === 0 || theirs.length === 0) return;
    if (own.some((status) => theirs.includes(status) || theirs.includes('2XX'))) return;
    this.#notices.add(
      `${id} succeeds with ${own.join(' or ')} by the contract, which governs; here with ${theirs.join(' or ')}.`,
      `${vendor.pointer}/responses`,
    );
  }

  #overlays(actions: readonly OverlayAction[]): Overlay[] {
    if (Object.keys(this.#schemas).length === 0) return [];
    // Schemas that were only made to be compared are not needed.
    const schemas = { ...this.#schemas, ...reached([this.#schemas, actions], this.#converter.helpers) };
    return [
      {
        overlay: '1.0.0',
        info: { title: 'What the vendor describes', version: '1.0.0' },
        actions: [{ target: '$.components.schemas', update: schemas }, ...actions],
        'x-file': this.#document.file,
      },
    ];
  }
}

/** The helper schemas that `roots` refer to, directly or through others. */
function reached(roots: unknown, helpers: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const reference = (value as { $ref?: unknown }).$ref;
    const name = typeof reference === 'string' ? reference.slice('#/components/schemas/'.length) : '';
    if (helpers.has(name) && !Object.hasOwn(found, name)) {
      found[name] = helpers.get(name);
      visit(found[name]);
    }
    Object.values(value).forEach(visit);
  };
  visit(roots);
  return found;
}
