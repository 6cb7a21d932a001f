/** The Containerfile as data, for those who look at it and for those who walk through it. */
import { DockerfileParser } from 'dockerfile-ast';
import { textOf } from './support.ts';

export const CONTAINERFILE = textOf('Containerfile');

/** One instruction: its keyword, all that follows it, and the list that follows it where it is one. */
export interface Instruction {
  readonly keyword: string;
  readonly words: string;
  readonly json: readonly string[];
}

/** The instructions of each stage, in order; the last stage is the image. */
export function stages(): Instruction[][] {
  const all: Instruction[][] = [];
  for (const one of DockerfileParser.parse(CONTAINERFILE).getInstructions()) {
    const words = one.getArgumentsContent() ?? '';
    if (one.getKeyword() === 'FROM') all.push([]);
    all.at(-1)?.push({ keyword: one.getKeyword(), words, json: words.startsWith('[') ? JSON.parse(words) : [] });
  }
  return all;
}
