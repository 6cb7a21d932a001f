/** What is refused as a whole is written in parts: each part sends what the others changed as it was, and nothing is lost by that. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Aim } from '../proxy.ts';

const SHOWS = 'endpoint.config.update.shows';

/** A server that takes no update in which both of two members are others than at first; it refuses that as a bad request. */
function oneAtATime(members: readonly [string, string]): { readonly aim: Aim; refusals(): number } {
  const first = new Map<string, Readonly<Record<string, unknown>>>();
  let refusals = 0;
  const aim: Aim = ({ method, target, sent }) => {
    if (method !== 'PUT' || !/endpoint\/v1\/\d+\/config$/.test(target) || !sent.startsWith('{')) return target;
    try {
      const body = JSON.parse(sent) as Readonly<Record<string, unknown>>;
      const known = first.get(target) ?? body;
      first.set(target, known);
      if (members.some((name) => body[name] === known[name])) return target;
      refusals += 1;
      return target.replace(/\d+\/config$/, 'none/config');
    } catch {
      return target;
    }
  };
  return { aim, refusals: () => refusals };
}

test.each([[['contactName', 'enrollmentHelp']], [['contactPhone', 'enrollmentLinkName']]] as const)(
  'a server that takes no change of %j at once',
  async (members) => {
    const server = oneAtATime(members);
    const { result } = await runAgainst(catalogue, { only: [SHOWS], depth: 'standard', aim: server.aim });
    expect(server.refusals()).toBeGreaterThan(0);
    expect(result(SHOWS).verdict, JSON.stringify(result(SHOWS).failure ?? {})).toBe('pass');
  },
);
