/** Finds members that a JSON text names twice: parsers keep one of them in silence, and not all the same one. */
import { token as pointerToken } from '../../spec/json.ts';

/** JSON Pointers of repeated members, in their order. The text must be well-formed JSON. */
export function repeatedMembers(text: string): string[] {
  // What comes back as it was when it is written again names nothing twice; most answers are ruled out by this.
  if (JSON.stringify(JSON.parse(text)) === text) return [];
  const found: string[] = [];
  /** One frame per open object or array: the names seen, or the index of the next element. */
  const open: { names?: Set<string>; index: number; path: string }[] = [];
  let pending = '';
  let atName = false;
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const token = match[0];
    const frame = open.at(-1);
    if (token === '{' || token === '[') {
      const path =
        frame === undefined ? '' : `${frame.path}${frame.names === undefined ? pointerToken(frame.index) : pending}`;
      open.push({ ...(token === '{' ? { names: new Set<string>() } : {}), index: 0, path });
      atName = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      atName = false;
    } else if (token === ',') {
      if (frame !== undefined) frame.index += 1;
      atName = frame?.names !== undefined;
    } else if (token === ':') {
      atName = false;
    } else if (atName && frame?.names !== undefined) {
      const name = JSON.parse(token) as string;
      pending = pointerToken(name);
      if (frame.names.has(name)) found.push(`${frame.path}${pending}`);
      frame.names.add(name);
    }
  }
  return found;
}
