/** Asks in a terminal, one line for an answer. Lines that were typed or pasted ahead wait for their question. */
import { createInterface, type Interface } from 'node:readline';
import { UserError } from '../user-error.ts';

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
    this.#terminal.setPrompt(`${text}${otherwise === '' ? '' : ` [${otherwise}]`}: `);
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
    const answer = (this.#lines.shift() ?? '').trim();
    return answer === '' ? otherwise : answer;
  }

  close(): void {
    this.#terminal.close();
  }
}
