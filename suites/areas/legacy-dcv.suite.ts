/** The legacy action that changes the DCV method of an order (contract 4.13, 5, 7.2, 8). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('legacy-dcv');
