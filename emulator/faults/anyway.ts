/** The fault of refusing a credential only after the work is done. */
export const APPLIED_ANYWAY = 'applied-without-credential';
