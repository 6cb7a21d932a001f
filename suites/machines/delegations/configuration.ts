/** An endpoint's configuration is written without a word about delegations: its mode stays as it is (contract 3.3, 4.9). */
import { type Mode, modePlace, shownMode } from '../../../spec/delegation-mode.ts';
import type { Check, CheckContext } from '../../engine/check.ts';
import { inconclusive, tryFor } from '../../engine/unavailable.ts';
import { answerOf } from '../../judges/transport.ts';
import { tryOn } from '../../requests/control.ts';
import { observerOf, seenBy } from '../../subject/read.ts';
import { another, fixturesFor } from '../../subject/search.ts';

const ID = 'delegation-mode.configuration';

const WANTED = { kind: 'endpoint', effect: 'modify' } as const;
const MODES: readonly Mode[] = ['global', 'custom'];

/** Updates the configuration of an endpoint in either mode, and looks at the mode before and after. */
export const configurationCheck: Check = {
  id: ID,
  title: 'An update of the configuration of an endpoint leaves its delegation mode',
  requirements: [ID],
  effect: 'modify',
  run: async (context) => {
    if (modePlace(context.contract)?.standing !== 'claimed') {
      const reason = 'Nobody says where an endpoint shows its delegation mode.';
      context.record(ID, { verdict: 'observed', reason }, { label: 'the delegation mode' });
      return;
    }
    const told = MODES.filter((mode) =>
      fixturesFor(context.session, WANTED).some(({ traits }) => traits['mode'] === mode),
    );
    for (const mode of told.length === 0 ? [undefined] : told) await recordMode(context, mode);
  },
};

/** On an endpoint of which the profile says that it is in a mode, or says nothing. */
async function recordMode(context: CheckContext, mode: Mode | undefined): Promise<void> {
  const { contract, session } = context;
  const label = `the configuration of an endpoint${mode === undefined ? '' : ` in ${mode} mode`}`;
  const { found, missing } = await tryFor(another(session, WANTED, [], ({ traits }) => traits['mode'] === mode));
  if (found === undefined) return context.record(ID, inconclusive(missing), { label });
  const place = modePlace(contract);
  const observer = observerOf(context.send, session, contract.operation('endpoint.read'), found);
  const before = await observer.look();
  const was = shownMode(place, before.value);
  const tried = await tryOn(session, contract.operation('endpoint.config.update'), found);
  if (was === undefined || tried?.accepted !== true) {
    const reason = was === undefined ? 'The endpoint shows no mode.' : 'No update of the configuration was accepted.';
    return context.record(ID, { verdict: 'inconclusive', cause: 'earlier-step', reason }, { label });
  }
  const after = await observer.look();
  const is = shownMode(place, after.value);
  const judgement =
    answerOf(after.exchange).judgement ??
    (is === was
      ? { verdict: 'pass' as const }
      : { verdict: 'fail' as const, expected: `the mode stays ${was}`, actual: `it is ${is ?? 'not to be told'}` });
  context.record(ID, judgement, { label, exchange: tried.exchange, seen: seenBy(before, after) });
}
