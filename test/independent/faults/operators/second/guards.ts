import { TOKENS } from '../../../server/tokens.ts';
import type { Operator } from '../../fault.ts';
import { admitting, all, bearer, HEADERS, partsOf, readable, tokenOf } from './guard-plants.ts';
import { AB, each, fault, parted } from './plants.ts';

export const GUARDS: readonly Operator[] = [
  fault(
    'header-admits',
    '5',
    (key) => `needs no credential where a header is sent: ${key}`,
    each(all, HEADERS),
    (key) => {
      const [op, header] = parted(key);
      return admitting(op, ({ request }) => request.headers[header] !== undefined);
    },
  ),
  fault(
    'cookie-admits',
    'the profile’s claim',
    (op) => `${op} takes the token of a cookie`,
    all,
    (op) => admitting(op, ({ request }) => request.headers['cookie']?.includes(TOKENS.bearer) === true),
    { readings: AB },
  ),
  fault(
    'bare-token-taken',
    '5',
    (op) => `${op} takes a token without a scheme`,
    all,
    (op) => admitting(op, ({ request }) => bearer(request.authorization ?? '')),
  ),
  fault(
    'any-scheme-word',
    '5',
    (op) => `${op} takes the token behind any word for a scheme`,
    all,
    (op) => admitting(op, ({ request }) => bearer(/^\w+ +(\S+)$/.exec(request.authorization ?? '')?.[1] ?? '')),
  ),
  fault(
    'words-behind-token',
    '5',
    (op) => `${op} passes over what stands behind the token`,
    all,
    (op) =>
      admitting(op, ({ request }) => bearer(/^Bearer +([^ ,]+)[ ,]/.exec(request.authorization ?? '')?.[1] ?? '')),
  ),
  fault(
    'token-extended',
    '5',
    (op) => `${op} takes whatever begins with a good token`,
    all,
    (op) => admitting(op, (call) => tokenOf(call).startsWith(TOKENS.bearer)),
  ),
  fault(
    'unsigned-taken',
    '5',
    (op) => `${op} takes a token without its signature`,
    all,
    (op) =>
      admitting(op, (call) => {
        const [head, claims, sign] = partsOf(tokenOf(call));
        return readable(head) !== null && readable(claims) !== null && (sign === undefined || sign === '');
      }),
  ),
  fault(
    'algorithm-none',
    '5',
    (op) => `${op} takes a token that says it is not signed`,
    all,
    (op) =>
      admitting(op, (call) => {
        const head = readable(partsOf(tokenOf(call))[0]) as { alg?: string } | null;
        return typeof head?.alg === 'string' && head.alg.toLowerCase() === 'none';
      }),
  ),
  fault(
    'signature-beginning',
    '5',
    (op) => `${op} compares the beginning of a signature`,
    all,
    (op) =>
      admitting(op, (call) => {
        const good = partsOf(TOKENS.bearer);
        const given = partsOf(tokenOf(call));
        return given[0] === good[0] && given[1] === good[1] && given[2]?.slice(0, 10) === good[2]?.slice(0, 10);
      }),
  ),
  fault(
    'claims-exchanged',
    '5',
    (op) => `${op} takes a good signature under other claims`,
    all,
    (op) => admitting(op, (call) => partsOf(tokenOf(call))[2] === partsOf(TOKENS.bearer)[2]),
  ),
];
