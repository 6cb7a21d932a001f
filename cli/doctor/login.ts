/** One good login to the legacy actions: more would only wear the account out and count against its rate limit. */
import { readEnvelope } from '../../suites/judges/envelope.ts';
import { LOGIN, wireOf } from '../../suites/legacy/call.ts';
import { field } from '../../suites/legacy/form.ts';
import type { Fixture } from '../../target/index.ts';
import { type Examination, endOf, look } from './examination.ts';
import { about, type Finding } from './finding.ts';
import { nameOf } from './fixtures.ts';

/** Asks for the state of one order with the profile's login. `good` is false when the login was certainly refused. */
export async function examineLogin(examination: Examination): Promise<{ findings: Finding[]; good: boolean }> {
  const { profile, contract, target } = examination;
  const { legacy } = profile;
  const say = about('legacy login');
  if (legacy === undefined) return { findings: [], good: true };
  if (!target.facts.legacy.configured) {
    return {
      findings: [say('legacy.loginName', 'wrong', 'The profile names no login; add loginName and loginPassword.')],
      good: false,
    };
  }
  const orders = profile.fixtures.filter(({ kind }) => kind === 'order');
  const [order] = orders;
  const operation = contract.operation('legacy.order-status');
  const number = order?.ids['orderNumber'] ?? '1';
  const call = { label: 'doctor', fields: [...LOGIN, field('orderNumber', number)] };
  const exchange = await look(examination, wireOf(operation, call));
  const others = orders.length > 1 ? ` Only one order was looked at, as each look costs a login.` : '';
  if (exchange.response === undefined) {
    return {
      findings: [say('legacy.loginName', 'wrong', `One login was tried, and got no answer: ${endOf(exchange)}`)],
      good: false,
    };
  }
  const { outcome, code, message = '' } = readEnvelope(exchange.response, 'json');
  if (outcome === 'success') {
    const findings = [say('legacy.loginName', 'good', `One login was tried, and accepted.${others}`)];
    if (order !== undefined) findings.push(about('fixtures')(nameOf(order), 'good', 'Its state was answered.'));
    return { findings, good: true };
  }
  if (outcome === 'unclear') {
    return {
      findings: [
        say(
          'legacy.loginName',
          'doubt',
          `One login was tried; the answer (${endOf(exchange)}) is no documented envelope.`,
        ),
      ],
      good: true,
    };
  }
  return { findings: refusal({ code, message, order, examination }), good: !isLoginRefusal(examination, code) };
}

interface Refused {
  readonly code: number | undefined;
  readonly message: string;
  readonly order: Fixture | undefined;
  readonly examination: Examination;
}

function refusal({ code, message, order, examination }: Refused): Finding[] {
  const said = `${code ?? 'no code'}${message === '' ? '' : `: ${message}`}`;
  const say = about('legacy login');
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
