/** Enrollment endpoints and accounts (contract 3.3, 4.9). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('endpoint');
