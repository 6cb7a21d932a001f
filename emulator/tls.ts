import { generate } from 'selfsigned';

/** A certificate with its private key, PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

let made: Promise<ServerCertificate> | undefined;

/** The self-signed certificate for `localhost` and the loopback addresses; one per process, valid for a day or so. */
export function serverCertificate(): Promise<ServerCertificate> {
  made ??= make();
  return made;
}

async function make(): Promise<ServerCertificate> {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { cert: pems.cert, key: pems.private };
}
