/** The names that people read for the slugs that machines keep. One place, so that every report says the same. */
import type { InterfaceName } from '../spec/types.ts';
import type { Effect, Implementation, Outcome, Verdict } from '../spec/vocabulary.ts';
import type { Cause } from './model.ts';

export const INTERFACE_TITLES: Readonly<Record<InterfaceName, string>> = {
  admin: 'Admin Operations API',
  legacy: 'Legacy order actions',
};

const AREA_TITLES: Readonly<Record<string, string>> = {
  ssl: 'SSL certificates',
  client: 'Client certificates',
  mark: 'Mark certificates',
  admin: 'Administrators',
  person: 'Persons',
  organization: 'Organizations and validations',
  notification: 'Notifications',
  endpoint: 'Enrollment endpoints and accounts',
  domain: 'Domains',
  discovery: 'Discovery',
  'legacy-status': 'Order status',
  'legacy-dcv': 'DCV update',
};

/** Title of an area; an area without one is called by its slug. */
export function areaTitle(area: string): string {
  return AREA_TITLES[area] ?? area;
}

/** `Example Corp Gateway 2.1 (abc123, staging)`: what is under test, in one line. */
export function implementationText({
  organization,
  product,
  version,
  commit,
  environment,
  url,
  contact,
}: Implementation): string {
  const name = [organization, product, version].filter((part) => part !== undefined).join(' ');
  const more = [commit, environment].filter((part) => part !== undefined).join(', ');
  const named = [name, more === '' ? '' : `(${more})`].filter((part) => part !== '').join(' ');
  return [named, url, contact].filter((part) => part !== undefined && part !== '').join(', ');
}

export const OUTCOME_TITLES: Readonly<Record<Outcome, string>> = {
  conformant: 'CONFORMANT',
  'known-failures': 'CONFORMANT BUT FOR KNOWN FAILURES',
  'non-conformant': 'NON-CONFORMANT',
  partial: 'PARTIAL',
  aborted: 'ABORTED',
};

/** Tone and sign of an outcome. */
export const OUTCOME_MARKS: Readonly<Record<Outcome, readonly [tone: 'good' | 'half' | 'bad', sign: string]>> = {
  conformant: ['good', '✓'],
  'known-failures': ['half', '✗'],
  'non-conformant': ['bad', '✗'],
  partial: ['half', '?'],
  aborted: ['bad', '!'],
};

/** What an area shows by itself. */
export const AREA_OUTCOMES: Readonly<Record<Outcome | 'not-claimed', string>> = {
  conformant: 'conformant',
  'known-failures': 'conformant but for known failures',
  'non-conformant': 'non-conformant',
  partial: 'partial',
  aborted: 'nothing could be judged',
  'not-claimed': 'not claimed',
};

export const EFFECT_SENTENCES: Readonly<Record<Effect, string>> = {
  observe: 'observe: nothing that could change the target',
  modify: 'modify: fixtures that allow it were changed and put back',
  destroy: 'destroy: fixtures that allow it were changed and put back, or used up',
};

export const IMPLEMENTATION_TITLES: Readonly<Record<keyof Implementation, string>> = {
  organization: 'Organization',
  product: 'Product',
  version: 'Version',
  commit: 'Commit',
  environment: 'Environment',
  url: 'More about it',
  contact: 'Contact',
};

export const OUTCOME_SENTENCES: Readonly<Record<Outcome, string>> = {
  conformant: 'every MUST of the claimed areas held',
  'known-failures': 'no MUST of the claimed areas was broken but those that are known to be',
  'non-conformant': 'at least one MUST was broken',
  partial: 'no MUST was seen broken, but not all could be shown',
  aborted: 'the target could not be judged',
};

/** Column heads, in the order in which reports show verdicts. */
export const VERDICT_TITLES: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  observed: 'observed',
  inconclusive: 'inconclusive',
  'not-applicable': 'n/a',
  broken: 'broken',
};

export const CAUSE_TITLES: Readonly<Record<Cause, string>> = {
  'area-not-claimed': 'the target does not claim the area',
  'effect-not-permitted': 'the effect was not permitted in this run',
  'no-fixture': 'no suitable fixture in the target profile',
  'no-credential': 'a setting is missing in the target profile',
  'control-refused': 'the same request without the violation was refused too',
  'dialect-silent': 'the dialect does not answer an open point',
  throttled: 'the target throttled the requests',
  unstable: 'the target changed meanwhile',
  'earlier-step': 'an earlier step did not succeed',
  'not-sendable': 'no case survives being put on the wire',
  interrupted: 'the run was interrupted',
  budget: 'the budget of the run did not suffice',
  connection: 'the connection failed',
  suite: 'a fault of the suite itself',
  other: 'other reasons',
};

/** A requirement's sentence as a name, which reports show as it is: what marks code in a text would stand in it as a stray sign. */
export function nameOf({ sentence }: { readonly sentence: string }): string {
  return sentence.replaceAll('`', '');
}
