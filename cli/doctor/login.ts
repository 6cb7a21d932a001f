/** One good login to the legacy actions, at a path that is served: more would only wear the account out and count against its rate limit. */
import { memberHint } from '../../reports/hints.ts';
import { readEnvelope } from '../../suites/judges/envelope.ts';
import { field, LOGIN, wireOf } from '../../suites/legacy/call.ts';
import type { Reply } from '../../suites/legacy/replies.ts';
import { declaredPaths, isServed, statusOperations } from '../../suites/legacy/status/control.ts';
import type { Fixture } from '../../target/index.ts';
import { type Examination, endOf, look } from './examination.ts';
import { about, type Finding } from './finding.ts';
import { nameOf } from './fixtures.ts';

/** Asks for the state of one order with the profile's login. `good` is false when the login was certainly refused. */
export async function examineLogin(examination: Examination): Promise<{ findings: Finding[]; good: boolean }> {
  const { profile, target } = examination;
  if (profile.legacy === undefined) return { findings: [], good: true };
  if (!target.facts.legacy.configured) {
    return {
      findings: [
        say(
          'legacy.loginName',
          'wrong',
          'The profile names no login.',
          memberHint(['legacy.loginName', 'legacy.loginPassword']),
        ),
      ],
      good: false,
    };
  }
  const orders = profile.fixtures.filter(({ kind, traits }) => kind === 'order' && traits['foreign'] !== true);
  const [order] = orders;
  const { unserved, answered } = await firstServed(examination, order);
  if (answered === undefined) {
    const tried = unserved.map(({ operation, exchange }) => `${endOf(exchange)} at ${operation.path}`).join(', ');
    const text = `The order status action is not served: ${tried}; check legacy.url.`;
    return { findings: [say('legacy.status.paths', 'wrong', text)], good: true };
  }
  const findings = unserved.flatMap((reply) => declaredFindings(examination, reply));
  const { exchange, operation, reading } = answered;
  // Which of the two paths is served is open, so that one is not needs no mending.
  const at = unserved.length === 0 ? '' : ` at ${operation.path}, the one path that is served`;
  if (exchange.response === undefined || reading === undefined) {
    const text = `One login was tried${at}, and got no answer: ${endOf(exchange)}`;
    return { findings: [...findings, say('legacy.loginName', 'wrong', text)], good: false };
  }
  const { outcome, code, message = '' } = reading;
  if (outcome === 'success') {
    const others = orders.length > 1 ? ` Only one order was looked at, as each look costs a login.` : '';
    findings.push(say('legacy.loginName', 'good', `One login was tried${at}, and accepted.${others}`));
    if (order !== undefined) findings.push(about('fixtures')(nameOf(order), 'good', 'Its state was answered.'));
    return { findings, good: true };
  }
  if (outcome === 'unclear') {
    const text = `One login was tried${at}; the answer (${endOf(exchange)}) is no documented envelope.`;
    return { findings: [...findings, say('legacy.loginName', 'doubt', text)], good: true };
  }
  findings.push(...refusal({ code, message, order, examination }));
  return { findings, good: !isLoginRefusal(examination, code) };
}

const say = about('legacy login');

/** The first path that answers as the action does, and those before it that do not. What is declared unserved is not asked. */
async function firstServed(
  examination: Examination,
  order: Fixture | undefined,
): Promise<{ unserved: Reply[]; answered?: Reply }> {
  const unserved: Reply[] = [];
  const call = { label: 'doctor', fields: [...LOGIN, field('orderNumber', order?.ids['orderNumber'] ?? '1')] };
  for (const operation of statusOperations(examination.contract)) {
    const exchange = await look(examination, wireOf(operation, call));
    const reading = exchange.response === undefined ? undefined : readEnvelope(exchange.response, 'json');
    const reply: Reply = { operation, call, conditions: [], exchange, reading, throttled: false };
    if (isServed(reply)) return { unserved, answered: reply };
    unserved.push(reply);
  }
  return { unserved };
}

function declaredFindings({ contract }: Examination, { operation, exchange }: Reply): Finding[] {
  if (declaredPaths(contract)?.includes(operation.path) !== true) return [];
  const text = `${operation.path} is declared to be served, but was answered with ${endOf(exchange)}; mend the answer legacy.status.paths.`;
  return [say('legacy.status.paths', 'wrong', text)];
}

interface Refused {
  readonly code: number | undefined;
  readonly message: string;
  readonly order: Fixture | undefined;
  readonly examination: Examination;
}

function refusal({ code, message, order, examination }: Refused): Finding[] {
  const said = `${code ?? 'no code'}${message === '' ? '' : `: ${message}`}`;
  if (isLoginRefusal(examination, code)) {
    return [
      say(
        'legacy.loginName',
        'wrong',
        `One login was tried, and refused (${said}); check loginName, loginPassword, and that the account is not locked.`,
      ),
    ];
  }
  const findings = [
    say(
      'legacy.loginName',
      'doubt',
      `One login was tried; the answer was an error (${said}) that need not be about the login.`,
    ),
  ];
  if (order !== undefined) {
    findings.push(about('fixtures')(nameOf(order), 'doubt', `Its state was not answered (${said}); it may not exist.`));
  }
  return findings;
}

function isLoginRefusal({ contract }: Examination, code: number | undefined): boolean {
  const codes = contract.answer('legacy.codes')?.value as Readonly<Record<string, number>> | undefined;
  return code !== undefined && codes?.['authentication-failed'] === code;
}
