/** What the list shows of certificates that were handed over: their new requester, and all else as it was (contract 4.2, 4.5, claim ssl.list.filter-members). */
import { isDeepStrictEqual } from 'node:util';
import { type Contract, valueAt } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { fail, PASS, warn } from '../judges/index.ts';
import { type FilterMember, fits } from '../lists/members.ts';
import { readbacks } from '../subject/returned.ts';
import type { Requested } from './requesters.ts';

/** What a certificate is made of, by the filters that look for it: no time that goes by and no renewal changes it. */
const OWN = [
  'commonName',
  'issuer',
  'serialNumber',
  'signatureAlgorithm',
  'keyAlgorithm',
  'keySize',
  'keyParam',
  'sha1Hash',
  'md5Hash',
  'sha256Hash',
  'keyUsage',
  'extendedKeyUsage',
] as const;

/** The claimed places of the members that filters look at; none where they are assumed. */
function membersIn(contract: Contract): Readonly<Record<string, FilterMember>> {
  const answer = contract.answer('ssl.list.filter-members');
  return answer?.standing === 'claimed' ? (answer.value as Readonly<Record<string, FilterMember>>) : {};
}

/** True where each certificate that the word finds shows it; also where nobody says where a requester shows. */
export function showsRequester(contract: Contract, { word, entries }: Requested, keys: readonly string[]): boolean {
  const member = membersIn(contract)['requester'];
  return member === undefined || keys.every((key) => !entries.has(key) || fits(entries.get(key), word, member));
}

/** Judges that certificates show the requester whom they showed before, where it is claimed that they show one: that a word finds them may say of a part only. Pure. */
export function judgeShownStill(contract: Contract, before: Requested, now: Requested): Judgement {
  const pointer = membersIn(contract)['requester']?.pointer;
  const [was, is] = [before, now].map(({ entries }) =>
    before.keys.map((key) => (pointer === undefined ? undefined : valueAt(entries.get(key), pointer))),
  );
  const at = before.keys.findIndex((_, n) => !isDeepStrictEqual(was?.[n], is?.[n]));
  if (at < 0) return PASS;
  const [shown, other] = [was?.[at], is?.[at]].map((value) => JSON.stringify(value) ?? 'nothing');
  return fail(`certificates show the requester ${shown} at ${pointer}, as before`, `${before.keys[at]} shows ${other}`);
}

/** Judges certificates by what they showed before they were handed over and what they show with their new requester. Pure. */
export function judgeHandedOver(contract: Contract, before: Requested, now: Requested): Judgement {
  const members = membersIn(contract);
  const { requester } = members;
  if (requester !== undefined && !showsRequester(contract, now, before.keys)) {
    const found = before.keys.map((key) => now.entries.get(key)).find((one) => !fits(one, now.word, requester));
    const shown = JSON.stringify(valueAt(found, requester.pointer)) ?? 'nothing';
    return fail(`what requester=${now.word} finds shows it at ${requester.pointer}`, `it shows ${shown}`);
  }
  const written = new Set(readbacks(contract, contract.operation('ssl.update')).map(({ read }) => read));
  for (const name of OWN) {
    const pointer = members[name]?.pointer;
    if (pointer === undefined || written.has(pointer)) continue;
    for (const key of before.keys) {
      const [was, is] = [before, now].map(({ entries }) => valueAt(entries.get(key), pointer));
      if (was === undefined || was === null || was === '' || isDeepStrictEqual(was, is)) continue;
      return fail(
        `the certificate ${key} shows ${pointer} = ${JSON.stringify(was)}, as before it had a new requester`,
        `it shows ${JSON.stringify(is) ?? 'nothing'}`,
      );
    }
  }
  return judgeStates(
    Object.entries(members).flatMap(([name, { pointer }]) =>
      OTHERS.has(name) || OWN.some((own) => own === name) || written.has(pointer) ? [] : [pointer],
    ),
    before,
    now,
  );
}

/** Filters about who asked for a certificate, and those about moments, which go by. */
const OTHERS: ReadonlySet<string> = new Set([
  'requester',
  'externalRequester',
  'expiresIn',
  'renewed',
  'renewedIn',
  'requestedIn',
  'issuedIn',
]);

/** So many of them come to show something else together: one alone may have moved on by itself. */
const TOGETHER = 2;

/** A state may change by itself, and 4.5 does not say that a server has nothing else to do for the new requester: no more than warned of. */
function judgeStates(pointers: readonly string[], before: Requested, now: Requested): Judgement {
  for (const pointer of pointers) {
    const changed = before.keys.filter((key) => {
      const [was, is] = [before, now].map(({ entries }) => valueAt(entries.get(key), pointer));
      return now.entries.has(key) && was !== undefined && !isDeepStrictEqual(was, is);
    });
    if (changed.length < TOGETHER) continue;
    const [first] = changed;
    const is = first === undefined ? undefined : valueAt(now.entries.get(first), pointer);
    return warn(
      `certificates show ${pointer} as before they had a new requester`,
      `${changed.length} of ${before.keys.length} show another one, such as ${JSON.stringify(is) ?? 'nothing'}`,
    );
  }
  return PASS;
}
