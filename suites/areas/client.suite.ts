/** Client certificates (contract 4.3). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('client');
