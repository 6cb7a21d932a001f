/** Servers that differ from the emulator in what they keep and show: some as the contract allows, some not. */
import { type Rewrite, rewriteJson } from '../proxy.ts';

/** Answers that show the time and a count of reads. */
export function moving(): Rewrite {
  let reads = 0;
  return rewriteJson(/^\/api\/(?!ssl\/v2(\?|$))/, (value: object) => ({
    ...value,
    servedAt: new Date().toISOString(),
    reads: ++reads,
  }));
}

/** Answers a GET with what it answered before, until so many milliseconds after the first write that changed it. */
export function late(ms: number): Rewrite {
  const shown = new Map<string, { fresh: number; status: number; body: string }>();
  const writes: { at: number; path: string }[] = [];
  return (passing) => {
    const now = Date.now();
    const [path = ''] = passing.target.split('?');
    if (passing.method !== 'GET') {
      writes.push({ at: now, path });
      return;
    }
    const old = shown.get(passing.target);
    const { status, body } = passing;
    const since = old === undefined || old.body === body ? undefined : firstWrite(writes, path, old.fresh);
    if (old !== undefined && since !== undefined && now - since < ms) {
      passing.status = old.status;
      passing.body = old.body;
    } else {
      shown.set(passing.target, { fresh: now, status, body });
    }
  };
}

/** When something at or above a path, or below it, was first written after a moment. */
function firstWrite(writes: readonly { at: number; path: string }[], path: string, after: number): number | undefined {
  const related = (other: string): boolean => other.startsWith(path) || path.startsWith(other);
  return writes.find((write) => write.at >= after && related(write.path))?.at;
}

/** Shows the first value that is written to a member, and never another one. */
export function forgetful(member: string): Rewrite {
  const shown = new Map<string, unknown[]>();
  return rewriteJson(/^\/api\/person\//, (value: Record<string, unknown>, { target }) => {
    const values = shown.get(target) ?? [];
    if (!values.includes(value[member]) && values.length < 2) values.push(value[member]);
    shown.set(target, values);
    return { ...value, [member]: values.includes(value[member]) ? value[member] : values.at(-1) };
  });
}

/** An administrator's surname shows no more after an update of one other member, whichever or only this one. */
export function clearing(only?: string): Rewrite {
  const mentioned = new Map<string, string[]>();
  return (passing) => {
    if (passing.method === 'PUT' && passing.status === 200) {
      mentioned.set(passing.target, Object.keys(JSON.parse(passing.sent) as object));
    }
    const last = mentioned.get(passing.target);
    if (passing.method !== 'GET' || passing.status !== 200 || last === undefined || last.length > 1) return;
    if (only !== undefined && last[0] !== only) return;
    const { surname: _surname, ...rest } = JSON.parse(passing.body) as Record<string, unknown>;
    passing.body = JSON.stringify(rest);
  };
}

/** The name of every bucket is what was last written to any of them. */
export function spreading(): Rewrite {
  let name: unknown;
  return (passing) => {
    if (!passing.target.startsWith('/api/discovery/v1/bucket/') || passing.status !== 200) return;
    if (passing.method === 'PUT') name = (JSON.parse(passing.sent) as { name?: unknown }).name ?? name;
    if (passing.method !== 'GET' || name === undefined) return;
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), name });
  };
}

/** A refused update of a person is applied as far as it can be read. */
export function applying(): Rewrite {
  const applied = new Map<string, object>();
  return (passing) => {
    if (!passing.target.startsWith('/api/person/')) return;
    if (passing.method === 'PUT') {
      applied.delete(passing.target);
      if (passing.status !== 400) return;
      try {
        applied.set(passing.target, JSON.parse(passing.sent) as object);
      } catch {
        // Nothing in it can be read.
      }
    } else if (passing.status === 200) {
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), ...applied.get(passing.target) });
    }
  };
}

/** The second of two updates that are under way together breaks. */
export function racing(): Rewrite {
  let under = 0;
  return async (passing) => {
    if (passing.method !== 'PUT' || !passing.target.startsWith('/api/person/')) return;
    under += 1;
    const alone = under === 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    under -= 1;
    if (alone) return;
    passing.status = 500;
    passing.body = '{}';
  };
}
