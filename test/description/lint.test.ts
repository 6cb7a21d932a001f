/** The rules that other people hold OpenAPI documents to find nothing in ours that is ours. */
import { createConfig, lint } from '@redocly/openapi-core';
import { afterAll, expect, it } from 'vitest';
import { ALL, described, shelf } from './support.ts';

const files = shelf();
afterAll(files.remove);

/** What the contract itself has, with the documents in which it shows. */
const OF_THE_CONTRACT = [
  // Section 4.7 has `validations/{validationId}/validator` beside `validations/assignment/{validationId}`.
  { rule: 'no-ambiguous-paths', count: 2, where: () => true },
  // The legacy actions answer errors with the status of successes, or the contract names none.
  { rule: 'operation-4xx-response', count: 3, where: ({ dialect }: { dialect: string }) => dialect !== 'alternate' },
  // Section 4.11 shows no response of reset-client-secret; a dialect does.
  { rule: 'operation-2xx-response', count: 1, where: ({ dialect }: { dialect: string }) => dialect === 'none' },
];

it.each(ALL)('Redocly, recommended: $dialect in OpenAPI $version', async (one) => {
  const ref = files.put(`${one.dialect}-${one.version}.json`, await described(one.dialect, one.version));
  const problems = await lint({ ref, config: await createConfig({ extends: ['recommended'] }) });
  const own = problems.filter(({ ruleId }) => !OF_THE_CONTRACT.some(({ rule }) => rule === ruleId));
  expect(own.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  for (const { rule, count, where } of OF_THE_CONTRACT)
    expect(problems.filter(({ ruleId }) => ruleId === rule).length, rule).toBe(where(one) ? count : 0);
});

it('finds what is wrong: a document with an error is told from ours', async () => {
  const document = structuredClone(await described('default'));
  const paths = document['paths'] as Record<string, { get?: { responses?: unknown; parameters?: unknown } }>;
  delete paths['/api/person/v2/{id}']?.get?.parameters;
  const ref = files.put('broken.json', document);
  const problems = await lint({ ref, config: await createConfig({ extends: ['recommended'] }) });
  expect(problems.filter(({ severity }) => severity === 'error').map(({ ruleId }) => ruleId)).toContain(
    'path-parameters-defined',
  );
});
