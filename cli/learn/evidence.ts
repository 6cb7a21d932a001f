/** What is known of a target: what its GETs showed, and what a run made of it. */
import type { Result } from '../../reports/model.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { callOf } from '../../suites/engine/routes.ts';
import { parseJson } from '../../suites/judges/body.ts';
import type { Example, Fixture, Profile } from '../../target/index.ts';
import type { OrderRecord } from './orders.ts';
import type { Suggestions } from './suggestion.ts';

/** A JSON body that a GET showed. */
export interface Reading {
  readonly operation: Operation;
  /** Values of the path parameters, as they stand in the path. */
  readonly ids: Readonly<Record<string, string>>;
  readonly value: unknown;
  readonly exchange: Exchange;
}

/** A request that the target was seen to accept, or the last that it refused. */
export interface Trial {
  readonly operation: Operation;
  readonly example: Example;
  readonly accepted: boolean;
  /** The entity it was tried on, by its ids. */
  readonly on: string;
  readonly status?: number;
  /** The server's own words about the last refusal. */
  readonly said?: string;
}

export interface Evidence {
  readonly profile: Profile;
  readonly contract: Contract;
  readonly readings: readonly Reading[];
  /** Empty where no run is at hand. */
  readonly results: readonly Result[];
  readonly trials: readonly Trial[];
  readonly orders: readonly OrderRecord[];
  /** Entities outside the profile, each seen to be there. */
  readonly found: readonly Omit<Fixture, 'allow'>[];
  /** The built-in dialect that its answers fit, by which the contract is completed here already. */
  readonly base?: Suggestions['base'];
}

/** What the GETs among these exchanges showed. `base`: the URL that the paths of the contract lie below. */
export function readingsOf(contract: Contract, base: string, exchanges: readonly Exchange[]): Reading[] {
  const start = base.replace(/\/+$/, '');
  return exchanges.flatMap((exchange): Reading[] => {
    const { request, response } = exchange;
    if (request.method !== 'GET' || response?.status !== 200 || !request.url.startsWith(`${start}/`)) return [];
    const call = callOf(contract, { service: 'admin', method: 'GET', target: request.url.slice(start.length) });
    const parsed = call === undefined ? undefined : parseJson(response);
    if (call === undefined || parsed === undefined || parsed.error !== undefined) return [];
    return [{ operation: call.operation, ids: call.ids, value: parsed.value, exchange }];
  });
}

/** Every reading once for each entity and operation: the first, as later ones may show what a run had changed. */
export function firstOfEach(readings: readonly Reading[]): Reading[] {
  const seen = new Map<string, Reading>();
  for (const reading of readings) if (!seen.has(aboutOf(reading))) seen.set(aboutOf(reading), reading);
  return [...seen.values()];
}

/** What a reading shows: the same for each of an entity by one operation. */
export function aboutOf({ operation, ids }: Reading): string {
  return `${operation.id} ${Object.values(ids).join('/')}`;
}

/** `12/3`: the ids of an entity as people write them. */
export function idsText({ ids }: Pick<Fixture, 'ids'>): string {
  return Object.values(ids).join('/');
}
