/** Deleting an administrator, with and without someone to take over as certificate requester (contract 4.5). */
import { type Contract, isClientError, isRefusal, KINDS, type Operation, type Parameter } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type Check, type CheckContext, ifAvailable, inconclusive, orOpen } from '../engine/index.ts';
import { answerOf, fail, isAccepted, isRefused, observed, PASS } from '../judges/index.ts';
import { absentId } from '../requests/absent.ts';
import { observerOf } from '../subject/read.ts';
import { typeOf } from '../subject/search.ts';
import { judgeShownStill } from './handed-over.ts';
import { recordInherited, recordReplaced, unseenBefore } from './handing-over.ts';
import { judgeBad, judgeGood, judgeUnknown } from './replacement-judges.ts';
import { PROMISE } from './replacement-promises.ts';
import { hasAll, judgeLater, judgeStays, NO_LIST, requestedOf, requestedUntil, unwritten } from './requesters.ts';
import { heldTemplates, MOST_TEMPLATES, recordTemplateForEachType } from './templates.ts';
import { makeUnlike } from './unlike.ts';
import { type Deletion, isTemplate, Victims } from './victims.ts';

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
    requirements: Object.values(PROMISE),
    effect: 'destroy',
    run: (context) => run(context, operation, parameter),
  };
}

async function run(context: CheckContext, operation: Operation, parameter: Parameter): Promise<void> {
  const { session } = context;
  const administrators = session.target.fixtures().filter(({ kind }) => kind === 'administrator');
  const { usual } = KINDS.administrator;
  const standard = administrators.some((one) => typeOf(one) === usual);
  const successor = await session.fixture({
    kind: 'administrator',
    effect: 'observe',
    where: (one) => (standard ? typeOf(one) === usual : !isTemplate(one)),
    as: standard ? `of type ${usual}` : 'that is no template',
  });
  const shown = await heldTemplates(context, administrators.filter(isTemplate));
  // One that no GET shows may be there all the same (silence admin.template.visible).
  const unseen = session.target.gone().filter((one) => one.kind === 'administrator' && isTemplate(one));
  const templates = (shown.length > 0 ? shown : unseen).slice(0, MOST_TEMPLATES);
  const victims = new Victims(context, operation, parameter);
  await victims.spare([successor, ...shown]);
  const minimum = typeof parameter.schema === 'object' ? Number(parameter.schema['minimum'] ?? 1) : 1;
  const bad: readonly (readonly [id: string, value: string])[] = [
    [PROMISE.own, 'own'],
    [PROMISE.belowMinimum, String(minimum - 1)],
    ...templates.map(({ ids }) => [PROMISE.template, String(ids['id'])] as const),
    [PROMISE.unknown, absentId(session, 'administrator', parameter)],
  ];
  const found: (readonly [id: string, deletion: Deletion])[] = [];
  for (const [id, value] of bad) {
    await orOpen(context, [id], async () => found.push([id, await deleteInVain(context, victims, id, value)]));
  }
  let control = false;
  await orOpen(context, [PROMISE.passed, PROMISE.replaced, PROMISE.types], async () => {
    const good = await recordReplaced(context, victims, successor);
    control = isAccepted(good.exchange);
    for (const id of [PROMISE.replaced, PROMISE.types])
      context.record(id, judgeGood(good, standard), { label: good.label, exchange: good.exchange });
  });
  const unknown = found.find(([id]) => id === PROMISE.unknown)?.[1];
  const mayBeUnknown = shown.length === 0 && !(unknown !== undefined && isRefusal(unknown.exchange.response?.status));
  for (const [id, deletion] of found) {
    const isGone = id === PROMISE.template && mayBeUnknown;
    const judgement = id === PROMISE.unknown ? judgeUnknown(deletion) : isGone ? NOBODY : judgeBad(deletion, control);
    context.record(id, judgement, { label: deletion.label, exchange: deletion.exchange });
    if (id === PROMISE.unknown)
      context.observe(id, { silence: 'entity.reference-unknown', value: deletion.exchange.response?.status ?? null });
  }
  await recordForeign(context, victims, found.find(([id]) => id === PROMISE.unknown)?.[1]);
  if (templates.length === 0) {
    const missing = session.short({ kind: 'administrator', effect: 'observe', traits: { template: true } });
    context.record(PROMISE.template, inconclusive(missing), { label: 'fixtures' });
  }
  await orOpen(context, [PROMISE.kept], async () => {
    const { fixture } = (await victims.take()).lease;
    await recordKept(context, victims, { fixture, successor });
  });
  if (!mayBeUnknown && shown[0] !== undefined)
    await recordTemplateForEachType(context, { operation, parameter }, shown[0], control);
  await recordEachType(context, victims, successor, control);
  await recordInherited(context, victims, successor);
  await recordIdle(context, victims, successor);
  await recordKeptOfEachType(context, victims, successor);
  await recordUnlikeHeir(context, victims);
  await recordAlikeIds(context, victims);
  await victims.judgeOthers(PROMISE.others);
}

/** A deletion that is to be refused, after which whoever was to go has requested what he had: a refusal hands nothing over. */
async function deleteInVain(context: CheckContext, victims: Victims, id: string, value: string): Promise<Deletion> {
  const { fixture } = (await victims.take()).lease;
  const before = context.wants(id) ? await requestedOf(context, fixture) : undefined;
  const deletion = await victims.delete(value);
  const { exchange, after, label: how } = deletion;
  if (before === undefined || before.keys.length === 0 || after !== 200 || !isRefused(exchange)) return deletion;
  const now = await requestedUntil(context, before.word, (its) => hasAll(its, unwritten(context, before).keys));
  const judgement = await judgeLater(context, before, (its) => judgeStays(its, now));
  if (judgement.verdict === 'pass' || judgement.verdict === 'fail')
    context.record(id, judgement, { label: `${how}, certificates of "${before.word}"`, exchange });
  return deletion;
}

/** Who has requested nothing may be replaced as well; and what he holds does not go over to whoever replaces him. */
async function recordIdle(context: CheckContext, victims: Victims, successor: Fixture): Promise<void> {
  const isWanted = context.wants(PROMISE.types) || context.wants(PROMISE.others);
  if (!isWanted || !context.session.plenty({ kind: 'administrator', effect: 'destroy' })) return;
  const idle = await ifAvailable(victims.reserve('idle'));
  if (idle === undefined) return;
  await makeUnlike(context, idle.lease.fixture);
  victims.next(idle);
  const deletion = await victims.delete(String(successor.ids['id']));
  const judgement = judgeGood(deletion, successor.traits['type'] !== undefined);
  context.record(PROMISE.types, judgement, {
    label: `${deletion.label}, with nothing to hand over`,
    exchange: deletion.exchange,
  });
}

/**
 * Two rules say who may not take over (4.5), neither of them about what he holds, such as whether he is active; that a server has
 * further ones nobody rules out.
 */
async function recordUnlikeHeir(context: CheckContext, victims: Victims): Promise<void> {
  if (!context.wants(PROMISE.types) || !context.session.plenty({ kind: 'administrator', effect: 'destroy' })) return;
  const heir = await ifAvailable(victims.reserve('idle'));
  const victim = heir === undefined ? undefined : await ifAvailable(victims.reserve('idle'));
  if (heir === undefined || victim === undefined || !(await makeUnlike(context, heir.lease.fixture))) return;
  victims.next(victim);
  const deletion = await victims.delete(String(heir.lease.fixture.ids['id']));
  const judgement = judgeGood(deletion);
  const isOpen = judgement.verdict === 'fail' && isRefused(deletion.exchange);
  context.record(PROMISE.types, isOpen ? { ...judgement, verdict: 'warn' } : judgement, {
    label: `${deletion.label}, whose members were all changed before`,
    exchange: deletion.exchange,
  });
  if (deletion.after === 200) await victims.spareNext();
}

/**
 * An administrator of another customer is to ours as one that does not exist (1): where such a one is refused, so is he. Ids may
 * count for each customer, so only one whom our GET does not find is tried.
 */
async function recordForeign(context: CheckContext, victims: Victims, unknown: Deletion | undefined): Promise<void> {
  const { target, session, contract, send } = context;
  const theirs = target.foreign.find(({ kind }) => kind === 'administrator');
  if (theirs === undefined || unknown === undefined || !isRefused(unknown.exchange)) return;
  const look = await observerOf(send, session, contract.operation('admin.read'), theirs).look();
  if (look.status !== 404) return;
  await orOpen(context, [PROMISE.unknown], async () => {
    const { label, exchange, after } = await victims.delete(String(theirs.ids['id']));
    const expected = `a refusal, as for one that does not exist: ${label} is of another customer`;
    const actual = `status ${exchange.response?.status}${after === 404 ? ', and the administrator is gone' : ''}`;
    const judgement = answerOf(exchange).judgement ?? (isAccepted(exchange) ? fail(expected, actual) : PASS);
    context.record(PROMISE.unknown, judgement, { label: `${label}, of another customer`, exchange });
  });
}

/** Pairs that are asked for until one can be had. */
const MOST_PAIRS = 4;

/** Who has another id may take over, also where that begins with the id of the deleted one: 60 for 6. */
async function recordAlikeIds(context: CheckContext, victims: Victims): Promise<void> {
  const { session } = context;
  if (!context.wants(PROMISE.types) || !session.plenty({ kind: 'administrator', effect: 'destroy' })) return;
  const all = session.target.fixtures().filter((one) => one.kind === 'administrator' && !isTemplate(one));
  const pairs = all
    .filter((one) => one.allow === 'destroy' && !session.chronicle.hasDeleted(one))
    .flatMap((one) => {
      const isLonger = ({ ids }: Fixture): boolean => String(ids['id']).startsWith(String(one.ids['id']));
      const longer = all.filter((other) => other !== one && isLonger(other));
      return longer.slice(0, 1).map((other) => [one, other] as const);
    });
  for (const [one, other] of pairs.slice(0, MOST_PAIRS)) {
    const successor = await ifAvailable(
      session.fixture({ kind: 'administrator', effect: 'observe', where: (fixture) => fixture === other }),
    );
    const victim = successor === undefined ? undefined : await ifAvailable(victims.reserveOne(one));
    if (victim === undefined) continue;
    victims.next(victim);
    const deletion = await victims.delete(String(other.ids['id']));
    const label = `${deletion.label}, which begins with the id of the deleted one`;
    const judgement = judgeGood(deletion, other.traits['type'] !== undefined);
    return context.record(PROMISE.types, judgement, { label, exchange: deletion.exchange });
  }
}

/** Only templates may not take over (4.5): administrators of the other types may, and from those of every type. */
async function recordEachType(context: CheckContext, victims: Victims, done: Fixture, control: boolean): Promise<void> {
  const { session, contract } = context;
  const types = contract.machines.find(({ id }) => id === 'administrator-type')?.states ?? [];
  const fixtures = session.target.fixtures().filter((one) => one.kind === 'administrator' && !isTemplate(one));
  for (const type of types.filter((one) => one !== done.traits['type'])) {
    const fits = (one: Fixture): boolean => one.traits['type'] === type && one.allow !== 'destroy' && !isTemplate(one);
    if (!fixtures.some(fits)) continue;
    await orOpen(context, [PROMISE.types], async () => {
      const successor = await session.fixture({ kind: 'administrator', effect: 'observe', where: fits });
      // Nobody replaces himself, whatever his type is.
      const own = await victims.delete('own', 'another type');
      context.record(PROMISE.own, judgeBad(own, control), { label: own.label, exchange: own.exchange });
      const deletion = await recordReplaced(context, victims, successor, 'another type');
      const { label, exchange } = deletion;
      context.record(PROMISE.types, judgeGood(deletion), { label: `${label}, of type ${type}`, exchange });
    });
  }
}

/** Without a replacement the requester stays (4.5); and whoever else was replaced, it stayed that of this one before. */
async function recordKept(
  context: CheckContext,
  victims: Victims,
  { fixture, successor, further = false }: { fixture: Fixture; successor: Fixture; further?: boolean },
): Promise<void> {
  const before = await requestedOf(context, fixture);
  const { exchange } = await deleteAlone(context, victims, successor);
  const unseen = unseenBefore(fixture, before, exchange);
  if (before === undefined || unseen !== undefined) {
    // Further ones need not have had any.
    if (!further) context.record(PROMISE.kept, unseen ?? NO_LIST, { label: 'certificates of the deleted one' });
    return;
  }
  // What a server does to certificates it may do a moment later.
  await context.session.pause(context.session.target.facts.settleMs * MOMENT);
  const after = await requestedUntil(context, before.word, (now) => hasAll(now, unwritten(context, before).keys));
  const label = `no replacement, certificates of "${before.word}"`;
  const judgement = await judgeLater(context, before, (its) => {
    const stays = judgeStays(its, after);
    return stays.verdict === 'pass' && after !== undefined ? judgeShownStill(context.contract, its, after) : stays;
  });
  context.record(PROMISE.kept, judgement, { label, exchange });
}

/** So many types have nobody put in the place of one of theirs. */
const MOST_TYPES = 3;

/** The rule is that of no type (4.5): it is asked of one of each, where there are enough with certificates to find. */
async function recordKeptOfEachType(context: CheckContext, victims: Victims, successor: Fixture): Promise<void> {
  const { session } = context;
  if (!context.wants(PROMISE.kept)) return;
  for (let turn = 0; turn < MOST_TYPES; turn++) {
    if (!session.plenty({ kind: 'administrator', effect: 'destroy' })) return;
    const victim = await ifAvailable(victims.reserve('another type alone'));
    if (victim === undefined) return;
    const { fixture } = victim.lease;
    if (victims.isKnownAlone(fixture)) return victim.lease.release();
    victims.next(victim);
    await recordKept(context, victims, { fixture, successor, further: true });
  }
}

/**
 * Deletes without a replacement, which is optional (4.5). Where that is refused, once and again, and the very same administrator is
 * deleted with one, the want of it was the reason.
 */
async function deleteAlone(context: CheckContext, victims: Victims, successor: Fixture): Promise<Deletion> {
  const first = await victims.delete('nobody');
  if (!isRefusedForIt(first)) return first;
  const again = await victims.delete('nobody');
  if (!isRefusedForIt(again)) return again;
  const { exchange, label } = await victims.delete(String(successor.ids['id']));
  if (!isAccepted(exchange)) return again;
  const expected = 'the administrator is deleted without a replacement as well: it may be omitted';
  const actual = `refused with status ${again.exchange.response?.status}, and then deleted with ${label}`;
  context.record(PROMISE.kept, fail(expected, actual), { label: 'no replacement', exchange: again.exchange });
  return again;
}

/** A refusal that speaks neither of the credential nor of the moment. */
function isRefusedForIt({ exchange, after }: Deletion): boolean {
  return (
    after === 200 && isClientError(exchange.response?.status) && !OF_THE_MOMENT.has(exchange.response?.status ?? 0)
  );
}

const OF_THE_MOMENT: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Part of the time in which changes show. */
const MOMENT = 0.125;

/** Of a template that does not show. */
const NOBODY = observed({ what: 'none', of: 'template', was: 'shown', but: 'unknown-taken' });
