/** Requests for the emulator: those that the contract allows, those that break one clause of it, and all of them with bytes changed. */
import fc from 'fast-check';
import type { Incoming } from '../../emulator/pipeline.ts';
import {
  baseline,
  type RequestCase,
  requestArbitrary,
  requestViolations,
  serialize,
  withBody,
} from '../../generators/index.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { Profile } from '../../target/index.ts';
import { type Chance, mutated } from './random.ts';

/** A request as it would be sent. */
interface Sent {
  readonly operation: Operation;
  readonly target: string;
  readonly type: string | undefined;
  readonly body: Uint8Array;
}

const VALID = 12;

/** What all operations are asked, before bytes are changed; entities are those of the profile. */
export function corpusOf(contract: Contract, { fixtures }: Pick<Profile, 'fixtures'>, seed: number): readonly Sent[] {
  return contract.operations.flatMap((operation) => {
    const ids = fixtures.find(({ kind }) => kind === operation.entity)?.ids ?? {};
    const bindings = { path: ids };
    const cases: RequestCase[] = [
      ...fc.sample(requestArbitrary(operation, bindings), { seed, numRuns: VALID }),
      ...requestViolations(baseline(operation, bindings)).cases,
    ];
    const xml = (operation.body?.contents ?? []).some(({ mediaType }) => mediaType.includes('xml'));
    const asXml = cases.flatMap((one) =>
      xml && one.body?.value !== undefined ? [withBody(one, { ...one.body, mediaType: 'application/xml' })] : [],
    );
    return [...cases, ...asXml].map((one): Sent => {
      const { target, headers, body } = serialize(one);
      const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
      return { operation, target, type, body: Buffer.from(body ?? '') };
    });
  });
}

const TYPES = [
  ...[
    'application/json',
    'application/xml',
    'text/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ],
  ...['application/json; charset=utf-16', 'text/plain', '', 'application/json;;;=', 'a/b'.repeat(500)],
];
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'get', 'X'];

/** One of the corpus, as it is or with something wrong; a twentieth is nothing but chance. */
export function requestOf(corpus: readonly Sent[], tokens: readonly string[], chance: Chance): Incoming {
  const { operation, target, type, body } = chance.of(corpus);
  const often = (share: number): boolean => chance.next() < share;
  const wild = often(0.05);
  const given = often(0.1) ? chance.of(TYPES) : type;
  const url = wild
    ? `/${chance.bytes(chance.below(60)).toString('latin1')}`
    : often(0.2)
      ? mutated(Buffer.from(target), chance).toString('latin1')
      : target;
  const authorization = often(0.95)
    ? `Bearer ${tokens[0]}`
    : chance.of(['', 'Bearer', `Bearer ${'x'.repeat(5000)}`, `Basic ${tokens[0]}`, ...tokens]);
  return {
    method: often(0.05) ? chance.of(METHODS) : operation.method,
    // A server never sees line ends or blanks in a request target: they end it.
    url: url.replaceAll(/[\r\n ]/g, '%20'),
    headers: { host: 'localhost', authorization, ...(given === undefined ? {} : { 'content-type': given }) },
    body: wild ? chance.bytes(chance.below(200)) : often(0.4) ? mutated(nested(body, chance), chance) : body,
  };
}

/** Now and then wrapped so deep that a reader which calls itself runs out of room. */
function nested(body: Uint8Array, chance: Chance): Uint8Array {
  if (chance.next() > 0.002) return body;
  const depth = 1 + chance.below(100_000);
  const [open, close] = chance.of([
    ['[', ']'],
    ['{"a":', '}'],
    ['<a>', '</a>'],
  ] as const);
  return Buffer.concat([Buffer.from(open.repeat(depth)), body, Buffer.from(close.repeat(depth))]);
}
