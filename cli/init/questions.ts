/** Asks in a terminal, one line for an answer. Lines that were typed or pasted ahead wait for their question. */
import { createInterface, type Interface } from 'node:readline';
import { UserError } from '../user-error.ts';

/** What is wrong with an answer, or what speaks against it though it may be right. */
export type Complaint = string | { readonly doubt: string } | undefined;

export class Questions {
  readonly #terminal: Interface;
  readonly #lines: string[] = [];
  readonly #stopped: string;
  #ended = false;
  #wake: () => void = () => undefined;

  /** @param stopped what is said when nobody answers any more. */
  constructor(stopped: string) {
    this.#stopped = stopped;
    this.#terminal = createInterface({ input: process.stdin, output: process.stdout });
    this.#terminal.on('line', (line) => {
      this.#lines.push(line);
      this.#wake();
    });
    // Ctrl-C and Ctrl-D.
    this.#terminal.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  /** The answer without white space at its ends; `otherwise` when it is empty. @throws UserError when nobody answers any more. */
  async ask(text: string, otherwise = ''): Promise<string> {
    const answer = await this.#line(text, otherwise);
    return answer === '' ? otherwise : answer;
  }

  /**
   * Asks until the answer will do. What is wrong with one is told, and asked again; one that is only doubtful (`doubt`) is kept
   * when nothing is typed then. @throws UserError when nobody answers any more.
   */
  async askUntil(
    text: string,
    look: (answer: string) => Complaint | Promise<Complaint>,
    otherwise = '',
  ): Promise<string> {
    let doubted: string | undefined;
    for (;;) {
      const line = await this.#line(text, doubted ?? otherwise);
      if (line === '' && doubted !== undefined) return doubted;
      const answer = line === '' ? otherwise : line;
      const complaint = await look(answer);
      if (complaint === undefined) return answer;
      doubted = typeof complaint === 'string' ? undefined : answer;
      this.tell(typeof complaint === 'string' ? complaint : `${complaint.doubt} Enter keeps it all the same.`);
    }
  }

  /** Says something between the questions. */
  tell(sentence: string): void {
    process.stdout.write(`  ! ${sentence}\n`);
  }

  async #line(text: string, proposal: string): Promise<string> {
    this.#terminal.setPrompt(`${text}${proposal === '' ? '' : ` [${proposal}]`}: `);
    if (!this.#ended) this.#terminal.prompt();
    while (this.#lines.length === 0) {
      if (this.#ended) {
        process.stdout.write('\n');
        throw new UserError(this.#stopped);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return (this.#lines.shift() ?? '').trim();
  }

  close(): void {
    this.#terminal.close();
  }
}
