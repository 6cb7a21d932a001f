/** The word that finds an administrator's certificates is believed until this run has given the administrator other names (contract 4.5). */
import { expect, test } from 'vitest';
import { withJson } from '../../../generators/index.ts';
import type { Contract } from '../../../spec/types.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { compose, pathOf } from '../../../suites/requests/compose.ts';
import { requestedOf, wordOf } from '../../../suites/rules/requesters.ts';
import { runAgainst } from '../against.ts';

/** Certificates of a requester that are found after an update of the administrator; undefined where nothing is to be said of them. */
async function foundAfter(change: Readonly<Record<string, string>> | undefined): Promise<number | undefined> {
  let found: number | undefined;
  const groups = ({ operation }: Contract): CheckGroup[] => [
    {
      id: 'administrator-delete',
      area: 'admin',
      parallel: false,
      checks: [
        {
          id: 'called-so',
          title: 'Whose certificates are found',
          requirements: ['administrator-delete.requester-replaced'],
          effect: 'modify',
          run: async (context) => {
            const fixture = await context.session.fixture({
              kind: 'administrator',
              effect: 'destroy',
              where: (one) => wordOf(one) !== undefined,
            });
            const update = operation('admin.update');
            const request = compose(update, { path: pathOf(update, fixture), label: 'an update' });
            if (change !== undefined) {
              const { response } = await context.send(withJson(request, change));
              expect(response?.status).toBe(200);
            }
            found = (await requestedOf(context, fixture))?.keys.length;
          },
        },
      ],
    },
  ];
  await runAgainst(groups, {});
  return found;
}

test('an administrator whom nobody wrote to is known by the word', async () => {
  expect(await foundAfter(undefined)).toBeGreaterThan(0);
});

test('one who was given another telephone still is', async () => {
  expect(await foundAfter({ telephone: '+49 30 1' })).toBeGreaterThan(0);
});

test('one who was given another address is not', async () => {
  expect(await foundAfter({ email: 'somebody.else@example.test' })).toBeUndefined();
});
