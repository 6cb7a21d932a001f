import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { applyOverlays, dialectSchema, loadDialect } from '../../spec/dialect.ts';
import { alternateName, generateOverlays } from '../../spec/dialects/alternate/generate.ts';
import { checkDialect } from '../../spec/dialects/schema.ts';
import { type Document, readDocuments } from '../../spec/documents.ts';
import type { Silence } from '../../spec/types.ts';

type Schema = Record<string, unknown>;
interface OperationNode {
  readonly operationId: string;
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly { readonly name: string }[];
}

const spec = (path: string) => new URL(`../../spec/${path}`, import.meta.url);
const readYaml = async (path: string) => parse(await readFile(spec(path), 'utf8')) as unknown;

let silences: readonly Silence[] = [];
let answerable: readonly string[] = [];

beforeAll(async () => {
  silences = ((await readYaml('silences.yaml')) as { silences: readonly Silence[] }).silences;
  answerable = silences.filter((silence) => silence.answer !== undefined).map((silence) => silence.id);
});

describe('the register of silences', () => {
  it('gives each silence an id of its own, a section, a sentence and its readings', () => {
    expect(new Set(silences.map((silence) => silence.id)).size).toBe(silences.length);
    for (const silence of silences) {
      expect(silence.id).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/);
      expect(silence.section).toMatch(/^[2-9](\.\d+)?$/);
      expect(silence.open).toMatch(/^[A-Z].*\.$/s);
      expect(silence.readings.length).toBeGreaterThan(0);
    }
  });

  it('has every silence that the documents point to', async () => {
    const ids = new Set(silences.map((silence) => silence.id));
    const pointed = new Set<string>();
    collectSilences(await readDocuments(), pointed);
    expect([...pointed].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('is what the published schema of a dialect is made from (else: node spec/dialects/schema.ts)', async () => {
    expect(JSON.parse(await readFile(spec('dialect.schema.json'), 'utf8'))).toEqual(dialectSchema(silences));
  });
});

describe.each(['default', 'alternate'] as const)('the %s dialect', (name) => {
  it('is valid and answers every silence that can be answered', async () => {
    const file = await readYaml(`dialects/${name}/dialect.yaml`);
    expect(() => checkDialect(file, silences)).not.toThrow();
    expect([...(await loadDialect(name)).answers.keys()].sort()).toEqual([...answerable].sort());
  });

  it('fills every schema that the contract leaves open, with schemas that compile', async () => {
    const schemas = schemasOf(await adminUnder(name));
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'document', components: { schemas } });
    for (const [schema, content] of Object.entries(schemas)) {
      expect(content, schema).toHaveProperty('type');
      expect(ajv.getSchema(`document#/components/schemas/${schema}`), schema).toBeDefined();
    }
  });

  it('tells the seven account variants apart: each request that names its type matches one of them', async () => {
    const schemas = schemasOf(await adminUnder(name));
    const variants = VARIANTS.map((variant) => ({ $ref: `document#/components/schemas/${variant}` }));
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'document', components: { schemas } });
    const validate = ajv.compile({ oneOf: variants });
    for (const variant of VARIANTS) {
      const properties = schemas[variant]?.['properties'] as Record<string, Schema>;
      const [member, tied] = Object.entries(properties).find(([, schema]) => 'const' in schema) ?? [];
      expect(validate({ [String(member)]: tied?.['const'] }), variant).toBe(true);
    }
    expect(validate({})).toBe(false);
  });

  it('answers with pointers that its own overlay knows', async () => {
    const document = await adminUnder(name);
    const { answers } = await loadDialect(name);
    const answer = (id: string) => answers.get(id)?.value as never;
    const operations = operationsOf(document);
    const known = (schema: string, pointer: string) =>
      expect(
        reach(document, { $ref: `#/components/schemas/${schema}` }, pointer),
        `${schema} ${pointer}`,
      ).toBeDefined();
    const { code, description } = answer('error.not-found.members') as { code: string; description: string };
    for (const body of ['NotFoundBody', 'BadRequestBody', 'UnauthorizedBody']) {
      known(body, code);
      known(body, description);
    }
    known('SSLIdentity', answer('ssl.list.identity'));
    known('CreateAndUpdateClientAdminRequest', answer('admin.type.write'));
    known('EnrolmentEndpointItem', (answer('endpoint.delegation-mode.read') as { pointer: string }).pointer);
    const filters = answer('ssl.list.filter-members') as Record<string, { pointer: string }>;
    for (const { pointer } of Object.values(filters)) known('SSLIdentity', pointer);
    const readback = answer('update.readback') as Record<string, { write: string; read: string }[]>;
    for (const [id, pairs] of Object.entries(readback)) {
      const update = operations.get(id);
      const read = operations.get(id.replace(/update$/, 'read'));
      for (const pair of pairs) {
        expect(reach(document, bodyOf(read?.responses['200']), pair.read), `${id} ${pair.read}`).toBeDefined();
        if (pair.write.startsWith('?')) {
          expect(update?.parameters?.map((parameter) => parameter.name)).toContain(pair.write.slice(1));
        } else {
          expect(reach(document, bodyOf(update?.requestBody), pair.write), `${id} ${pair.write}`).toBeDefined();
        }
      }
    }
  });

  it('gives each legacy condition a code of its own', async () => {
    const codes = (await loadDialect(name)).answers.get('legacy.codes')?.value as Record<string, number>;
    const { conditions } = (await readYaml('legacy-conditions.yaml')) as { conditions: { id: string }[] };
    expect(Object.keys(codes).sort()).toEqual(conditions.map((condition) => condition.id).sort());
    expect(new Set(Object.values(codes)).size).toBe(conditions.length);
  });
});

describe('the alternate dialect beside the default one', () => {
  it('has overlays that are made from the default one (else: node spec/dialects/alternate/generate.ts)', async () => {
    for (const [file, text] of Object.entries(await generateOverlays())) {
      expect(await readYaml(`dialects/alternate/${file}`), file).toEqual(parse(text));
    }
  });

  it('answers every silence otherwise than the default dialect', async () => {
    const usual = (await loadDialect('default')).answers;
    const other = (await loadDialect('alternate')).answers;
    const same = answerable.filter(
      (id) => JSON.stringify(usual.get(id)?.value) === JSON.stringify(other.get(id)?.value),
    );
    // The minimum of the endpoint id is the contract's own on most operations: nothing is gained by leaving it out.
    // A token in a URL ends up in logs: no server is a better example for taking it there.
    expect(same.sort()).toEqual(['auth.token-elsewhere', 'endpoint.id.minimum']);
  });

  it('renames every member, and no two members of a schema to the same name', async () => {
    for (const [name, schema] of Object.entries(schemasOf(await adminUnder('default')))) {
      const members = Object.keys((schema['properties'] ?? {}) as object);
      const renamed = members.map(alternateName);
      expect(new Set(renamed).size, name).toBe(members.length);
      expect(renamed.filter((member, index) => member === members[index])).toEqual([]);
    }
  });
});

const VARIANTS = [
  'CreatePublicAcmeEnrollAccount',
  'CreateSslMaggieEnrollAccount',
  'CreateSslRestApiEnrollAccount',
  'CsWebFormAccountRequest',
  'DeviceWebFormAccountRequest',
  'SSLWebFormAccountRequest',
  'SmimeWebFormAccountRequest',
];

async function adminUnder(name: 'default' | 'alternate'): Promise<object> {
  const { overlays } = await loadDialect(name);
  return applyOverlays((await readDocuments()).admin, overlays.admin);
}

function schemasOf(document: object): Record<string, Schema> {
  return (document as { components: { schemas: Record<string, Schema> } }).components.schemas;
}

function operationsOf(document: object): Map<string, OperationNode> {
  const paths = (document as Document)['paths'] as Record<string, Record<string, OperationNode>>;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Map(operations.map((operation) => [operation.operationId, operation]));
}

function bodyOf(holder: unknown): Schema | undefined {
  const content = (holder as { content?: Record<string, { schema: Schema }> } | undefined)?.content;
  return content?.['application/json']?.schema;
}

/** The schema at a JSON Pointer below `schema`, through references and one-ofs; undefined when there is none. */
function reach(document: object, schema: unknown, pointer: string): unknown {
  if (schema === null || typeof schema !== 'object') return undefined;
  const node = schema as Schema;
  const branches = (node['oneOf'] ?? node['anyOf']) as unknown[] | undefined;
  if (branches !== undefined) return branches.map((branch) => reach(document, branch, pointer)).find(Boolean);
  if (typeof node['$ref'] === 'string') {
    return reach(document, schemasOf(document)[node['$ref'].split('/').pop() ?? ''], pointer);
  }
  if (pointer === '') return node;
  const [, member = '', ...rest] = pointer.split('/');
  const properties = node['properties'] as Schema | undefined;
  return reach(document, properties?.[member], rest.map((part) => `/${part}`).join(''));
}

function collectSilences(node: unknown, into: Set<string>): void {
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'x-silence' || key === 'silence') into.add(String(value));
    else if (key === 'x-silences') for (const id of value as string[]) into.add(id);
    else collectSilences(value, into);
  }
}
