/** Certificates for a server that shows a good one first and a bad one later. */
import { type Identity, identity } from '../../target/support/certificates.ts';

export interface Certificates {
  /** The authority to name in `tls.ca`. */
  readonly authority: string;
  readonly trusted: Identity;
  readonly selfSigned: Identity;
  readonly expired: Identity;
}

/** Makes a fresh authority and one certificate of each sort. */
export async function certificates(): Promise<Certificates> {
  const authority = await identity({ names: ['an authority'], authority: true });
  return {
    authority: authority.cert,
    trusted: await identity({ by: authority }),
    selfSigned: await identity(),
    expired: await identity({ by: authority, notAfter: new Date(Date.now() - 3_600_000) }),
  };
}
