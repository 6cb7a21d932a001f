/** What work costs. */

/** Milliseconds on the wall, and of this process's processors, all of its threads and the system's work for it included. */
export interface Cost {
  readonly wall: number;
  readonly processor: number;
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [wall, processor] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(processor);
  return { wall: performance.now() - wall, processor: (user + system) / 1000 };
}
