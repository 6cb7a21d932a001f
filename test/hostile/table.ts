/** Writes docs/faults.md: what a run says of each way in which a target can fail it, from runs made for the purpose. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Result } from '../../reports/model.ts';
import { FAULTS, type HostileFault } from './servers/faults.ts';
import { AREAS, LIMITS, SOUND_AT_FIRST, type WholeRun, wholeRun } from './whole-run.ts';

const FILE = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));
/** Runs at a time. */
const AT_ONCE = 2;

interface Row {
  readonly fault: HostileFault;
  /** The fault sets in after some sound answers. */
  readonly midway: WholeRun;
  /** The fault is there from the first request on; absent for one that is over by then. */
  readonly start: WholeRun | undefined;
}

const rows: Row[] = [];
const queue = [...FAULTS.entries()];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, fault] = next;
      const midway = await wholeRun(fault, { sound: SOUND_AT_FIRST });
      rows[at] = { fault, midway, start: fault.onlyMidway === true ? undefined : await wholeRun(fault, { sound: 0 }) };
      process.stdout.write(`${fault.id}\n`);
    }
  }),
);
writeFileSync(FILE, page());

function page(): string {
  const { timeout, throttleWait } = LIMITS;
  return `# Targets that break

What a run makes of a target that fails it in one of these ways. The page is written by \`node test/hostile/table.ts\`, from
runs over a real socket server: the reference emulator behind a front that begins to misbehave. Two runs to each fault:

- **half-way**: the first ${SOUND_AT_FIRST} requests are answered soundly, then the fault sets in;
- **from the start**: the very first request meets it.

Each run judges ${AREAS.map((area) => `\`${area}\``).join(', ')}
at depth quick, two runs at a time, with short waits: \`timeout\` ${Object.entries(timeout)
    .map(([phase, time]) => `${phase} ${time}`)
    .join(', ')};
\`throttleWait\` ${throttleWait}. With the default waits a target that hangs takes longer; after some requests without an answer only
now and then is one sent to see whether the target is back. Seconds and memory are those of the whole process on the machine that
wrote the page; the tests hold the memory below 512 MB and refuse a run without an end.

In none of the runs did a requirement pass without an answer that shows it, or fail for want of one. A target that answers
wrongly (invalid UTF-8 or JSON, more bytes than it announced, a redirect to nowhere) is judged by what it answers.

## Half-way through a run

| a target that … | outcome | exit | verdicts | what the run says | time | peak memory |
|---|---|---|---|---|---|---|
${rows.map(({ fault, midway }) => line(fault, midway)).join('\n')}

## From the first request on

| a target that … | outcome | exit | verdicts | what the run says | time | peak memory |
|---|---|---|---|---|---|---|
${rows.flatMap(({ fault, start }) => (start === undefined ? [] : [line(fault, start)])).join('\n')}
`;
}

function line({ title }: HostileFault, run: WholeRun): string {
  const cells = [
    title,
    run.results?.end?.outcome ?? 'aborted, before the run',
    String(run.code),
    verdictsOf(run),
    sentenceOf(run),
    `${run.seconds.toFixed(0)} s`,
    `${Math.round(run.peakBytes / 2 ** 20)} MB`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function verdictsOf({ results }: WholeRun): string {
  const counts = Object.entries(results?.end?.counts ?? {}).filter(([, count]) => count > 0);
  return counts.length === 0 ? 'none' : counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ');
}

/** The sentence that ends a run before it begins; else the commonest reason of what could not be shown or was failed. */
function sentenceOf({ results, stderr }: WholeRun): string {
  if (results === undefined) return general(stderr.replace(/^certconform: /, '').trim());
  for (const verdict of ['broken', 'fail', 'inconclusive'] as const) {
    const found = results.results.filter((result) => result.verdict === verdict).map((result) => said(result));
    const [most] = [...Map.groupBy(found, (text) => text)].toSorted(([, a], [, b]) => b.length - a.length);
    if (most !== undefined) return most[0];
  }
  return '';
}

function said({ verdict, reason, failure }: Result): string {
  return general(
    verdict === 'fail' && failure !== undefined
      ? `expected ${failure.expected}, got ${failure.actual}`
      : (reason ?? ''),
  );
}

/** Without what differs from run to run. */
function general(text: string): string {
  const one = text.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST').replaceAll(/\s+/g, ' ');
  return one.length > 220 ? `${one.slice(0, 219)}…` : one;
}
