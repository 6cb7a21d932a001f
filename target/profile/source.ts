/** The text of a profile with the place of every member, so that an error can name its line. */
import { dirname, resolve } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { readHandedIn, whyUnread } from '../../spec/handed-in.ts';
import { token } from '../../spec/json.ts';
import { ProfileError } from './errors.ts';

export type Path = readonly (string | number)[];

/** A parsed but not yet checked profile. */
export interface ProfileSource {
  /** The plain data. */
  readonly value: unknown;
  /** Folder from which relative paths start. */
  readonly folder: string;
  /** Absolute path of the file; undefined when the profile did not come from a file. */
  readonly file: string | undefined;
  /** Where a member stands, for messages: `profile.yaml:12 (/limits/concurrency)`. The nearest enclosing member when there is none. */
  where(path: Path): string;
}

/** JSON Pointer of a path. */
export function pointerOf(path: Path): string {
  return path.map(token).join('');
}

/**
 * Reads a YAML or JSON profile.
 * @throws ProfileError when the file cannot be read, is not YAML, or does not hold a mapping.
 */
export function readSource(file: string): ProfileSource {
  const absolute = resolve(file);
  let text: string;
  try {
    text = readHandedIn(absolute, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${whyUnread(error)})`;
    throw new ProfileError(`${file}: ${why}; give the path of a target profile in YAML or JSON.`);
  }
  return parseSource(text, file, dirname(absolute), absolute);
}

/**
 * Parses the text of a profile. `label` names it in messages.
 * @throws ProfileError as `readSource`.
 */
export function parseSource(text: string, label: string, folder: string, file?: string): ProfileSource {
  const lines = new LineCounter();
  const document = parsed(text.replace(/^\uFEFF/, ''), label, lines);
  const fault = document.errors[0];
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new ProfileError(
      `${label}:${line}:${col}: not valid YAML (${fault.message.split('\n')[0]}); mend the syntax there.`,
    );
  }
  const value = resolved(document, label);
  const where = (path: Path): string => {
    for (let length = path.length; length > 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return `${label}:${lines.linePos(node.range[0]).line} (${pointerOf(path)})`;
    }
    return path.length === 0 ? label : `${label} (${pointerOf(path)})`;
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProfileError(
      `${label}: a profile is a mapping of members such as admin and fixtures; this file holds something else.`,
    );
  }
  return { value, folder, file, where };
}

/** Wraps a profile that was made in memory. `label` names it in messages, `folder` is where its relative paths start. */
export function sourceOf(value: unknown, label: string, folder: string): ProfileSource {
  return {
    value,
    folder,
    file: undefined,
    where: (path) => (path.length === 0 ? label : `${label} (${pointerOf(path)})`),
  };
}

/** @throws ProfileError for a nest too deep for the parser, which does not always tell of it as of other faults. */
function parsed(text: string, label: string, lineCounter: LineCounter): ReturnType<typeof parseDocument> {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false });
  } catch (error) {
    throw new ProfileError(`${label}: not valid YAML (${(error as Error).message.split('\n')[0]}); mend the syntax.`);
  }
}

/** @throws ProfileError for aliases that name nothing, contain themselves, or grow without bound. */
function resolved(document: ReturnType<typeof parseDocument>, label: string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    // What contains itself can be read as YAML, and be walked for ever.
    JSON.stringify(value);
    return value;
  } catch {
    throw new ProfileError(
      `${label}: its aliases cannot be followed: one names no anchor, contains itself, or they grow too large together.`,
    );
  }
}
