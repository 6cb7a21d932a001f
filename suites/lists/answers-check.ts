/** Whatever is asked of the SSL list, the answer has one form: a JSON array of at most `size` entries, with the total (contract 4.2). */
import { type Exchange, isClientError, type Operation } from '../../spec/index.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, fail, judgeHeader, judgeJsonShape, unshown } from '../judges/index.ts';
import { type Page, type Query, readPage } from './listing.ts';

const ANSWERS = 'ssl.list.paging.answers';

/** The form of the answers to queries with filters, to pages without a size, and to pages past the end. */
export const listAnswersCheck: Check = {
  id: ANSWERS,
  title: 'Every page of the SSL list, with any filter, is an array with its total',
  requirements: [ANSWERS],
  effect: 'observe',
  run: async (context) => {
    const list = context.contract.operation('ssl.list');
    const plain = await readPage(context, {}, 1, 0);
    const form = judgeForm(list, plain.exchange);
    if (form.verdict !== 'pass') {
      const open = unshown('earlier-step', { what: 'open', but: 'judged-apart' });
      context.record(ANSWERS, form.verdict === 'fail' ? open : form, {
        label: 'the plain list',
        exchange: plain.exchange,
      });
      return;
    }
    // One entry at least lies at position 1: nothing could be wrong with that.
    const whole: Asked[] =
      (plain.total ?? 0) < 2
        ? []
        : [{ label: 'position 1, no size', page: await readPage(context, {}, undefined, 1), sure: true }];
    for (const { label, page, size, sure } of [...whole, ...(await pagesOf(context, list))]) {
      const { exchange } = page;
      const judgement = judgePage(list, page, { size, sure });
      if (judgement !== undefined) context.record(ANSWERS, judgement, { label, exchange });
    }
  },
};

interface Limits {
  readonly size?: number | undefined;
  /** No permitted reading refuses it. */
  readonly sure?: boolean | undefined;
}

interface Asked extends Limits {
  readonly label: string;
  readonly page: Page;
}

async function pagesOf(context: CheckContext, list: Operation): Promise<Asked[]> {
  const asked: Asked[] = [{ label: 'past the end', page: await readPage(context, {}, 1, 2_000_000_000), size: 1 }];
  const single = narrowings(list);
  const [first] = single;
  // Two filters at a time, too: the first with one of each other parameter.
  const names = new Set(single.map(([name]) => name));
  const pairs = [...names].flatMap((name): Query[] => {
    const other = single.find((one) => one[0] === name);
    return first === undefined || other === undefined || name === first[0] ? [] : [Object.fromEntries([first, other])];
  });
  for (const query of [...single.map((one): Query => Object.fromEntries([one])), ...pairs]) {
    const words = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    asked.push({ label: `size 1, with ${words.join(' and ')}`, page: await readPage(context, query, 1, 0), size: 1 });
  }
  return asked;
}

/** Filters with values that surely are some of theirs. */
function narrowings({ parameters }: Operation): [name: string, value: string][] {
  return parameters.flatMap(({ name, schema }): [string, string][] => {
    if (typeof schema !== 'object' || ['size', 'position'].includes(name)) return [];
    const { enum: members, type, maximum } = schema;
    if (Array.isArray(members)) return members.map((member): [string, string] => [name, String(member)]);
    if (type === 'boolean') {
      return [
        [name, 'true'],
        [name, 'false'],
      ];
    }
    return typeof maximum === 'number' ? [[name, String(maximum)]] : [];
  });
}

/** Undefined for a refusal of what may be refused: whether a value must be accepted is another requirement's matter. */
function judgePage(list: Operation, page: Page, { size, sure }: Limits): Judgement | undefined {
  if (sure !== true && isClientError(page.status)) return undefined;
  const form = judgeForm(list, page.exchange);
  if (form.verdict !== 'pass' || size === undefined || page.items.length <= size) return form;
  return fail(`at most ${size} entries`, `${page.items.length} entries`);
}

function judgeForm(list: Operation, exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const [success] = list.success;
  if (success === undefined || response.status !== success.status)
    return fail(`status ${success?.status ?? 200}`, `status ${response.status}`);
  const shape = judgeJsonShape(exchange, 'array');
  if (shape.verdict !== 'pass') return shape;
  const wrong = success.headers.map(({ name, schema }) => judgeHeader(exchange, name, schema));
  return wrong.find(({ verdict }) => verdict !== 'pass') ?? shape;
}
