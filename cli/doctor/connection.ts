/** Can the target be reached, is its certificate in order, does its clock agree with ours, are the credentials good? */

import { memberHint } from '../../reports/hints.ts';
import { isSuccess } from '../../spec/status.ts';
import { type Exchange, header, wholeResponse } from '../../spec/vocabulary.ts';
import type { Credential } from '../../target/index.ts';
import { lookAtAdmin, type Trouble } from '../preflight.ts';
import { type Examination, endOf, look } from './examination.ts';
import { about, type Finding } from './finding.ts';
import { certificateFinding } from './tls.ts';

/** A clock that is further off than this makes tokens look expired or not yet valid. Seconds. */
const CLOCK_LIMIT_S = 60;

/** Entries of the SSL list that are asked for: enough to see what they look like, and which could be fixtures. */
const ENTRIES_SHOWN = 5;

/** The findings, the first page of the SSL list when it was had, and whether anything answered at all. */
export interface ConnectionReport {
  readonly findings: readonly Finding[];
  readonly list: Exchange | undefined;
  readonly reached: boolean;
  readonly authorised: boolean;
  readonly secondAuthorised: boolean;
}

/** Looks at both services and both credentials with harmless reads. */
export async function examineConnection(examination: Examination): Promise<ConnectionReport> {
  const { profile } = examination;
  const findings: Finding[] = [];
  const connection = about('connection');
  let list: Exchange | undefined;
  let reached = false;
  let trouble: Trouble | undefined;
  if (profile.admin !== undefined) {
    list = await readList(examination, profile.admin.bearer === undefined ? 'none' : 'primary');
    reached ||= wholeResponse(list) !== undefined;
    // What would keep a run from beginning is found here, too.
    trouble = (await lookAtAdmin(examination.target, profile, examination.contract)).trouble;
    findings.push(
      wholeResponse(list) === undefined
        ? connection('admin.url', 'wrong', `${profile.admin.url} gives no answer: ${endOf(list)}`)
        : trouble?.subject === 'admin.url'
          ? connection('admin.url', 'wrong', `The target ${trouble.text}`)
          : connection('admin.url', 'good', `${profile.admin.url} answers in ${Math.round(list.durationMs)} ms.`),
      ...(await certificateFinding(profile, profile.admin.url, 'admin.url')),
    );
  }
  if (profile.legacy !== undefined) {
    // The contract knows no GET there, so any answer at all shows that somebody listens.
    const exchange = await look(examination, { service: 'legacy', method: 'GET', target: '/' });
    reached ||= wholeResponse(exchange) !== undefined;
    findings.push(
      wholeResponse(exchange) === undefined
        ? connection('legacy.url', 'wrong', `${profile.legacy.url} gives no answer: ${endOf(exchange)}`)
        : connection('legacy.url', 'good', `${profile.legacy.url} answers in ${Math.round(exchange.durationMs)} ms.`),
      ...(await certificateFinding(profile, profile.legacy.url, 'legacy.url')),
    );
  }
  if (list?.response !== undefined) findings.push(...clockFindings(list));
  const credentials = list?.response === undefined ? [] : await examineCredentials(examination, list, trouble);
  const good = (subject: string): boolean =>
    credentials.some((finding) => finding.subject === subject && finding.state !== 'wrong');
  return {
    findings: [...findings, ...credentials],
    list,
    reached,
    authorised: good('admin.bearer') && trouble === undefined,
    secondAuthorised: good('admin.second'),
  };
}

function readList(examination: Examination, credential: Credential): Promise<Exchange> {
  const { path } = examination.contract.operation('ssl.list');
  return look(examination, { service: 'admin', method: 'GET', target: `${path}?size=${ENTRIES_SHOWN}`, credential });
}

function clockFindings({ response, startedAt, durationMs }: Exchange): Finding[] {
  const clock = about('clock');
  const date = Date.parse(header(response?.headers ?? [], 'date') ?? '');
  if (Number.isNaN(date))
    return [clock('Date header', 'unseen', 'The target sends no date, so its clock cannot be seen.')];
  const ahead = Math.round((date - (startedAt + durationMs / 2)) / 1000);
  const apart = Math.abs(ahead);
  if (apart <= 2) return [clock('Date header', 'good', 'The clocks of the target and of this machine agree.')];
  const text = `The target’s clock is ${apart} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine’s`;
  return apart <= CLOCK_LIMIT_S
    ? [clock('Date header', 'good', `${text}, which does no harm.`)]
    : [clock('Date header', 'wrong', `${text}: tokens may look expired or not yet valid; set both by a time server.`)];
}

async function examineCredentials(
  examination: Examination,
  list: Exchange,
  trouble: Trouble | undefined,
): Promise<Finding[]> {
  const { admin } = examination.profile;
  const say = about('credentials');
  if (admin === undefined) return [];
  if (admin.bearer === undefined) {
    return [
      say(
        'admin.bearer',
        'wrong',
        'The profile names none: only that requests without one are refused can be shown.',
        memberHint(['admin.bearer']),
      ),
    ];
  }
  const findings = [
    trouble?.subject === 'admin.bearer' && list.response?.status !== 401
      ? say('admin.bearer', 'wrong', `The target ${trouble.text}`)
      : credentialFinding('admin.bearer', admin.role, list),
  ];
  if (admin.second === undefined) {
    findings.push(
      say(
        'admin.second',
        'doubt',
        'No second administrator is named: role restrictions cannot be shown.',
        memberHint(['admin.second.bearer', 'admin.second.role']),
      ),
    );
  } else {
    const second = await readList(examination, 'second');
    findings.push(credentialFinding('admin.second', admin.second.role, second));
    if (admin.second.role === undefined) {
      findings.push(
        say(
          'admin.second.role',
          'doubt',
          'Its role is not stated: role restrictions cannot be shown.',
          memberHint(['admin.second.role']),
        ),
      );
    }
  }
  const without = await readList(examination, 'none');
  if ((without.response?.status ?? 0) < 300 && without.response !== undefined) {
    findings.push(
      say(
        'no credential',
        'doubt',
        `The list is answered without any credential too (${endOf(without)}), so that a credential is accepted shows nothing.`,
      ),
    );
  }
  return findings;
}

function credentialFinding(subject: string, role: string | undefined, exchange: Exchange): Finding {
  const say = about('credentials');
  const status = exchange.response?.status ?? 0;
  const named = role === undefined ? '' : ` (role ${role} by the profile)`;
  if (isSuccess(status)) return say(subject, 'good', `Accepted${named}.`);
  if (status === 401)
    return say(subject, 'wrong', `Refused with 401${named}: the token is wrong or expired; get a new one.`);
  if (status === 403) return say(subject, 'doubt', `Recognised, but it may not read the SSL list (403)${named}.`);
  return say(
    subject,
    'doubt',
    `The SSL list was answered with ${endOf(exchange)}, so it cannot be told whether it is accepted.`,
  );
}
