/** `certconform export openapi`: the contract under a dialect, for the tools of others. */
import { stringify } from 'yaml';
import { exampleOf } from '../../generators/index.ts';
import { describeContract } from '../../spec/description/index.ts';
import { type Destination, deliver } from './deliver.ts';

/** Options of `certconform export openapi`. */
export interface OpenapiOptions extends Destination {
  readonly dialect: string;
  readonly format: 'yaml' | 'json';
  /** OpenAPI 3.0.3 in place of 3.1. */
  readonly '3.0'?: boolean;
}

/**
 * Writes the document. What OpenAPI 3.0 cannot say of a dialect is told on the error output. Returns 0.
 *
 * @throws DialectError for an unknown or malformed dialect.
 */
export async function openapiCommand(options: OpenapiOptions): Promise<number> {
  const { dialect, format } = options;
  const version = options['3.0'] === true ? '3.0' : '3.1';
  const { document, leftOut } = await describeContract({ dialect, version, exampleOf });
  // Quoted so that readers of YAML 1.1, of which there are many, take no text for a date or a truth value.
  const yaml = () => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  deliver(format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : yaml(), options);
  for (const sentence of leftOut) process.stderr.write(`certconform: left out at ${sentence}\n`);
  return 0;
}
