/** The promises about who takes over as requester (contract 4.5), by what they are about. */
export const PROMISE = {
  own: 'administrator-delete.own-id',
  template: 'administrator-delete.template',
  belowMinimum: 'administrator-delete.below-minimum',
  unknown: 'administrator-delete.unknown-replacement',
  replaced: 'administrator-delete.with-replacement',
  types: 'administrator-delete.each-type',
  passed: 'administrator-delete.requester-replaced',
  kept: 'administrator-delete.requester-kept',
  others: 'administrator-delete.others-stand',
} as const;
