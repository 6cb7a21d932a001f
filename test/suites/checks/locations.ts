/** A server with locations of two SSL certificates, of which the first has the least id there can be, and its profile. */
import { serve } from '../../target/support/servers.ts';

export interface Habits {
  /** What a location is answered with under the other certificate; 404 when left out. */
  readonly foreign?: number;
  /** Whether what is served there is a location of its own. */
  readonly perParent?: boolean;
  /** Content type of what is absent. */
  readonly absentType?: string;
  /** How an id is read; undefined for none. */
  readonly readId?: (text: string) => number | undefined;
}

const LOCATIONS: Readonly<Record<number, readonly number[]>> = { 1: [1, 7], 7: [12] };

export function strictly(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;
}

/** The profile of such a server, which has started. */
export async function locations({
  foreign = 404,
  perParent = false,
  absentType,
  readId = strictly,
}: Habits = {}): Promise<object> {
  const url = await serve((request, response) => {
    const answer = (status: number, body: object, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
    if (request.headers.authorization !== 'Bearer a-token-for-locations') return answer(401, {});
    const found = /^\/api\/ssl\/v2\/([^/]*)\/location\/([^/]*)$/.exec(decodeURI(request.url ?? ''));
    const [certificate, location] = [readId(found?.[1] ?? ''), readId(found?.[2] ?? '')];
    if (certificate === undefined || location === undefined) return answer(400, {});
    const parent = Object.entries(LOCATIONS).find(([, ids]) => ids.includes(location))?.[0];
    if (parent === String(certificate)) return answer(200, { id: location, name: `${parent}/${location}` });
    if (parent !== undefined && LOCATIONS[certificate] !== undefined && foreign !== 404)
      return answer(foreign, { id: location, name: `${perParent ? certificate : parent}/${location}` });
    return answer(404, { code: -1, description: 'There is no such location.' }, absentType);
  });
  const entries = Object.entries(LOCATIONS).flatMap(([sslId, ids]) =>
    ids.map((locationId) => ({ ids: { sslId: Number(sslId), locationId }, allow: 'observe' })),
  );
  return {
    admin: { url, bearer: 'a-token-for-locations' },
    claims: ['ssl'],
    dialect: { base: 'none' },
    // The first has no id that is the least one.
    fixtures: { 'ssl-location': [...entries].reverse() },
  };
}
