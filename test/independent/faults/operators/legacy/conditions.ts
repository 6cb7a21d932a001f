/** Conditions overlooked, other codes, and envelopes misshapen. */
import type { Json } from '../../../contract/types.ts';
import { CONDITIONS, type Condition } from '../../../legacy/manner.ts';
import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { DCV, data, form, hard, overlooking, plain, record, STATUS, STEPS, step, without } from './plants.ts';

const OVERLOOKED: readonly (readonly [Condition, string])[] = [
  ['not-https', STATUS],
  ['not-https', DCV],
  ['wrong-method', STATUS],
  ['wrong-method', DCV],
  ['argument-unrecognized', STATUS],
  ['argument-unrecognized', DCV],
  ['already-issued', DCV],
  ['already-validated', DCV],
  ['permission-denied', DCV],
  ['unexpected-state', DCV],
  ['update-failed', DCV],
  ['wildcard-http-hash', DCV],
  ['permission-denied', STATUS],
];
const PARAMETERS: readonly (readonly [string, string, number])[] = [
  [STATUS, 'loginName', 64],
  [STATUS, 'loginPassword', 128],
  [STATUS, 'orderNumber', 64],
  [DCV, 'loginName', 64],
  [DCV, 'loginPassword', 128],
  [DCV, 'domainName', 255],
  [DCV, 'newMethod', 32],
  [DCV, 'domainNames', 255],
  [DCV, 'newMethods', 32],
];
const TYPED: readonly (readonly [string, (value: Json) => Json])[] = [
  ['orderNumber', Number],
  ['productType', String],
  ['productName', () => 7],
  ['certificateDuration', String],
  ['productTerm', (value) => Number(value) + 0.5],
  ['orderStatus', () => null],
  ['domainName', (value) => [value]],
  ['maxMDCDomains', String],
];
export const CONDITIONED: readonly Operator[] = [
  {
    id: 'legacy-overlooks',
    ...plain,
    section: '7.2',
    wrong: (key) => `overlooks a condition: ${key}`,
    places: OVERLOOKED.map(([condition, op]) => ({ key: `${op} ${condition}`, op })),
    plant: (key) => {
      const [op = '', condition] = key.split(' ');
      return overlooking(condition as Condition, op);
    },
  },
  {
    id: 'legacy-other-code',
    ...plain,
    section: '7.2',
    readings: ['A', 'C'],
    wrong: (key) => `answers another code for ${key}`,
    places: [STATUS, DCV].flatMap((op) =>
      CONDITIONS.filter(
        (condition) =>
          !['unknown-error', 'rate-limited'].includes(condition) &&
          (op === DCV ||
            !/already|permission|wildcard|state|failed$/.test(condition) ||
            condition === 'authentication-failed'),
      ).map((condition) => ({ key: `${op} ${condition}`, op })),
    ),
    plant: (key) => {
      const [op = '', condition] = key.split(' ');
      return { condition: (call, was) => (call.op.startsWith(op) && was === condition ? 'unknown-error' : was) };
    },
  },
  {
    id: 'legacy-positive-code',
    ...plain,
    section: '7.2',
    wrong: (op) => `${op} answers positive error codes`,
    places: [
      { key: STATUS, op: STATUS },
      { key: DCV, op: DCV },
    ],
    plant: (op) =>
      op === STATUS
        ? record((json) => ({ ...json, errorCode: -Number(json['errorCode']) }), 'error')
        : form(
            (text) => text.replace('errorCode=-', 'errorCode='),
            (text) => text.startsWith('errorCode=-'),
          ),
  },
  {
    id: 'legacy-no-message',
    ...plain,
    section: '7.2',
    wrong: (op) => `${op} answers errors without a message`,
    places: [
      { key: STATUS, op: STATUS },
      { key: DCV, op: DCV },
    ],
    plant: (op) =>
      op === STATUS
        ? record((json) => ({ ...json, errorMessage: '' }), 'error')
        : form(
            (text) => text.replace(/&errorMessage=.*/, '&errorMessage='),
            (text) => text.startsWith('errorCode=-'),
          ),
  },
  {
    id: 'legacy-length',
    ...hard,
    section: '4.12',
    wrong: (key) => `takes one character more than allowed: ${key}`,
    places: PARAMETERS.map(([op, name]) => ({ key: `${op}/${name}`, op })),
    plant: (key) => {
      const bound = PARAMETERS.find(([op, name]) => `${op}/${name}` === key)?.[2] ?? 0;
      return judging(key, (raw, verdict) =>
        'wrong' in verdict && String(raw).length === bound + 1 ? { value: raw } : undefined,
      );
    },
    standing: 'debatable',
  },
  {
    id: 'legacy-longest-refused',
    ...hard,
    section: '4.13',
    wrong: (key) => `refuses arguments from half of their length on: ${key}`,
    places: [
      [STATUS, 'orderNumber', 64],
      [DCV, 'domainNames', 255],
      [DCV, 'newMethods', 32],
    ].map(([op, name]) => ({ key: `${op}/${name}`, op: String(op) })),
    plant: (key) =>
      judging(key, (raw) =>
        String(raw).length > (key.endsWith('newMethods') ? 8 : key.endsWith('domainNames') ? 24 : 32)
          ? { wrong: 'planted' }
          : undefined,
      ),
  },
  {
    id: 'legacy-step-member',
    ...plain,
    section: '2.2',
    wrong: (key) => `leaves a member out of a step: ${key}`,
    places: STEPS.flatMap((name) => ['title', 'status'].map((member) => ({ key: `${name}.${member}`, op: STATUS }))),
    plant: (key) => {
      const [name = '', member = ''] = key.split('.');
      return step(name, (all) => without(all, member));
    },
  },
  {
    id: 'legacy-quiet-step-speaks',
    ...hard,
    section: '2.2',
    wrong: (name) => `a step that does not apply carries a description: ${name}`,
    places: ['callbackStatus', 'organizationStatus', 'secondApprovalStatus', 'fsupStatus'].map((name) => ({
      key: name,
      op: STATUS,
    })),
    plant: (name) =>
      step(name, (all) => (all['status'] === 'NotApplicable' ? { ...all, description: 'does not apply' } : all)),
  },
  {
    id: 'legacy-quiet-step-acts',
    ...hard,
    section: '2.2',
    wrong: (name) => `a step that does not apply carries actions: ${name}`,
    places: ['callbackStatus', 'organizationStatus', 'fsupStatus'].map((name) => ({ key: name, op: STATUS })),
    plant: (name) => step(name, (all) => (all['status'] === 'NotApplicable' ? { ...all, availableActions: [] } : all)),
  },
  {
    id: 'legacy-data-type',
    ...plain,
    section: '2.2',
    wrong: (name) => `shows data of another type: ${name}`,
    places: TYPED.map(([name]) => ({ key: name, op: STATUS })),
    plant: (name) =>
      data((all) =>
        all[name] === undefined
          ? all
          : { ...all, [name]: (TYPED.find(([one]) => one === name)?.[1] ?? String)(all[name] as Json) },
      ),
  },
  {
    id: 'legacy-step-type',
    ...plain,
    section: '2.2',
    wrong: (name) => `a step is a text: ${name}`,
    places: STEPS.map((name) => ({ key: name, op: STATUS })),
    plant: (name) => data((all) => ({ ...all, [name]: 'Completed' })),
  },
];
