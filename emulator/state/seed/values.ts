/** The value sets of contract 3.1 and 4.2, typed from the contract for the seed data alone. */
export const STATUSES = [
  'Invalid',
  'Requested',
  'Approved',
  'Declined',
  'Applied',
  'Issued',
  'Revoked',
  'Expired',
  'Replaced',
  'Rejected',
  'SA Approved',
  'Init',
] as const;

export const INSTALL_STATUSES = [
  'Not configured',
  'Not started',
  'Key processing',
  'Key and CSR ready',
  'Certificate processing',
  'Installation scheduled',
  'Installation processing',
  'Action required',
  'Ready for install',
  'Server restart required',
  'Completed',
  'Invalid configuration',
  'Certificate chain uploaded',
] as const;

export const RENEWAL_STATUSES = ['Not scheduled', 'Scheduled', 'Started', 'Successful', 'Failed'] as const;

export const CHANNELS = [
  'Enrollment Form',
  'Client Admin',
  'Web API',
  'Discovery',
  'Imported',
  'SCEP',
  'CD Agent',
  'MS Agent',
  'MS CA',
  'Bulk Request',
  'ACME',
  'EST',
  'REST API',
] as const;

/** Element `index` of a list that is repeated without end. */
export function pick<T>(values: readonly T[], index: number): T {
  return values[index % values.length] as T;
}

/** `count` consecutive numbers from `first`. */
export function ids(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}
