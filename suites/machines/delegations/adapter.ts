/** The delegation modes of an endpoint: PUT and DELETE of its delegations are the steps (contract 3.3, 4.9). */
import type { Cause } from '../../../reports/model.ts';
import { claimed, modePlace, type StateMachine, shownMode, valueAt } from '../../../spec/index.ts';
import type { Fixture, WireRequest } from '../../../target/types.ts';
import { type CheckContext, type Judgement, toWire, Unavailable } from '../../engine/index.ts';
import { type Doubt, differences, observed, unshown } from '../../judges/index.ts';
import { compose, pathOf } from '../../requests/compose.ts';
import { isClaimed, readbacks } from '../../subject/returned.ts';
import { type Adapter, isRefused, statusOf } from '../model.ts';
import { type Beside, besideOthers, type Steps, watchConfigurations } from './beside.ts';
import { judgeBlindly, judgeRemoval, type ModeAsk, type ModeStep, type ModeTold, type Organization } from './judge.ts';
import { organizationsOf } from './organizations.ts';
import { recordBeside, recordDelegations } from './record.ts';
import { Tracks } from './tracks.ts';
import { type Witness, watchOthers } from './witnesses.ts';

type ModeAdapter = Adapter<ModeAsk, ModeTold>;

/** @see Adapter */
export async function delegationAdapter(context: CheckContext, machine: StateMachine): Promise<ModeAdapter> {
  const { contract, target, session } = context;
  const available = await organizationsOf(context);
  const place = modePlace(contract);
  const update = contract.operation('endpoint.delegations.update');
  const remove = contract.operation('endpoint.delegations.delete');
  const tracks = new Tracks(claimed(contract, 'endpoint.delegations.put') === 'adds');
  const shown = (value: unknown): unknown => shownMode(place, value);
  const entitled = target.role === undefined || target.role === 'MRAO';
  const [one] = available.singles;
  const lists = available.singles.map((id) => [id]);
  const put = (organizations: readonly Organization[]): ModeAsk => ({
    to: 'custom',
    label: `→ custom by PUT [${organizations.join(', ')}]`,
    organizations,
    body: { mediaType: 'application/json', value: organizations },
  });
  const mixed = (organizations: readonly Organization[]): ModeAsk => ({ ...put(organizations), mixed: true });
  /** Organizations that the target was seen to let an endpoint be delegated to. */
  let fit: readonly Organization[] | undefined;
  const plain = (to: string): ModeAsk => (to === 'custom' ? put(fit ?? [one]) : { to, label: `→ ${to} by DELETE` });
  let witnesses: readonly Witness[] = [];
  let beside: readonly Beside[] = [];
  const wire = (fixture: Fixture, { to, body, label }: ModeAsk, by = session): WireRequest => {
    const operation = to === 'custom' ? update : remove;
    const content = body === undefined ? {} : { body };
    return toWire(compose(operation, { path: pathOf(operation, fixture), ...content, label }), { session: by });
  };
  const takesNone = claimed(contract, 'endpoint.delegations.empty-array') === 'accepted';
  const steps: Steps = {
    put: (fixture) => wire(fixture, plain('custom')),
    remove: (fixture) => wire(fixture, plain('global')),
    ...(takesNone ? { empty: (fixture: Fixture) => wire(fixture, put([])) } : {}),
  };
  return {
    machine,
    kind: 'endpoint',
    reader: contract.operation(machine.reader),
    reading: place?.standing,
    asking: 'contract',
    shown,
    needs: (endpoints) => [{ kind: 'endpoint', effect: 'modify', where: fitting(endpoints) }],
    unfit,
    plain,
    variants: (from, to) => {
      if (to !== 'custom') return [];
      if (from === 'global')
        return [...[...lists.slice(1), ...available.lists].map(put), ...available.mixed.map(mixed)];
      const others = lists.filter(([id]) => id !== fit?.[0]).slice(0, 1);
      // Others alone, then more of them, then fewer: where none of those that are put was there, it shows whether they come.
      const anew = others.map((list) => ({ ...put(list), anew: true as const }));
      const more = available.lists.filter(({ length }) => length > 1).slice(0, 1);
      return [plain(to), ...anew, ...more.map(put), ...(more.length > 0 ? [plain(to)] : [])];
    },
    asides: () => badPuts(context, [fit?.[0] ?? one, available.singles.find((id) => id !== (fit?.[0] ?? one))]),
    walks: () => [
      ...[
        ...lists.filter(([id]) => id === one || !available.unlike.some((other) => other === id)),
        ...available.lists,
      ].map(put),
      plain('global'),
    ],
    learn: ({ organizations }) => {
      fit ??= organizations;
    },
    request: (by, fixture, ask) => wire(fixture, ask, by),
    isDone: ({ organizations = [] }, value) => tracks.isShown(organizations, value),
    tell: (ask, value, { history: { home, origin }, before, ok, from }) => {
      // The delegations of one that came with some cannot be told from those that are put.
      if (ok && ask.organizations !== undefined)
        tracks.learn(ask.organizations, home === 'custom' ? value : origin.value, value);
      const came = (ask.among ?? []).filter((id) => tracks.holds(value, id) && !tracks.holds(before.value, id));
      return { ...tracks.step(ask, value, ok, from), came, moved: movedFrom(context, before.value, value) };
    },
    putBack: async (_session, { origin }, until) => {
      const atHome = (value: unknown): boolean =>
        differences(origin.value, value).length === 0 ||
        (tracks.listed(value).length === 0 && shown(value) === shown(origin.value));
      return atHome((await until('at home', (look) => atHome(look.value))).value);
    },
    excuse: ({ reached, steps }, step) => {
      const { organizations } = step.ask;
      const refused = (but: Doubt, cause: Cause = 'control-refused'): Judgement =>
        unshown(cause, { what: 'answered', status: statusOf(step), but });
      if (organizations !== undefined && !reached.has('custom')) return refused('perhaps-not-delegable');
      const ofOtherLevel = organizations?.every((id) => available.unlike.includes(id)) === true;
      if (step.ask.mixed) return observed({ what: 'answered', status: statusOf(step), but: 'perhaps-not-delegable' });
      if (ofOtherLevel && !(available.severalUnlike && refusesAll(steps, available.unlike)))
        return refused('perhaps-not-delegable');
      if (step.told.idle) return refused('delegated-already');
      return entitled ? undefined : refused('role', 'no-credential');
    },
    blindly: ({ steps }, step) => judgeBlindly(steps, step),
    also: (step) => (step.ask.to === 'global' ? [judgeRemoval(step)] : []),
    watch: async (watching, walked) => {
      const end = await watchOthers(watching, walked);
      const configured = await watchConfigurations(watching, walked);
      return async () => {
        witnesses = await end();
        beside = [...(await configured()), ...(await besideOthers(watching, walked, steps))];
      };
    },
    record: (recording, found) => {
      if (found.facts.readable) recordBeside(recording, beside);
      recordDelegations(recording, found, witnesses, lists.length);
    },
  };
}

/** Places of texts, as their owner claims them, that updates of an endpoint write: no step of the table names them. */
function movedFrom({ contract, session }: CheckContext, before: unknown, after: unknown): string[] {
  if (!isClaimed(contract) || before === undefined || after === undefined) return [];
  const reader = contract.operation('endpoint.read');
  return readbacks(contract, contract.operation('endpoint.update'))
    .map(({ read }) => read)
    .filter((place) => place !== modePlace(contract)?.pointer)
    .filter((place) => typeof valueAt(before, place) === 'string' && valueAt(before, place) !== valueAt(after, place))
    .filter((place) => !session.chronicle.movements.isMoving(reader, place));
}

/** True when each of these organizations was put alone and refused, and none was ever taken. */
function refusesAll(steps: readonly ModeStep[], organizations: readonly Organization[]): boolean {
  const alone = (id: Organization): ModeStep[] =>
    steps.filter(({ ask }) => ask.organizations?.length === 1 && ask.organizations[0] === id);
  return organizations.every((id) => alone(id).length > 0 && alone(id).every(isRefused));
}

/** Endpoints in global mode, which can be put back; else such as may be in it; else disposable ones. */
function fitting(fixtures: readonly Fixture[]): (fixture: Fixture) => boolean {
  const modes = fixtures.map(({ traits }) => traits['mode']);
  if (modes.includes('global')) return ({ traits }) => traits['mode'] === 'global';
  if (modes.includes(undefined)) return ({ traits }) => traits['mode'] === undefined;
  return ({ allow }) => allow === 'destroy' || fixtures.length === 0;
}

/** The delegations of an endpoint in custom mode are lost at the first DELETE, so it must be disposable. */
function unfit(home: string, { ids, allow }: Fixture): Unavailable | undefined {
  if (home === 'global' || allow === 'destroy') return undefined;
  return new Unavailable({ what: 'open', of: `endpoint ${ids['id']}`, but: 'custom-mode' }, 'no-fixture');
}

/** Bodies that break 4.9: unique integers in an array. Whether an unknown organization may be named is open. */
function badPuts(
  { target }: CheckContext,
  [organization, other]: readonly [Organization, other: Organization | undefined],
): ModeAsk[] {
  const none = Number(target.absent.organization?.['id'] ?? 2_147_000_003);
  const bad = (label: string, content: { value: unknown } | { raw: string }): ModeAsk => ({
    to: 'custom',
    label: `and a PUT of ${label}`,
    bad: true,
    body: { mediaType: 'application/json', ...content },
  });
  return [
    bad('the same organization twice', { value: [organization, organization] }),
    bad('a text among the ids', { value: ['organization'] }),
    bad('a fraction among the ids', { value: [1.5] }),
    bad('an object', { value: { id: organization } }),
    bad('an organization that does not exist', { value: [none] }),
    ...(other === undefined
      ? []
      : [{ ...bad('one that does not exist behind one that does', { value: [other, none] }), among: [other] }]),
    bad('broken JSON', { raw: '[' }),
  ];
}
