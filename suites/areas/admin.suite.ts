/** Administrators (contract 3.2, 4.5). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('admin');
