/** Notifications (contract 4.8). */
import { defineArea } from '../runner/define-area.ts';

await defineArea('notification');
