/** The names of HTTP statuses. */

/** By status. Asked for like this, since an import of all that `node:http` has loads a client and web sockets, which nobody here needs. */
export const { STATUS_CODES } = process.getBuiltinModule('node:http');
