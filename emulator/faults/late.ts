/** The fault of doing what was refused for want of a credential, a second later. */
export const APPLIED_LATE = 'applied-late-without-credential';

/** The fault of taking back an accepted change after a while, as a cache or a replica that wins would. */
export const LOST_LATE = 'lost-late';

const LATE_MS = 1000;
const LOST_MS = 1500;

const waiting = new Set<NodeJS.Timeout>();

/** Does something later; nobody waits for it. */
export function doLate(work: () => void): void {
  schedule(work, LATE_MS);
}

/** Forgets what is still to be done, when other faults are set. */
export function forgetLate(): void {
  for (const timer of waiting) clearTimeout(timer);
  waiting.clear();
}

function schedule(work: () => void, milliseconds: number): void {
  const timer = setTimeout(() => {
    waiting.delete(timer);
    work();
  }, milliseconds);
  waiting.add(timer.unref());
}

/** Keeps what an entity is, and makes it so again later. */
export function takeBackLate(entity: object): void {
  const members = entity as Record<string, unknown>;
  const before = structuredClone(members);
  const back = (): void => {
    for (const name of Object.keys(members)) delete members[name];
    Object.assign(members, before);
  };
  schedule(back, LOST_MS);
}
