/** The fault of doing what was refused for want of a credential, a second later. */
export const APPLIED_LATE = 'applied-late-without-credential';

/** The fault of taking back an accepted change after a while, as a cache or a replica that wins would. */
export const LOST_LATE = 'lost-late';

const LATE_MS = 1000;
const LOST_MS = 1500;

/** Does something later; nobody waits for it. */
export function doLate(work: () => void): void {
  setTimeout(work, LATE_MS).unref();
}

/** Keeps what an entity is, and makes it so again later. */
export function takeBackLate(entity: object): void {
  const members = entity as Record<string, unknown>;
  const before = structuredClone(members);
  const back = (): void => {
    for (const name of Object.keys(members)) delete members[name];
    Object.assign(members, before);
  };
  setTimeout(back, LOST_MS).unref();
}
