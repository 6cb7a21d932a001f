/**
 * Keeps what Node.js makes of the program's code, types stripped and compiled, from one call to the next: most of a start is that.
 * Must be loaded before anything else, in each thread anew. Where the folder cannot be written to, every start does it again.
 */
import { enableCompileCache } from 'node:module';
import { cacheFolder } from '../spec/cache-folder.ts';

// A folder that the user named, or wants none of, is Node's to respect.
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? cacheFolder('compiled'));
