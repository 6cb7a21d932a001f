import type {
  Account,
  Administrator,
  Bucket,
  ClientCertificate,
  Domain,
  Endpoint,
  Location,
  Login,
  MarkCertificate,
  Notification,
  Order,
  Organization,
  Person,
  SslCertificate,
  Task,
  Validation,
} from './entities.ts';

/** Everything that the emulator remembers, by kind and id. */
export interface State {
  readonly sslCertificates: Map<number, SslCertificate>;
  readonly sslLocations: Map<number, Location>;
  readonly clientCertificates: Map<number, ClientCertificate>;
  readonly clientLocations: Map<number, Location>;
  readonly markCertificates: Map<number, MarkCertificate>;
  readonly administrators: Map<number, Administrator>;
  readonly persons: Map<number, Person>;
  readonly organizations: Map<number, Organization>;
  readonly validations: Map<number, Validation>;
  readonly notifications: Map<number, Notification>;
  readonly endpoints: Map<number, Endpoint>;
  readonly accounts: Map<number, Account>;
  readonly domains: Map<number, Domain>;
  readonly netTasks: Map<number, Task>;
  readonly adTasks: Map<number, Task>;
  readonly buckets: Map<string, Bucket>;
  readonly orders: Map<string, Order>;
  readonly logins: Map<string, Login>;
}

/** A state without any entity. */
export function emptyState(): State {
  return {
    sslCertificates: new Map(),
    sslLocations: new Map(),
    clientCertificates: new Map(),
    clientLocations: new Map(),
    markCertificates: new Map(),
    administrators: new Map(),
    persons: new Map(),
    organizations: new Map(),
    validations: new Map(),
    notifications: new Map(),
    endpoints: new Map(),
    accounts: new Map(),
    domains: new Map(),
    netTasks: new Map(),
    adTasks: new Map(),
    buckets: new Map(),
    orders: new Map(),
    logins: new Map(),
  };
}

/** The state as plain JSON-able data: per kind a list in order of insertion. Equal states give deeply equal dumps. */
export function dumpState(state: State): Record<string, unknown[]> {
  const kinds = Object.entries(state).map(([kind, entities]) => [
    kind,
    [...(entities as Map<unknown, unknown>).values()],
  ]);
  return structuredClone(Object.fromEntries(kinds)) as Record<string, unknown[]>;
}

/** Puts `state` back to what a copy of it was. */
export function restoreState(state: State, copy: State): void {
  for (const kind of Object.keys(state) as (keyof State)[]) {
    const target = state[kind] as Map<unknown, unknown>;
    target.clear();
    for (const [id, entity] of copy[kind]) target.set(id, entity);
  }
}
