/** The legacy action that reads the state of an order (contract 2.2, 4.12, 5, 7.2, 8). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('legacy-status');
