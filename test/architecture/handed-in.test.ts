/** Files that others may have made come in by one door, `spec/handed-in.ts`, which knows what is no file. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Files that open others directly, as these are the suite's own: they come with it, or it has just written them. */
const OWN: Readonly<Record<string, string>> = {
  'cli/finish.ts': 'results that this run has written',
  'cli/mutants/record.ts': 'what hunts found, kept in the repository',
  'cli/package.ts': "the package's own package.json",
  'reports/allure/archive.ts': "packs Allure's results of this run",
  'reports/allure/html.ts': "Allure's package.json",
  'reports/allure/page.ts': "the page that Allure's tool has just made",
  'reports/history.ts': 'adds to the history, without waiting and through no link',
  'reports/reader.ts': 'follows the results of a run under way',
  'reports/writer.ts': 'results of this run',
  'spec/dialects/alternate/generate.ts': 'makes the alternate dialect anew',
  'spec/dialects/schema.ts': 'makes the schema of dialects anew',
  'spec/handed-in.ts': 'the door',
  'spec/registers.ts': 'makes the registers anew',
  'spec/yaml.ts': 'the data of the contract',
  'target/client/logins.ts': 'counts logins in the folder of this run',
  'target/fixtures.ts': "what was provisioned, in the user's own state folder",
  'target/journal.ts': "journals, in the user's own state folder",
  'target/owned-files.ts': "marks of running processes, in the user's own state folder",
  'target/package.ts': "the package's own package.json",
  'target/profile/schema.ts': 'the schema of profiles',
  'target/redaction/scan.ts': 'what this run has written',
  'target/tape/write.ts': 'the tape of this run',
};

const OPENS = /\b(?:readFile|readFileSync|createReadStream|openSync|copyFile|copyFileSync)\(/;

test('all else is read through it', () => {
  const rooms = ['spec', 'generators', 'target', 'reports', 'emulator', 'suites', 'cli'];
  const opening = rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(root, room, name)),
    )
    .filter((file) => OPENS.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file).replaceAll('\\', '/'));
  expect(opening.sort()).toEqual(Object.keys(OWN).sort());
});
