/** The order of questions that the miniature asks of a request, and what an operation of it consists of. */
import type { Answer, Call } from './http.ts';
import type { World } from './world.ts';

export type Question = 'credential' | 'input' | 'entity';

/** Single faults that can be planted. */
export const MINIATURE_FAULTS = [
  'list-without-total',
  'size-maximum-201',
  'status-filter-refuses-declined',
  'location-delete-200',
  'location-absent-empty-body',
  'admin-read-without-credential',
  'admin-delete-absent-204',
  'person-read-text',
  'person-update-with-body',
  'person-accepts-malformed-json',
  'endpoint-name-not-required',
  'endpoint-extension-of-57',
  'person-absent-400',
  'api-becomes-sas',
  'delegations-accept-duplicates',
] as const;

export type MiniatureFault = (typeof MINIATURE_FAULTS)[number];

/** Everything an operation may look at. */
export interface Scene {
  readonly call: Call;
  readonly world: World;
  /** Path parameters as texts, in order. */
  readonly ids: readonly string[];
  broken(fault: MiniatureFault): boolean;
  /** What an administrator's answer counts; always 0 unless the miniature is restless. */
  looks(): number;
}

export interface MiniatureOperation {
  readonly method: string;
  readonly path: RegExp;
  /** True when this operation forgets to ask for a credential. */
  open?(scene: Scene): boolean;
  /** The refusal of a bad input; undefined when the input is good. */
  input?(scene: Scene): Answer | undefined;
  /** The refusal of a path that names nothing; undefined when it names something. */
  entity?(scene: Scene): Answer | undefined;
  perform(scene: Scene): Answer;
}
