/** Deleting an administrator, with and without someone to take over as certificate requester (contract 4.5). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Contract, Operation, Parameter } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Fixture, Lease } from '../../target/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/check.ts';
import { have, inconclusive, isLack, type Lack, lacking } from '../engine/unavailable.ts';
import { answerOf } from '../judges/transport.ts';
import { judgeNeighbour } from '../lifecycles/lifecycle-judges.ts';
import { type Eye, eyeOn } from '../lifecycles/look.ts';
import { type Watched, watchNeighbours } from '../lifecycles/neighbours.ts';
import { absentId } from '../requests/absent.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { toWire } from '../requests/wire.ts';
import { hasAll, hasNone, judgeReplaced, judgeStays, requestedBy, requestedUntil, wordOf } from './requesters.ts';

const ID = {
  own: 'administrator-delete.own-id',
  template: 'administrator-delete.template',
  belowMinimum: 'administrator-delete.below-minimum',
  unknown: 'administrator-delete.unknown-replacement',
  replaced: 'administrator-delete.with-replacement',
  types: 'administrator-delete.each-type',
  passed: 'administrator-delete.requester-replaced',
  kept: 'administrator-delete.requester-kept',
  others: 'administrator-delete.others-stand',
} as const;

/** One DELETE with a replacement, and whether its administrator was there afterwards. */
export interface Deletion {
  readonly label: string;
  readonly exchange: Exchange;
  /** Status of the GET afterwards; 0 when no answer came. */
  readonly after: number;
}

/** The check of `replacingRequesterId`; undefined when the operation has no such parameter. */
export function administratorDeletionCheck(contract: Contract): Check | undefined {
  const operation = contract.operation('admin.delete');
  const parameter = operation.parameters.find(
    ({ in: place, reference }) => place === 'query' && reference === 'administrator',
  );
  if (parameter === undefined) return undefined;
  return {
    id: 'administrator-delete.replacement',
    title: 'An administrator is deleted with a fit replacement only, and nobody else with it',
    requirements: Object.values(ID),
    effect: 'destroy',
    run: (context) => run(context, operation, parameter),
  };
}

async function run(context: CheckContext, operation: Operation, parameter: Parameter): Promise<void> {
  const { session } = context;
  const open = (id: string, lack: Lack): void => context.record(id, inconclusive(lack), { label: 'fixtures' });
  const standard = session.target
    .fixtures()
    .some((one) => one.kind === 'administrator' && one.traits['type'] === 'STANDARD');
  const successor = have(
    await session.fixture({
      kind: 'administrator',
      effect: 'observe',
      where: (one) => (standard ? one.traits['type'] === 'STANDARD' : !isTemplate(one)),
      as: standard ? 'of type STANDARD' : 'that is no template',
    }),
  );
  const template = session.target.fixtures().find((one) => one.kind === 'administrator' && isTemplate(one));
  const minimum = typeof parameter.schema === 'object' ? Number(parameter.schema['minimum'] ?? 1) : 1;
  const bad: readonly (readonly [id: string, value: string | undefined])[] = [
    [ID.own, 'own'],
    [ID.belowMinimum, String(minimum - 1)],
    [ID.template, template === undefined ? undefined : String(template.ids['id'])],
    [ID.unknown, absentId(session, 'administrator', parameter)],
  ];
  const victims = new Victims(context, operation, parameter, [
    successor,
    ...(template === undefined ? [] : [template]),
  ]);
  const found: (readonly [id: string, deletion: Deletion])[] = [];
  for (const [id, value] of bad) {
    if (value === undefined) continue;
    const deletion = await victims.delete(value);
    if (isLack(deletion)) open(id, deletion);
    else found.push([id, deletion]);
  }
  const good = await recordReplaced(context, victims, successor);
  const control = isLack(good) ? good : { ...good, accepted: isAccepted(good.exchange) };
  for (const [id, deletion] of found) {
    const judgement =
      id === ID.unknown ? judgeUnknown(deletion) : judgeBad(deletion, !isLack(control) && control.accepted);
    context.record(id, judgement, { label: deletion.label, exchange: deletion.exchange });
    if (id === ID.unknown) {
      context.observe(id, { silence: 'entity.reference-unknown', value: deletion.exchange.response?.status ?? null });
    }
  }
  if (template === undefined) {
    open(ID.template, session.short({ kind: 'administrator', effect: 'observe', traits: { template: true } }));
  }
  if (isLack(good)) for (const id of [ID.replaced, ID.types]) open(id, good);
  else {
    for (const id of [ID.replaced, ID.types])
      context.record(id, judgeGood(good), { label: good.label, exchange: good.exchange });
    await recordEachType(context, victims, successor);
  }
  await recordKept(context, victims);
  await victims.judgeOthers();
}

/** Deletes with a fit replacement, and looks who has the certificates then. */
async function recordReplaced(context: CheckContext, victims: Victims, successor: Fixture): Promise<Deletion | Lack> {
  const victim = await victims.take();
  if (isLack(victim)) {
    context.record(ID.passed, inconclusive(victim), { label: 'fixtures' });
    return victim;
  }
  const word = wordOf(victim.lease.fixture);
  const before = word === undefined ? undefined : await requestedBy(context, word);
  const heir = wordOf(successor);
  const own = heir === undefined ? undefined : await requestedBy(context, heir);
  const deletion = await victims.delete(String(successor.ids['id']));
  if (word === undefined || before === undefined || before.keys.length === 0) {
    const reason = nothingShows(word);
    context.record(ID.passed, { verdict: 'observed', reason }, { label: 'certificates of the deleted one' });
    return deletion;
  }
  if (isLack(deletion) || !isAccepted(deletion.exchange)) {
    const reason = 'No administrator was deleted.';
    context.record(ID.passed, { verdict: 'inconclusive', cause: 'control-refused', reason }, { label: word });
    return deletion;
  }
  // A text that finds them already would find them in any case.
  const telling = own !== undefined && hasNone(own, before.keys) ? heir : undefined;
  const old = await requestedUntil(context, word, (now) => hasNone(now, before.keys));
  const now =
    telling === undefined ? undefined : await requestedUntil(context, telling, (one) => hasAll(one, before.keys));
  const judgement = judgeReplaced(before, { old, new: now, named: telling !== undefined });
  context.record(ID.passed, judgement, {
    label: `${deletion.label}, certificates of ${word}`,
    exchange: deletion.exchange,
  });
  return deletion;
}

/** Only templates may not take over (4.5): administrators of the other types may. */
async function recordEachType(context: CheckContext, victims: Victims, done: Fixture): Promise<void> {
  const { session, contract } = context;
  const types = contract.machines.find(({ id }) => id === 'administrator-type')?.states ?? [];
  const lent = session.target.fixtures().filter((one) => one.kind === 'administrator' && !isTemplate(one));
  for (const type of types.filter((one) => one !== done.traits['type'])) {
    const fits = ({ traits, allow }: Fixture): boolean => traits['type'] === type && allow !== 'destroy';
    if (!lent.some(fits)) continue;
    const where = (one: Fixture): boolean => fits(one) && !isTemplate(one);
    const successor = await session.fixture({ kind: 'administrator', effect: 'observe', where });
    const deletion = isLack(successor) ? successor : await victims.delete(String(successor.ids['id']));
    if (isLack(deletion)) context.record(ID.types, inconclusive(deletion), { label: type });
    else
      context.record(ID.types, judgeGood(deletion), {
        label: `${deletion.label}, of type ${type}`,
        exchange: deletion.exchange,
      });
  }
}

/** Without a replacement the requester stays (4.5); and whoever else was replaced, it stayed that of this one before. */
async function recordKept(context: CheckContext, victims: Victims): Promise<void> {
  const victim = await victims.take();
  if (isLack(victim)) return context.record(ID.kept, inconclusive(victim), { label: 'fixtures' });
  const word = wordOf(victim.lease.fixture);
  const before = word === undefined ? undefined : await requestedBy(context, word);
  if (word === undefined || before === undefined || before.keys.length === 0) {
    const reason = nothingShows(word);
    return context.record(ID.kept, { verdict: 'observed', reason }, { label: 'certificates of the deleted one' });
  }
  const deletion = await victims.delete('nobody');
  if (isLack(deletion) || !isAccepted(deletion.exchange)) {
    const reason = 'No administrator was deleted.';
    return context.record(ID.kept, { verdict: 'inconclusive', cause: 'control-refused', reason }, { label: word });
  }
  // What a server does to certificates it may do a moment later.
  await pause(context.session.target.facts.settleMs * MOMENT);
  const after = await requestedUntil(context, word, (now) => hasAll(now, before.keys));
  const { exchange } = deletion;
  context.record(ID.kept, judgeStays(before, after), { label: `no replacement, certificates of ${word}`, exchange });
}

/** Part of the time in which changes show. */
const MOMENT = 0.125;

function nothingShows(word: string | undefined): string {
  return word === undefined
    ? 'Nobody says by what text the list finds the certificates of the deleted one; give administrators the trait requester.'
    : `The list shows no certificate that ${word} requested.`;
}

/** The disposable administrators of one check, one after the other, and those that must outlive them. */
class Victims {
  readonly #context: CheckContext;
  readonly #operation: Operation;
  readonly #parameter: Parameter;
  readonly #survivors: readonly Eye[];
  readonly #watched: Watched[] = [];
  #victim: { readonly lease: Lease; readonly eye: Eye } | undefined;
  readonly #deleted = new Set<string>();
  readonly #used = new Set<Fixture>();

  constructor(context: CheckContext, operation: Operation, parameter: Parameter, survivors: readonly Fixture[]) {
    this.#context = context;
    this.#operation = operation;
    this.#parameter = parameter;
    const reader = context.contract.operation('admin.read');
    this.#survivors = survivors.map((fixture) => eyeOn(context.send, context.session, reader, fixture));
  }

  /** Deletes with a replacement: an id, or what names none of the others. */
  async delete(replacement: string | 'own' | 'nobody'): Promise<Deletion | Lack> {
    const victim = await this.take();
    if (isLack(victim)) return victim;
    const { lease, eye } = victim;
    const value = replacement === 'own' ? String(lease.fixture.ids['id']) : replacement;
    const request = compose(this.#operation, {
      path: pathOf(this.#operation, lease.fixture),
      query: replacement === 'nobody' ? [] : [[this.#parameter.name, value]],
      label: 'delete',
    });
    await lease.consume();
    const exchange = await this.#context.send(toWire(request, { session: this.#context.session }));
    const status = exchange.response?.status ?? 0;
    const accepted = status >= 200 && status < 300;
    const look = await eye.until('gone', (seen) => !accepted || seen.status === 404);
    if (look.status !== 200) {
      this.#victim = undefined;
      await lease.release();
    }
    if (accepted) this.#deleted.add(`administrator ${lease.fixture.ids['id']}`);
    return { label: `${this.#parameter.name} = ${value}`, exchange, after: look.status };
  }

  /** Those who were named or stood by must still be there. */
  async judgeOthers(): Promise<void> {
    if (this.#deleted.size === 0) {
      const reason = 'No administrator was deleted.';
      this.#context.record(ID.others, { verdict: 'inconclusive', cause: 'earlier-step', reason }, { label: 'others' });
      return;
    }
    for (const eye of this.#survivors) {
      const { exchange, status } = await eye.look();
      const hidden = status !== 200 && isTemplate(eye.fixture);
      // A template may be invisible to these operations at any time (silence admin.template.visible).
      if (hidden) continue;
      const { judgement } = answerOf(exchange);
      const verdict: Judgement = judgement ?? {
        verdict: status === 200 ? 'pass' : 'fail',
        expected: `the administrator ${eye.fixture.ids['id']} still stands`,
        actual: `its GET answers ${status}`,
      };
      this.#context.record(ID.others, verdict, { label: `administrator ${eye.fixture.ids['id']}`, exchange });
    }
    for (const { name, after } of this.#watched) {
      const look = this.#deleted.has(name) ? undefined : await after();
      if (look === undefined) continue;
      const { exchange } = look;
      this.#context.record(ID.others, judgeNeighbour(name, exchange), { label: name, exchange });
    }
  }

  /** The administrator that is deleted next; best one whose certificates can be found. */
  async take(): Promise<{ readonly lease: Lease; readonly eye: Eye } | Lack> {
    if (this.#victim !== undefined) return this.#victim;
    const { session, contract, send } = this.#context;
    // Far from those that others delete first, so that its neighbours stand when they are looked at.
    const disposable = session.target
      .fixtures()
      .filter((one) => one.kind === 'administrator' && one.allow === 'destroy' && !isTemplate(one));
    const far = disposable.slice(Math.floor(disposable.length / 2));
    const need = { kind: 'administrator', effect: 'destroy' } as const;
    const requesters = disposable.filter((one) => wordOf(one) !== undefined);
    const best = [far.filter((one) => requesters.includes(one)), requesters, far].find((some) =>
      some.some((one) => !this.#used.has(one)),
    );
    const first = await session.lease({ ...need, where: (one) => best?.includes(one) === true });
    const lease =
      'fixture' in first
        ? first
        : await session.lease({ ...need, where: (one) => !isTemplate(one), as: 'that is no template' });
    if (!('fixture' in lease)) return lacking(lease.why);
    this.#used.add(lease.fixture);
    session.onClose(() => lease.release());
    const eye = eyeOn(send, session, contract.operation('admin.read'), lease.fixture);
    const look = await eye.look();
    if (look.status !== 200) {
      await lease.consume();
      const ids = String(lease.fixture.ids['id']);
      return lacking({ what: 'look', kind: 'administrator', ids, status: look.status }, look.exchange);
    }
    this.#watched.push(...(await watchNeighbours(this.#context, contract.operation('admin.read'), lease.fixture)));
    this.#victim = { lease, eye };
    return this.#victim;
  }
}

/** An unfit replacement: refused, and the administrator is still there. `control`: a fit one was accepted. */
export function judgeBad({ label, exchange, after }: Deletion, control: boolean): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const expected = `a refusal (any 4xx) that deletes nothing: ${label} is no fit replacement`;
  const { status } = response;
  if (status < 400 || status >= 500) {
    const gone = after === 404 ? ', and the administrator is gone' : '';
    return {
      verdict: 'fail',
      expected,
      actual: `${status < 400 ? 'accepted with' : ''} status ${status}${gone}`.trim(),
    };
  }
  if (after === 404)
    return { verdict: 'fail', expected, actual: `refused with ${status}, yet the administrator is gone` };
  if (control && after === 200) return { verdict: 'pass' };
  return {
    verdict: 'inconclusive',
    cause: 'control-refused',
    reason: `Refused with ${status}, but a fit replacement was not seen to be accepted, so it may not be the reason.`,
  };
}

/** What an unknown replacement does is open; but a refusal deletes nothing, and nothing ends in a server error. */
export function judgeUnknown({ exchange, after }: Deletion): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (status >= 500) return { verdict: 'fail', expected: 'any status below 500', actual: `status ${status}` };
  const gone = after === 404;
  if (status >= 400 && gone) {
    return {
      verdict: 'fail',
      expected: 'a refusal that deletes nothing',
      actual: `refused with ${status}, yet it is gone`,
    };
  }
  const outcome = status < 300 ? 'taken as it is' : 'refused';
  return { verdict: 'observed', reason: `A replacement that does not exist is ${outcome} (${status}).` };
}

/** A fit replacement: accepted, and the administrator is gone. */
export function judgeGood({ exchange, after }: Deletion): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const expected = 'the administrator is deleted';
  if (isAccepted(exchange)) {
    if (UNSEEN.has(after))
      return { verdict: 'inconclusive', cause: 'earlier-step', reason: 'Accepted; the GET after it was not answered.' };
    return after === 404
      ? { verdict: 'pass' }
      : { verdict: 'fail', expected, actual: `accepted, and its GET answers ${after}` };
  }
  return { verdict: 'fail', expected, actual: `refused with status ${response.status}` };
}

/** Statuses of a GET that says nothing of its entity: none at all, or "not now". */
const UNSEEN: ReadonlySet<number> = new Set([0, 429, 503]);

function isAccepted({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

function isTemplate({ traits }: Fixture): boolean {
  return traits['template'] === true || /template/i.test(String(traits['type'] ?? ''));
}
