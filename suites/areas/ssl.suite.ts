/** SSL certificates (contract 4.2). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('ssl');
