/** A vendor's own OpenAPI document: reading it, and following references inside it. */
import { basename } from 'node:path';
import { readHandedIn } from '../../handed-in.ts';
import { valueAt } from '../../json.ts';
import { DialectError } from '../error.ts';
import { parseFinite } from '../finite.ts';

/** An object of the document whose members are narrowed where they are read. */
export type Node = Readonly<Record<string, unknown>>;

/** A value of the document and the JSON Pointer where it stands. */
export interface Located {
  readonly value: Node;
  readonly pointer: string;
}

/** A parsed OpenAPI 3.0 or 3.1 document. */
export class VendorDocument {
  readonly file: string;
  readonly root: Node;
  /** OpenAPI 3.0 has a schema language of its own; 3.1 has JSON Schema 2020-12. */
  readonly is30: boolean;

  constructor(file: string, root: Node) {
    this.file = file;
    this.root = root;
    this.is30 = versionOf(root).startsWith('3.0');
  }

  /** A fault of the document at a place. */
  fault(sentence: string, pointer: string): DialectError {
    return new DialectError(sentence, { file: this.file, pointer });
  }

  /** The value at a JSON Pointer; undefined when there is none. */
  at(pointer: string): unknown {
    return valueAt(this.root, pointer);
  }

  /**
   * The JSON Pointer that a reference means.
   *
   * @param pointer where the reference itself stands.
   * @throws DialectError for a reference that leaves the file, or that names nothing in it.
   */
  target(reference: string, pointer: string): string {
    const [file = '', fragment = ''] = reference.split('#');
    if (file !== '' && file.replace(/^\.\//, '') !== basename(this.file)) {
      throw this.fault(
        `The reference "${reference}" leaves this file. Bundle the description into one file first.`,
        pointer,
      );
    }
    const found = decode(fragment);
    if ((fragment !== '' && !fragment.startsWith('/')) || this.at(found) === undefined) {
      throw this.fault(`The reference "${reference}" names nothing in this file.`, pointer);
    }
    return found;
  }

  /**
   * The object at a pointer, references followed.
   *
   * @throws DialectError when it is no object, or its references go round in a circle.
   */
  resolve(pointer: string): Located {
    const passed = new Set<string>();
    let current = pointer;
    for (;;) {
      const value = this.at(current);
      if (value === null || typeof value !== 'object' || Array.isArray(value)) {
        throw this.fault('An object was expected here.', current);
      }
      const reference = (value as Node)['$ref'];
      if (typeof reference !== 'string') return { value: value as Node, pointer: current };
      if (passed.has(current)) throw this.fault(`The reference "${reference}" leads back to itself.`, current);
      passed.add(current);
      current = this.target(reference, `${current}/$ref`);
    }
  }
}

/**
 * Reads a vendor's document: YAML or JSON, in UTF-8 or (with a byte order mark) UTF-16.
 *
 * @throws DialectError when the file is missing, cannot be parsed, or is no OpenAPI 3.0 or 3.1 document.
 */
export async function readVendorDocument(file: string): Promise<VendorDocument> {
  const root = parseText(await readText(file), file);
  if (!isNode(root)) throw new DialectError('This is not an OpenAPI document: it is no map.', { file });
  const version = versionOf(root);
  if (!/^3\.[01](\.|$)/.test(version)) {
    const found = root['swagger'] === undefined ? version : `Swagger ${String(root['swagger'])}`;
    const what = found === '' ? 'it has no member "openapi"' : `it says ${found}`;
    throw new DialectError(`An OpenAPI document of version 3.0 or 3.1 is needed: ${what}.`, { file });
  }
  if (!isNode(root['paths'])) {
    throw new DialectError('The document describes no operations: it needs a map of paths.', {
      file,
      pointer: '/paths',
    });
  }
  return new VendorDocument(file, root);
}

/** True for a map, false for lists, scalars and nothing. */
export function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

async function readText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = readHandedIn(file);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = missing ? 'there is no such file' : (error as Error).message;
    throw new DialectError(`The OpenAPI document cannot be read: ${why}.`, { file });
  }
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new DialectError(`The OpenAPI document is not valid ${encoding.toUpperCase()} text.`, { file });
  }
}

function parseText(text: string, file: string): unknown {
  try {
    return parseFinite(text, { merge: true });
  } catch (error) {
    const why = (error as Error).message.split('\n')[0]?.replace(/:$/, '') ?? '';
    throw new DialectError(`The OpenAPI document cannot be read: ${why}.`, { file });
  }
}

function versionOf(root: Node): string {
  const version = root['openapi'];
  return typeof version === 'number' ? version.toFixed(1) : typeof version === 'string' ? version : '';
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
