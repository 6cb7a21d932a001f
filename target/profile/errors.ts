/** What is wrong with a profile, said in one sentence. */

/** A profile that cannot be used. Its message names the file, the place in it, what is wrong and how to mend it. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  /** JSON Pointer of the faulty member; '' when the fault is not in one member. */
  readonly pointer: string;

  constructor(message: string, pointer = '') {
    super(message);
    this.pointer = pointer;
  }
}
