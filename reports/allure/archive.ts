/**
 * Allure's results as one file. Allure keeps each test and each attachment in a file of its own: a standard run has thousands
 * of small ones, which take four times on a disk what stands in them, and copy slowly. Any `tar` opens the archive (POSIX
 * ustar, gzip).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { NoRegularFile, readHandedIn } from '../../spec/handed-in.ts';

/** The folder of Allure's results in that of a run. */
export const ALLURE_RESULTS = 'allure-results';

/** What `packAllureResults` makes of it. */
export const ALLURE_ARCHIVE = `${ALLURE_RESULTS}.tar.gz`;

/** Bytes that an archive may unpack to: a run at depth leaves a tenth of it. */
const LARGEST = 2 ** 30;

/** Bytes of a header, and of what the content of a file is filled up to. */
const BLOCK = 512;

/** Bytes of a name in a header. */
const LONGEST_NAME = 100;

/**
 * Puts the folder of Allure's results of a run into one archive beside it, and takes the folder away.
 *
 * @param run folder of the run
 * @returns path of the archive; undefined when there is no folder to pack
 * @throws Error when a file cannot be read or the archive not be written; the folder stays as it is
 */
export function packAllureResults(run: string): string | undefined {
  const folder = join(run, ALLURE_RESULTS);
  if (!existsSync(folder)) return undefined;
  const archive = join(run, ALLURE_ARCHIVE);
  const files = readdirSync(folder).sort(byKind);
  const parts = files.flatMap((name) => entry(`${ALLURE_RESULTS}/${name}`, readFileSync(join(folder, name))));
  writeFileSync(archive, gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])), { mode: 0o600 });
  rmSync(folder, { recursive: true });
  return archive;
}

/**
 * Copies Allure's results of a run into another folder, be they packed or not.
 *
 * @param run folder of the run
 * @param folder where to put them; made when it is not there, and what is there stays
 */
export function copyAllureResults(run: string, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of allureResultsOf(run)) writeFileSync(join(folder, name), content);
}

/** Allure's results of a run by file name, be they packed or not; none where there are none. @throws Error where the archive is damaged. */
export function allureResultsOf(run: string): ReadonlyMap<string, Buffer> {
  const folder = join(run, ALLURE_RESULTS);
  if (existsSync(folder)) return new Map(readdirSync(folder).map((name) => [name, readHandedIn(join(folder, name))]));
  const archive = join(run, ALLURE_ARCHIVE);
  return existsSync(archive) ? entriesOf(unpacked(archive)) : new Map();
}

function unpacked(archive: string): Buffer {
  try {
    return gunzipSync(readHandedIn(archive), { maxOutputLength: LARGEST });
  } catch (error) {
    if (error instanceof NoRegularFile) throw error;
    throw new Error(
      `The archive of Allure's results ${archive} cannot be unpacked: it was altered, cut off or holds more than 1 GB.`,
    );
  }
}

/** Tests before attachments: what is alike stands together and packs better. */
function byKind(one: string, other: string): number {
  return Number(isAttachment(one)) - Number(isAttachment(other)) || (one < other ? -1 : 1);
}

const isAttachment = (name: string): boolean => name.includes('-attachment');

/** One file in an archive: its header, its content, and what fills up the last block. */
function entry(name: string, content: Buffer): Buffer[] {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`The name ${name} is too long for an archive.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  header.write(name, 0);
  header.write('0000600', 100);
  header.write('0000000', 108);
  header.write('0000000', 116);
  header.write(octal(content.length, 11), 124);
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${octal(sum, 6)}\u0000 `, 148);
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}

/**
 * Only file names are taken over: an archive says nothing about where to write.
 *
 * @throws Error for a member of which the archive does not hold as much as it says: its end would be looked for at a made-up place
 */
function entriesOf(archive: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const name = text(archive, at, LONGEST_NAME);
    const octal = text(archive, at + 124, 12).trim();
    const size = /^[0-7]+$/.test(octal) ? Number.parseInt(octal, 8) : Number.NaN;
    if (!(at + BLOCK + size <= archive.length))
      throw new Error(`The archive of Allure's results is damaged at byte ${at}.`);
    entries.set(basename(name), archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return entries;
}

function text(archive: Buffer, at: number, length: number): string {
  const field = archive.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('utf8');
}
