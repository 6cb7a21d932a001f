/** What is wrong with a dialect, in one sentence that a person can act on. */
export class DialectError extends Error {
  override readonly name = 'DialectError';
  /** File that the fault is in; undefined when it is in a reference given in memory. */
  readonly file: string | undefined;
  /** JSON Pointer to the faulty place in that file. */
  readonly pointer: string | undefined;
  /** What is wrong, without the place. */
  readonly sentence: string;

  constructor(sentence: string, place: { readonly file?: string | undefined; readonly pointer?: string } = {}) {
    const at = [place.file, place.pointer].filter((part) => part !== undefined && part !== '').join(' at ');
    super(at === '' ? sentence : `${at}: ${sentence}`);
    this.sentence = sentence;
    this.file = place.file;
    this.pointer = place.pointer;
  }
}
