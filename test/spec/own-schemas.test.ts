/** The schemas that the program compiles without looking whether they are right: here it is looked. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { dialectSchema } from '../../spec/dialect.ts';
import { loadContract } from '../../spec/load.ts';
import { profileSchema } from '../../target/profile/schema.ts';

const { silences } = await loadContract({ validate: false });

test.each([
  ['profiles', profileSchema],
  ['dialects', dialectSchema(silences)],
] as const)('the schema of %s keeps to the rules for schemas', (_name, schema) => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  expect(ajv.validateSchema(schema as object)).toBe(true);
  // In strict mode, a keyword that is unknown or cannot matter is an error.
  expect(() => ajv.compile(schema as object)).not.toThrow();
});
