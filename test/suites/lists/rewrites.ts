/** What a proxy before the emulator does to the list of certificates. */
import { type Rewrite, rewriteJson } from '../proxy.ts';

export const LIST = /^\/api\/ssl\/v2(\?|$)/;

export function total(count: (now: number) => number): Rewrite {
  return (passing) => {
    const now = passing.headers['x-total-count'];
    if (now !== undefined) passing.headers['x-total-count'] = String(count(Number(now)));
  };
}

/** Of all filters the target takes one only. */
export function knowing(filter: string): Rewrite {
  return (passing) => {
    const query = new URLSearchParams(passing.target.split('?')[1] ?? '');
    if (LIST.test(passing.target) && [...query.keys()].some((name) => !['size', 'position', filter].includes(name)))
      passing.status = 400;
  };
}

/** Every read finds one more certificate at the beginning of the list. */
export function growing(): Rewrite {
  let more = 0;
  return (passing) => {
    if (passing.method !== 'GET' || !LIST.test(passing.target) || passing.status !== 200) return;
    more += 1;
    const query = new URLSearchParams(passing.target.split('?')[1] ?? '');
    const filtered = [...query.keys()].some((name) => name !== 'size' && name !== 'position');
    if (filtered) return;
    const list = JSON.parse(passing.body) as { sslId: number }[];
    if ((query.get('position') ?? '0') === '0') list.unshift({ ...list[0], sslId: 100_000 + more });
    passing.body = JSON.stringify(list.slice(0, Number(query.get('size') ?? 200)));
    passing.headers['x-total-count'] = String(78 + more);
  };
}

/** Every read of a page begins somewhere else in it. */
export function rotating(): Rewrite {
  let reads = 0;
  return rewriteJson(LIST, (list: object[]) => {
    reads += 1;
    return [...list.slice(reads % list.length), ...list.slice(0, reads % list.length)];
  });
}

/** A certificate's common name in the list is what a refused update of it said last. */
export function applying(): Rewrite {
  const names = new Map<number, string>();
  return (passing) => {
    if (!LIST.test(passing.target)) return;
    if (passing.method === 'PUT' && passing.status === 400) {
      try {
        const { sslId, commonName } = JSON.parse(passing.sent) as { sslId: number; commonName?: string };
        if (commonName !== undefined) names.set(sslId, commonName);
      } catch {
        // Nothing in it can be read.
      }
    } else if (passing.method === 'GET' && passing.status === 200) {
      const list = JSON.parse(passing.body) as { sslId: number; commonName: string }[];
      passing.body = JSON.stringify(
        list.map((one) => ({ ...one, commonName: names.get(one.sslId) ?? one.commonName })),
      );
    }
  };
}

export function declaring(profile: Record<string, unknown>, sslId: number, traits: Record<string, unknown>): unknown {
  const fixtures = profile['fixtures'] as Record<string, { ids: { sslId?: number }; allow: string }[]>;
  const certificates = (fixtures['ssl-certificate'] ?? []).map((one) =>
    one.ids.sslId === sslId ? { ...one, traits } : one,
  );
  return { ...fixtures, 'ssl-certificate': certificates };
}

/** What an SSL update says of the comments is answered, and forgotten by the next one. */
export function echoing(): Rewrite {
  return updating(({ comments }, answer) => ({ ...answer, comments: comments ?? 'as at first' }));
}

/** The comments of all certificates are what an SSL update said last. */
export function spreading(): Rewrite {
  let last: unknown;
  return updating(({ comments }, answer) => {
    last = comments ?? last;
    return last === undefined ? answer : { ...answer, comments: last };
  });
}

function updating(turn: (sent: Record<string, unknown>, answer: Record<string, unknown>) => object): Rewrite {
  return (passing) => {
    if (passing.method !== 'PUT' || !LIST.test(passing.target) || passing.status !== 200) return;
    const [sent, answer] = [passing.sent, passing.body].map((text) => JSON.parse(text) as Record<string, unknown>);
    passing.body = JSON.stringify(turn(sent ?? {}, answer ?? {}));
  };
}
