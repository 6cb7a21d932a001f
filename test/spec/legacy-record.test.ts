/** What the schemas of the legacy answers let through and what they stop (contract 2.2, 4.12, 4.13, 7.2). */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const document = parse(await readFile(new URL('../../spec/openapi/legacy.yaml', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, formats: { date: true } });
ajv.addSchema(document, 'legacy');

function validator(name: string): (value: unknown) => boolean {
  const validate = ajv.compile({ $ref: `legacy#/components/schemas/${name}` });
  return (value) => validate(value) === true;
}

const status = validator('OrderStatusAnswer');
const dcv = validator('DcvAnswer');

const data = (members: object) => ({ errorCode: 0, errorMessage: '', data: members });
const step = (members: object) => ({ title: 'Step', status: 'Completed', ...members });
const agreement = (members: object) => data({ agreementStatus: step(members) });

describe('the order status answer', () => {
  it.each([
    ['a success without any named member', data({})],
    [
      'members that the contract describes without naming',
      data({ primaryDomainName: 'a.test', csrStatus: step({ md5: 'x' }) }),
    ],
    [
      'a status that is not among the examples',
      data({ orderStatus: 'Issued', csrStatus: step({ status: 'Waiting' }) }),
    ],
    ['a step that does not apply, with its two members', data({ fsupStatus: { title: 'T', status: 'NotApplicable' } })],
    ['no second approval on an order that needs none', data({ secondApprovalStatus: null, maxMDCDomains: null })],
    ['days of the agreement', agreement({ lastEmailSent: '2026-01-31', lastOpenDate: '2026-02-01' })],
    ['days that are not there yet', agreement({ lastEmailSent: null, lastOpenDate: '' })],
    ['an empty address', agreement({ clickThroughEmailAddress: '' })],
    ['an error without data', { errorCode: -3, errorMessage: 'The order number is missing' }],
    ['an error with null data', { errorCode: -3, errorMessage: 'No', data: null }],
    ['an error with empty data', { errorCode: -3, errorMessage: 'No', data: {} }],
  ])('may be %s', (_what, answer) => {
    expect(status(answer)).toBe(true);
  });

  it.each([
    ['a success without data', { errorCode: 0, errorMessage: '' }],
    ['a success with a message', { errorCode: 0, errorMessage: 'OK', data: {} }],
    ['a positive code', { errorCode: 3, errorMessage: 'No' }],
    ['a code in text', { errorCode: '0', errorMessage: '', data: {} }],
    ['no code', { errorMessage: '', data: {} }],
    ['no message', { errorCode: -1 }],
    ['a number as order number', data({ orderNumber: 12 })],
    ['a text as product type', data({ productType: '287' })],
    ['a step without title', data({ csrStatus: { status: 'Completed' } })],
    ['a step without status', data({ caaCheckStatus: { title: 'CAA' } })],
    ['actions that are not a list', data({ callbackStatus: step({ availableActions: 'resend' }) })],
    [
      'a step that does not apply but is described',
      data({ csrStatus: step({ status: 'NotApplicable', description: 'x' }) }),
    ],
    [
      'an agreement that does not apply but has an address',
      agreement({ status: 'NotApplicable', clickThroughEmailAddress: 'a@b.test' }),
    ],
    ['a day in another form', agreement({ lastEmailSent: '31.01.2026' })],
    ['an address without an at sign', agreement({ clickThroughEmailAddress: 'nobody' })],
  ])('may not be %s', (_what, answer) => {
    expect(status(answer)).toBe(false);
  });
});

describe('the DCV answer', () => {
  it.each([
    ['the code alone on success', { errorCode: 0 }],
    ['any message on success', { errorCode: 0, errorMessage: 'done', certificateID: '1' }],
    ['a negative code with its description', { errorCode: -4, errorMessage: 'No' }],
  ])('may be %s', (_what, answer) => {
    expect(dcv(answer)).toBe(true);
  });

  it.each([
    ['empty', {}],
    ['an error without description', { errorCode: -4 }],
    ['a positive code', { errorCode: 4, errorMessage: 'No' }],
  ])('may not be %s', (_what, answer) => {
    expect(dcv(answer)).toBe(false);
  });
});
