/** How long the server's certificate is still good for. Whether it is trusted is told by the requests themselves. */
import { connect, type PeerCertificate } from 'node:tls';
import type { Profile } from '../../target/index.ts';
import { about, type Finding } from './finding.ts';

const DAY_MS = 86_400_000;
/** A certificate that ends sooner is worth a word. */
const SOON_DAYS = 14;

/** The finding about the certificate behind an https URL; none for other URLs, behind a proxy, or when no handshake comes about. */
export async function certificateFinding(profile: Profile, url: string, subject: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:' || profile.proxy !== undefined) return [];
  const seen = await handshake({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 443 : Number(port),
    servername: profile.tls.servername,
    timeoutMs: profile.limits.timeout.connect,
  });
  if (seen === undefined) return [];
  const say = about('connection');
  const until = Date.parse(seen.certificate.valid_to);
  const days = Math.floor((until - Date.now()) / DAY_MS);
  const ends = Number.isNaN(until) ? 'an unknown day' : new Date(until).toISOString().slice(0, 10);
  const text = `${seen.protocol}, certificate good until ${ends}`;
  if (days < 0) return [say(`${subject} TLS`, 'wrong', `The certificate ended on ${ends}; have it renewed.`)];
  return [
    say(
      `${subject} TLS`,
      days < SOON_DAYS ? 'doubt' : 'good',
      `${text}${days < SOON_DAYS ? `, only ${days} days more` : ''}.`,
    ),
  ];
}

interface Server {
  readonly host: string;
  readonly port: number;
  readonly servername: string | undefined;
  readonly timeoutMs: number;
}

function handshake(server: Server): Promise<{ protocol: string; certificate: PeerCertificate } | undefined> {
  const { host, port, servername, timeoutMs } = server;
  return new Promise((resolve) => {
    // Nothing is sent over this connection: it is made to read the certificate, also one that is not trusted.
    const name = servername ?? (/^[\d.]+$|:/.test(host) ? undefined : host);
    const socket = connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(name === undefined ? {} : { servername: name }),
    });
    const end = (value: { protocol: string; certificate: PeerCertificate } | undefined): void => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(timeoutMs, () => end(undefined));
    socket.once('error', () => end(undefined));
    socket.once('secureConnect', () =>
      end({ protocol: socket.getProtocol() ?? 'TLS', certificate: socket.getPeerCertificate() }),
    );
  });
}
