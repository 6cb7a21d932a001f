/** The classes of HTTP status codes (RFC 9110, section 15), as all rooms tell them; that of no answer is none of them. */

/** True for the status of a success. */
export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** True for the status of a client error: whatever it is, the request is said to be at fault. */
export function isClientError(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

/** True for a client error that is about the request itself: 429 tells of the load alone (RFC 6585, section 4). */
export function isRefusal(status: number | undefined): boolean {
  return isClientError(status) && status !== 429;
}

/** Somebody else is changing the entity, whatever has brought that about (RFC 4918, section 11.3). */
export const LOCKED = 423;

/**
 * True for a refusal that is about the state of an entity and not about the request: a conflict, what cannot be processed though it is
 * understood (RFC 9110, sections 15.5.10 and 15.5.21), a lock.
 */
export function isOfState(status: number | undefined): boolean {
  return status === 409 || status === 422 || status === LOCKED;
}
