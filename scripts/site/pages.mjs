/** What the site consists of: pages of the repository under their own paths, and the registers, a page for each section of the contract. */

/** Navigation: title of a group, then its pages, each with the file in the repository. */
export const PAGES = [
  [
    'Begin',
    [
      ['Start', 'docs/start.md'],
      ['The target profile', 'docs/profile.md'],
      ['Dialects', 'docs/dialects.md'],
    ],
  ],
  [
    'Judge',
    [
      ['How verdicts are reached', 'docs/verdicts.md'],
      ['Reports', 'docs/reports.md'],
      ['In a pipeline', 'docs/ci.md'],
      ['Certifying', 'docs/certifying.md'],
      ['Targets that break', 'docs/faults.md'],
      ['Budgets', 'docs/budgets.md'],
    ],
  ],
  [
    'Build',
    [
      ['The emulator', 'docs/emulator.md'],
      ['A run as one call', 'docs/library/run.md'],
      ['The emulator in tests', 'docs/library/emulator.md'],
      ['Generators', 'docs/library/generators.md'],
      ['What stays', 'docs/versioning.md'],
    ],
  ],
  [
    'The project',
    [
      ['Security', 'docs/security.md'],
      ['Contributing', 'CONTRIBUTING.md'],
      ['Changes', 'CHANGELOG.md'],
    ],
  ],
];

/** Registers, by the folder of their pages. */
export const REGISTERS = [
  ['Requirements', 'spec/REQUIREMENTS.md', 'spec/requirements'],
  ['Silences', 'spec/SILENCES.md', 'spec/silences'],
];

/** Cuts a register into its head and its sections: `{ head, sections: [number, text][] }`. */
export function sectionsOf(text) {
  const [head, ...rest] = text.split(/^## Section /m);
  return {
    head: head.trimEnd(),
    sections: rest.map((part) => {
      const end = part.indexOf('\n');
      // One level up: the section is a page of its own.
      return [part.slice(0, end).trim(), part.slice(end + 1).replaceAll(/^##(#+) /gm, '#$1 ')];
    }),
  };
}

/** The anchor of a heading as it is made on code hosts, where the same pages are read. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
