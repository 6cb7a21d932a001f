/** Discovery (contract 4.11). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('discovery');
