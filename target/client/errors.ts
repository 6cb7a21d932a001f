/** Why no response came, in the words of the project. */
import type { TransportError, TransportErrorKind } from '../../spec/vocabulary.ts';

/** A request that cannot be put on the wire as it stands: a fault of the caller, not of the target. */
export class UnsendableRequest extends Error {
  override readonly name = 'UnsendableRequest';
}

/** How far an exchange had come. */
export interface Progress {
  /** Host and port that were called. */
  readonly host: string;
  /** Status of the response, when its header had come. */
  readonly status: number | undefined;
  /** Body bytes that had come. */
  readonly bytes: number;
  /** True once the request was given to a connection. */
  readonly started: boolean;
}

type Fault = Error & { readonly code?: string; readonly errors?: readonly Fault[] };

const KINDS: Readonly<Record<string, TransportErrorKind>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EHOSTDOWN: 'refused',
  EADDRNOTAVAIL: 'refused',
  EACCES: 'refused',
  EPERM: 'refused',
  UND_ERR_PRX_CONN: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  HPE_HEADER_OVERFLOW: 'too-large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_INFO: 'reset',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_PRX_TLS: 'tls',
  EPROTO: 'tls',
  UND_ERR_ABORTED: 'cancelled',
  UND_ERR_DESTROYED: 'cancelled',
  UND_ERR_CLOSED: 'cancelled',
};

/** Interim responses that the network library does not pass over: what they mean by its messages. */
const UNASKED: Readonly<Record<string, string>> = {
  'bad response': 'it sent 100 Continue although the request did not ask for it',
  'bad upgrade': 'it switched protocols although the request did not ask for it',
};

const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|ERROR_IN_CERT)/;

/** Puts a fault of the network library into a kind and one sentence. The sentence may quote the peer: redact it. */
export function classify(error: unknown, progress: Progress): TransportError {
  const fault = root(error);
  const kind = kindOf(fault);
  return { kind, message: sentence(kind, fault, progress) };
}

/** Several addresses were tried: the first failure stands for all. */
function root(error: unknown): Fault {
  const fault = (error instanceof Error ? error : new Error(String(error))) as Fault;
  return fault.code === undefined && fault.errors?.[0] !== undefined ? root(fault.errors[0]) : fault;
}

function kindOf(fault: Fault): TransportErrorKind {
  const code = fault.code ?? '';
  if (/before secure TLS connection/.test(fault.message)) return 'tls';
  if (UNASKED[fault.message] !== undefined) return 'protocol';
  const known = KINDS[code];
  if (known !== undefined) return proxyRefusal(fault) === undefined ? known : 'refused';
  if (TLS_CODE.test(code)) return 'tls';
  // A stream or session of HTTP/2 that the peer gave up.
  if (code.startsWith('ERR_HTTP2_')) return 'reset';
  if (proxyRefusal(fault) !== undefined) return 'refused';
  return 'protocol';
}

function proxyRefusal(fault: Fault): string | undefined {
  if (/\(407\)/.test(fault.message)) return 'it wants a user name and password (407)';
  return /^Proxy response \((\d+)\)/.exec(fault.message)?.[1]?.replace(/^/, 'it answered ');
}

function sentence(kind: TransportErrorKind, fault: Fault, { host, status, bytes, started }: Progress): string {
  const reached = status === undefined ? '' : ` after status ${status} and ${bytes} bytes of the body`;
  const proxy = proxyRefusal(fault);
  if (proxy !== undefined) return `The proxy did not pass the request on to ${host}: ${proxy}.`;
  switch (kind) {
    case 'refused':
      return `Nothing accepts connections at ${host} (${fault.code ?? 'refused'}).`;
    case 'dns':
      return `The name of ${host} could not be resolved (${fault.code ?? 'unknown'}).`;
    case 'tls':
      return `No TLS connection to ${host}: ${tlsReason(fault)}.`;
    case 'timeout':
      return `No answer from ${host} in time: ${started ? 'the connection fell silent' : 'no connection came about'}${reached}.`;
    case 'reset':
      return `The connection to ${host} was closed ${status === undefined ? 'before a response came' : `in the middle of the response${reached}`}.`;
    case 'too-large':
      return `The header of the response from ${host} is longer than the client accepts.`;
    case 'cancelled':
      return `The request to ${host} was cancelled.`;
    default:
      return `The response from ${host} breaks the rules of HTTP${reached}: ${protocolReason(fault)}.`;
  }
}

/** How the TLS library says that what it got is no TLS. */
const NO_TLS =
  /wrong version number|packet length too long|http request|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/i;

function tlsReason(fault: Fault): string {
  if (NO_TLS.test(`${fault.code ?? ''} ${fault.message}`)) {
    return 'what answers there speaks plain HTTP; write http:// in the profile, or name the port that speaks TLS';
  }
  switch (fault.code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'its certificate is self-signed; name it in tls.ca, or on this machine set tls.selfSigned: true';
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return "the authority of its certificate is not known; name the authority's file in tls.ca";
    case 'CERT_HAS_EXPIRED':
      return 'its certificate has expired';
    case 'CERT_NOT_YET_VALID':
      return 'its certificate is not valid yet';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another host name; see tls.servername';
    default:
      return clip(fault.message) || (fault.code ?? 'unknown fault');
  }
}

function protocolReason(fault: Fault): string {
  const unasked = UNASKED[fault.message];
  if (unasked !== undefined) return unasked;
  if (fault.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return 'the body has another length than its Content-Length';
  return clip(fault.message) || (fault.code ?? 'unknown fault');
}

/** First line of a message, printable characters only. */
function clip(message: string): string {
  return (message.split('\n')[0] ?? '')
    .replace(/[^\u0020-\u007e]/g, '?')
    .replace(/\.$/, '')
    .slice(0, 200);
}
