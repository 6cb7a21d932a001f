/** Persons (contract 4.6). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('person');
