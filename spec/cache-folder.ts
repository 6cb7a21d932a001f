/** Where the suite keeps what it can make again at any time: of the user, since others may write to the folder for temporary files. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for one sort of such things; it need not exist, nor be one that can be written to. */
export function cacheFolder(sort: 'compiled' | 'yaml'): string {
  const base = process.env['XDG_CACHE_HOME'] || process.env['LOCALAPPDATA'] || join(homedir(), '.cache');
  return join(base, 'certconform', sort);
}
