/** Puts the tape of a run on the disk, and packs it when the run has ended. */
import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  RAW_TAPE_FILE,
  TAPE_FILE,
  type TapedExchange,
  type TapedGroup,
  type TapedLease,
  type TapedStop,
  type TapedWait,
  type TapeHead,
  type TapeLine,
} from './format.ts';

/** Bytes that wait in memory before they are written, and that are packed at a time. */
const BUFFER = 1 << 20;

/** Bytes that a character takes at most, in UTF-8. */
const WIDEST = 3;

/** Lines that are put into words at a time, and characters of bodies that may wait for it. */
const LINES = 128;
const CHARACTERS = 1 << 18;

/** Of the levels of gzip the one that is as quick as the quickest and packs best: a tape repeats itself, higher ones gain little. */
const LEVEL = 3;

/**
 * Appends to the tape of a run. Lines are put into words many at a time: one by one, among all else that a run does, each takes
 * several times as long.
 */
export class TapeWriter {
  readonly #file: string;
  #lines: (() => TapeLine)[] = [];
  #characters = 0;
  /** Encoded at once: to put long texts together first takes several times as long. */
  readonly #encoded = Buffer.allocUnsafe(BUFFER);
  #size = 0;
  #came = 0;

  constructor(runDirectory: string) {
    this.#file = join(runDirectory, RAW_TAPE_FILE);
  }

  /** How much of what was waited for has come so far. */
  get came(): number {
    return this.#came;
  }

  /** What nobody waits for. */
  write(line: TapeHead | TapedGroup | TapedStop): void {
    this.#add(() => line);
  }

  /**
   * What was waited for and came just now.
   *
   * @param line makes the line; called later, so it must give then what it would give now.
   * @param characters about as many as wait with it.
   */
  note(line: () => TapedExchange | TapedLease | TapedWait, characters = 0): void {
    this.#came += 1;
    this.#add(line, characters);
  }

  flush(): void {
    this.#encode();
    this.#empty();
  }

  #add(line: () => TapeLine, characters = 0): void {
    this.#lines.push(line);
    this.#characters += characters;
    if (this.#lines.length >= LINES || this.#characters >= CHARACTERS) this.#encode();
  }

  #encode(): void {
    for (const line of this.#lines) {
      const text = `${JSON.stringify(line())}\n`;
      const most = text.length * WIDEST;
      if (this.#size + most > BUFFER) this.#empty();
      if (most > BUFFER) this.#append(text);
      else this.#size += this.#encoded.write(text, this.#size, 'utf8');
    }
    this.#lines = [];
    this.#characters = 0;
  }

  #empty(): void {
    if (this.#size === 0) return;
    this.#append(this.#encoded.subarray(0, this.#size));
    this.#size = 0;
  }

  #append(content: string | Buffer): void {
    appendFileSync(this.#file, content, { mode: 0o600 });
  }
}

/** Packs the tape of a run that has ended, and returns the SHA-256 of the packed file. */
export async function packTape(runDirectory: string): Promise<string> {
  const raw = join(runDirectory, RAW_TAPE_FILE);
  const packed = join(runDirectory, TAPE_FILE);
  const digest = createHash('sha256');
  const gzip = createGzip({ level: LEVEL, chunkSize: BUFFER });
  gzip.on('data', (chunk: Buffer) => digest.update(chunk));
  await pipeline(createReadStream(raw, { highWaterMark: BUFFER }), gzip, createWriteStream(packed, { mode: 0o600 }));
  rmSync(raw);
  return digest.digest('hex');
}
