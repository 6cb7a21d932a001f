/** Does the target look as the dialect says, where that can be seen for nothing: an element of the list, a 404? */

import { sentenceOf } from '../../reports/remark.ts';
import { valueAt } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Judgement } from '../../suites/engine/check.ts';
import { judgeSchema, parseJson } from '../../suites/judges/body.ts';
import { observed } from '../../suites/judges/judgement.ts';
import { judgeNotFoundBody } from '../../suites/judges/not-found.ts';
import { type Examination, look } from './examination.ts';
import { about, type Finding } from './finding.ts';

/** Findings about the first element of the SSL list and about the body of a 404. */
export async function examineDialect(examination: Examination, list: Exchange): Promise<Finding[]> {
  return [...listFindings(examination, list), ...(await notFoundFindings(examination))];
}

const say = about('dialect');

function listFindings({ contract, assumed }: Examination, list: Exchange): Finding[] {
  if (list.response?.status !== 200) return [];
  const parsed = parseJson(list.response);
  const elements = parsed.error === undefined ? parsed.value : undefined;
  const [first] = Array.isArray(elements) ? (elements as unknown[]) : [];
  if (first === undefined) {
    return [say('list element', 'unseen', 'The SSL list is empty, so it cannot be seen what its elements look like.')];
  }
  const findings: Finding[] = [];
  const [spec] = assumed.operation('ssl.list').success;
  const standing = contract.operation('ssl.list').success[0]?.standing;
  if (spec !== undefined) {
    const members = membersOf(assumed.schema('SSLIdentity'));
    const foreign = members.length > 0 && !members.some((name) => valueAt(first, `/${name}`) !== undefined);
    findings.push(
      finding(
        'list element',
        foreign
          ? observed({ what: 'differs', actual: `none of the members ${members.join(', ')}` })
          : judgeSchema(list, spec, contract.answer('response.null-members')),
        standing,
      ),
    );
  }
  const identity = contract.answer('ssl.list.identity');
  if (typeof identity?.value === 'string' && valueAt(first, identity.value) === undefined) {
    findings.push(
      say(
        'ssl.list.identity',
        state(identity.standing),
        `The elements of the SSL list have no member ${identity.value}; answer ssl.list.identity in the profile.`,
      ),
    );
  }
  return findings;
}

/** A schema without required members lets anything pass: that none of its members is there tells more. */
function membersOf(schema: JsonSchema): string[] {
  return typeof schema === 'object' ? Object.keys((schema['properties'] ?? {}) as object) : [];
}

async function notFoundFindings(examination: Examination): Promise<Finding[]> {
  const { contract, assumed, target } = examination;
  const named = target.facts.absent['person']?.['id'] ?? 2_147_000_001;
  const exchange = await look(examination, { service: 'admin', method: 'GET', target: `/api/person/v2/${named}` });
  const status = exchange.response?.status;
  if (status !== 404) {
    return [
      say(
        '404 body',
        'unseen',
        `A person that ought not to exist (${named}) was answered with ${status ?? 'nothing'}, not 404.`,
      ),
    ];
  }
  return [
    finding(
      '404 body',
      judgeNotFoundBody(exchange, assumed.answer('error.not-found.members')),
      contract.answer('error.not-found.members')?.standing,
    ),
  ];
}

/** What does not look as assumed is no fault of the target: the profile does not say how it looks. */
function finding(subject: string, judgement: Judgement, standing: string | undefined): Finding {
  const claimed = standing === 'claimed' || standing === 'contract';
  if (judgement.verdict === 'pass') {
    return say(subject, 'good', `Looks as the dialect ${claimed ? 'claims' : 'assumes'}.`);
  }
  const seen =
    judgement.reason === undefined
      ? `expected ${judgement.expected ?? 'another form'}, seen ${judgement.actual ?? 'none'}`
      : sentenceOf(judgement.reason).replace(/\.$/, '');
  return claimed
    ? say(subject, 'wrong', `Does not look as the profile claims: ${seen}.`)
    : say(
        subject,
        'doubt',
        `Does not look as assumed: ${seen}. Say in dialect how this target answers, and it is judged by that.`,
      );
}

function state(standing: 'claimed' | 'assumed'): 'wrong' | 'doubt' {
  return standing === 'claimed' ? 'wrong' : 'doubt';
}
