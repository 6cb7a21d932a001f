import type { Operator } from '../../fault.ts';
import { data, one, record, STATUS, step, without } from './plants.ts';

export const RECORDED: readonly Operator[] = [
  one(
    'code-text',
    STATUS,
    'errorCode of a success is text',
    record((json) => ({ ...json, errorCode: '0' })),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'code-lost',
    STATUS,
    'errorCode is left out of a success',
    record((json) => without(json, 'errorCode')),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'success-message',
    STATUS,
    'errorMessage of a success is OK',
    record((json) => ({ ...json, errorMessage: 'OK' })),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'data-lost',
    STATUS,
    'data is left out of a success',
    record((json) => without(json, 'data')),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'data-null',
    STATUS,
    'data of a success is null',
    record((json) => ({ ...json, data: null })),
    { section: '2.2', class: 'plain' },
  ),
  one(
    'error-code-text',
    STATUS,
    'errorCode of an error is text',
    record((json) => ({ ...json, errorCode: String(json['errorCode']) }), 'error'),
    { section: '2.2' },
  ),
  one(
    'other-order',
    STATUS,
    'the status of an order names another',
    data((all) => ({ ...all, orderNumber: `${String(all['orderNumber']).slice(0, -1)}0` })),
    { section: '2.2' },
  ),
  one(
    'multi-text-varies',
    STATUS,
    'the text for multi-domain orders is not the same for all',
    data((all) =>
      Number(all['maxMDCDomains'] ?? 0) > 1
        ? { ...all, domainName: `${String(all['domainName'])} ${String(all['orderNumber'])}` }
        : all,
    ),
    { section: '2.2' },
  ),
  one(
    'multi-first-domain',
    STATUS,
    'a multi-domain order shows its number for the fixed text',
    data((all) =>
      Number(all['maxMDCDomains'] ?? 0) > 1 ? { ...all, domainName: `mdc-${String(all['orderNumber'])}` } : all,
    ),
    { section: '2.2' },
  ),
  one(
    'single-other-name',
    STATUS,
    'the common name is in capitals',
    data((all) =>
      Number(all['maxMDCDomains'] ?? 0) > 1 ? all : { ...all, domainName: String(all['domainName']).toUpperCase() },
    ),
    { section: '2.2', standing: 'debatable' },
  ),
  one(
    'date-with-time',
    STATUS,
    'lastEmailSent carries a time',
    step('agreementStatus', (all) => (all['lastEmailSent'] ? { ...all, lastEmailSent: '2026-05-01T10:00:00Z' } : all)),
    { section: '2.2' },
  ),
  one(
    'date-order',
    STATUS,
    'lastOpenDate is written with the day first',
    step('agreementStatus', (all) => (all['lastOpenDate'] ? { ...all, lastOpenDate: '02-05-2026' } : all)),
    { section: '2.2' },
  ),
  one(
    'date-impossible',
    STATUS,
    'lastOpenDate is no date of the calendar',
    step('agreementStatus', (all) => (all['lastOpenDate'] ? { ...all, lastOpenDate: '2026-02-31' } : all)),
    { section: '2.2' },
  ),
  one(
    'actions-text',
    STATUS,
    'availableActions is a text',
    step('agreementStatus', (all) => ({ ...all, availableActions: 'canUpdateEmailAddress' })),
    { section: '2.2' },
  ),
  one(
    'actions-numbers',
    STATUS,
    'availableActions holds numbers',
    step('agreementStatus', (all) => ({ ...all, availableActions: [1] })),
    { section: '2.2' },
  ),
  one(
    'click-number',
    STATUS,
    'clickThroughStatus is a number',
    step('agreementStatus', (all) => ({ ...all, clickThroughStatus: 0 })),
    { section: '2.2' },
  ),
  one(
    'email-no-address',
    STATUS,
    'clickThroughEmailAddress is no address',
    step('agreementStatus', (all) => ({ ...all, clickThroughEmailAddress: 'nobody' })),
    { section: '2.2' },
  ),
  one(
    'description-null',
    STATUS,
    'the description of a step is null',
    step('agreementStatus', (all) => ({ ...all, description: null })),
    { section: '2.2', standing: 'debatable' },
  ),
  one(
    'status-empty',
    STATUS,
    'the status of a step is empty',
    step('csrStatus', (all) => ({ ...all, status: '' })),
    { section: '2.2' },
  ),
];
