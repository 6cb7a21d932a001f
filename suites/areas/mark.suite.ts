/** Mark certificates (contract 4.4). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('mark');
