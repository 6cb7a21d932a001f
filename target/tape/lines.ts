/** A packed tape line by line: that of a long run is larger than memory. */
import type { ReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { NoRegularFile, streamHandedIn } from '../../spec/handed-in.ts';
import { TAPE_FILE, TAPE_FORMAT, type TapeHead, type TapeLine } from './format.ts';

/**
 * The lines of the tape in a folder, its head first, in the order in which things came.
 *
 * @throws Error with one sentence when there is no tape, or it cannot be read.
 */
export async function* tapeLines<About>(folder: string): AsyncGenerator<TapeLine<About>> {
  const file = join(folder, TAPE_FILE);
  const packed = opened(file);
  const text = createGunzip();
  packed.on('error', (error) => text.destroy(error)).pipe(text);
  let isFirst = true;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line === '') continue;
      const parsed = parse<About>(line, file);
      if (isFirst) checkHead(parsed, file);
      isFirst = false;
      yield parsed;
    }
  } catch (error) {
    // What unpacking or reading failed with has a code, our own sentences have none.
    throw (error as NodeJS.ErrnoException).code === undefined ? error : unreadable(file);
  } finally {
    packed.destroy();
    text.destroy();
  }
  if (isFirst) checkHead(undefined, file);
}

/** @throws Error when there is no file. */
export function noTape(file: string, error: unknown): Error {
  return error instanceof NoRegularFile
    ? new Error(`${error.message}; name the folder of a finished run.`)
    : new Error(`There is no tape at ${file}; name the folder of a finished run.`);
}

export function unreadable(file: string): Error {
  return new Error(`The tape ${file} cannot be read: it was altered or cut off.`);
}

/** @throws Error for what is no tape, or one of another version. */
export function checkHead<About>(head: TapeLine<About> | undefined, file: string): TapeHead<About> {
  if (head?.type !== 'tape') throw new Error(`${file} is no tape: it has no head.`);
  if (head.format === TAPE_FORMAT) return head;
  throw new Error(`${file} has tape format ${String(head.format)}; this version reads format ${TAPE_FORMAT}.`);
}

function opened(file: string): ReadStream {
  try {
    return streamHandedIn(file);
  } catch (error) {
    throw noTape(file, error);
  }
}

function parse<About>(line: string, file: string): TapeLine<About> {
  try {
    return JSON.parse(line) as TapeLine<About>;
  } catch {
    throw unreadable(file);
  }
}
