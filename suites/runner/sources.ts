/** What the plain data of a run's input stand for: its profile, its contract, the requirements that are wanted of it. */
import { type Contract, DialectError, loadContract, type Requirement } from '../../spec/index.ts';
import { loadProfile, type Profile, profileFrom } from '../../target/index.ts';
import type { RunInput } from './input.ts';

/** @throws ProfileError for a malformed profile. */
export function profileOf(input: Pick<RunInput, 'profile'>): Profile {
  const effects = input.profile.effects === undefined ? {} : { effects: input.profile.effects };
  return 'file' in input.profile
    ? loadProfile(input.profile.file, { set: input.profile.set, ...effects })
    : profileFrom(input.profile.data, { set: input.profile.set, ...effects });
}

/** The contract under the profile's dialect. @throws DialectError for a malformed one; what stands in the profile itself is placed there. */
export async function contractFor(profile: Profile, validate: boolean): Promise<Contract> {
  const { dialect, file } = profile;
  try {
    return await loadContract({ validate: validate && 'own', ...(dialect === undefined ? {} : { dialect }) });
  } catch (error) {
    if (!(error instanceof DialectError) || error.file !== undefined || file === undefined) throw error;
    throw new DialectError(error.sentence, { file, pointer: `/dialect${error.pointer ?? ''}` });
  }
}

/** A filter of requirement ids; undefined when everything is wanted. */
export function selection(contract: Contract, only: readonly string[]): ((requirement: string) => boolean) | undefined {
  if (only.length === 0) return undefined;
  const byId = new Map(contract.requirements.map((requirement) => [requirement.id, requirement]));
  return (id) => {
    const requirement = byId.get(id);
    return requirement !== undefined && only.some((wanted) => matches(requirement, wanted));
  };
}

/** True when `wanted` names the requirement: its area, its operation, its id or a whole-part prefix of its id. */
export function matches({ id, area, operation }: Requirement, wanted: string): boolean {
  return wanted === area || wanted === operation || wanted === id || id.startsWith(`${wanted}.`);
}
