/**
 * Keeps what Node.js makes of the program's code, types stripped and compiled, from one call to the next: most of a start is that.
 * Must be loaded before anything else, in each thread anew. Where the folder cannot be written to, every start does it again.
 */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const base = process.env['XDG_CACHE_HOME'] || process.env['LOCALAPPDATA'] || join(homedir(), '.cache');

// A folder that the user named, or wants none of, is Node's to respect. Not the folder for temporary files, which others may write to.
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? join(base, 'certconform', 'compiled'));
