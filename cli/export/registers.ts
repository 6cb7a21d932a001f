/** `certconform export requirements` and `export silences`: the registers for spreadsheets, trackers and pages. */
import { loadContract } from '../../spec/load.ts';
import { requirementsMarkdown, silencesMarkdown } from '../../spec/registers.ts';
import type { Contract } from '../../spec/types.ts';
import { packageFacts } from '../package.ts';
import { csvOf } from './csv.ts';
import { type Destination, deliver } from './deliver.ts';

/** Options of both commands. */
export interface RegisterOptions extends Destination {
  readonly dialect: string;
  readonly format: 'json' | 'csv' | 'markdown';
}

/** One line of a register: its cells in the order of the columns. */
type Row = Readonly<Record<string, unknown>>;

/**
 * Writes a register under a dialect: what a dialect fills in gives requirements of its own. Returns 0.
 *
 * @throws DialectError for an unknown or malformed dialect.
 */
export async function registerCommand(what: 'requirements' | 'silences', options: RegisterOptions): Promise<number> {
  const contract = await loadContract({ dialect: options.dialect, validate: false });
  const { rows, markdown } = REGISTERS[what];
  const { format } = options;
  if (format === 'markdown') deliver(markdown(contract, `Exported by certconform ${packageFacts().version}.`), options);
  else if (format === 'csv') deliver(csvOf(rows(contract)), options);
  else deliver(`${JSON.stringify(rows(contract), null, 2)}\n`, options);
  return 0;
}

const REGISTERS = {
  requirements: { rows: requirementRows, markdown: requirementsMarkdown },
  silences: { rows: silenceRows, markdown: silencesMarkdown },
};

function requirementRows({ requirements }: Contract): Row[] {
  return requirements.map(({ id, level, source, section, interface: of, area, operation, topic, sentence }) => ({
    id,
    level,
    source,
    section,
    interface: of,
    area,
    operation: operation ?? null,
    topic,
    sentence,
  }));
}

function silenceRows(contract: Contract): Row[] {
  return contract.silences.map(({ id, section, open, readings, answer }) => {
    const given = contract.answer(id);
    return {
      id,
      section,
      open,
      readings,
      answerable: answer !== undefined,
      answer: given?.value ?? null,
      standing: given?.standing ?? null,
    };
  });
}
