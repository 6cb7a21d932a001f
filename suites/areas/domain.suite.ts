/** Domains (contract 4.10). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('domain');
