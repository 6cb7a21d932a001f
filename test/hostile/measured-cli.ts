/**
 * The command line, measured: at its end it writes to the file named in CERTCONFORM_TEST_USAGE what it took. CERTCONFORM_TEST_PROGRAM
 * names another one than that of the sources.
 */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['CERTCONFORM_TEST_USAGE'];
  if (file === undefined) return;
  // Of this process with all its threads; the sum is in kilobytes.
  writeFileSync(file, JSON.stringify({ peakBytes: process.resourceUsage().maxRSS * 1024, ms: performance.now() }));
});
await import(process.env['CERTCONFORM_TEST_PROGRAM'] ?? '../../cli/main.ts');
