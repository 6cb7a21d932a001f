/** The Containerfile: read by a linter, and its promises (no root, nothing kept inside, a command that exists) looked up. */
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { certconform } from '../cli/support.ts';
import { CONTAINERFILE, stages } from './containerfile.ts';

const image = stages().at(-1) ?? [];

const words = (keyword: string): string[] => image.filter((one) => one.keyword === keyword).map((one) => one.words);
const list = (keyword: string): readonly string[] => image.find((one) => one.keyword === keyword)?.json ?? [];

test('the linter has nothing to say', () => {
  expect(validate(CONTAINERFILE).map(({ message }) => message)).toEqual([]);
  expect(validate(CONTAINERFILE.replace('WORKDIR', 'WORKDIRR'))).not.toEqual([]);
});

test('it runs as a user that is not root, by number, as clusters ask', () => {
  expect(words('USER')).toEqual(['1000:1000']);
});

test('what is kept lies in one mounted folder, and nothing of the build is in the image', () => {
  expect(list('VOLUME')).toEqual(['/out']);
  expect(words('ENV')).toEqual(['XDG_STATE_HOME=/out/state']);
  expect(words('COPY')).toEqual(['/pack /pack']);
  expect(words('RUN').join('\n')).toContain('rm -rf /pack');
});

test('its command is one that certconform understands, with profile and results mounted', async () => {
  expect(list('ENTRYPOINT')).toEqual(['certconform']);
  const command = list('CMD');
  expect(command).toEqual(expect.arrayContaining(['/profile/certconform.yaml', '/out/conformance']));
  const { stderr, code } = await certconform(command);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^certconform: [^\n]*\/profile\/certconform\.yaml[^\n]*\n$/),
  ]);
});
