/** Appends results from a process of its own: `node append-many.ts FOLDER ID COUNT`. Long lines, to provoke mixing. */
import { ResultsWriter } from '../../reports/writer.ts';
import { EXCHANGE, result } from './made-up.ts';

const [folder = '', id = '', count = '0'] = process.argv.slice(2);
const writer = new ResultsWriter(folder);
const response = {
  status: 200,
  headers: [],
  body: `${id.repeat(40_000)}end`,
  encoding: 'utf8',
  bytes: 40_003,
} as const;
for (let i = 0; i < Number(count); i++) {
  writer.result(result('pass', { requirement: `r.${id}.${i}`, exchanges: [{ ...EXCHANGE, response }] }));
}
