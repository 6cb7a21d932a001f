/** Organizations and validations (contract 4.7). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('organization');
