/** What the parts of the examination share. */
import type { Contract } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Profile, Target, WireRequest } from '../../target/index.ts';

export interface Examination {
  readonly profile: Profile;
  readonly target: Target;
  readonly contract: Contract;
  /** The same contract with everything that is assumed taken for claimed: what the target would have to look like. */
  readonly assumed: Contract;
}

/** Sends one request under the doctor's name. */
export function look({ target }: Examination, request: WireRequest): Promise<Exchange> {
  return target.send({ ...request, check: 'doctor' });
}

/** How an exchange ended: `status 404`, or the transport error's sentence. */
export function endOf({ response, error }: Exchange): string {
  return error?.message ?? (response === undefined ? 'there was no answer' : `status ${response.status}`);
}
