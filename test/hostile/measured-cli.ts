/** The command line, measured: at its end it writes to the file named in CERTCONFORM_TEST_USAGE what it took. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['CERTCONFORM_TEST_USAGE'];
  if (file === undefined) return;
  // Of this process with all its threads; the sum is in kilobytes.
  writeFileSync(file, JSON.stringify({ peakBytes: process.resourceUsage().maxRSS * 1024, ms: performance.now() }));
});
await import('../../cli/main.ts');
