/** The DCV call in other spellings, and points that the contract leaves open (contract 4.13). */
import type { Check, CheckContext } from '../../engine/check.ts';
import { DCV } from '../action.ts';
import { ANY_CONDITION } from '../conditions.ts';
import {
  encodingRequirements,
  judgeNonAscii,
  judgeRepeated,
  judgeSpaceInLogin,
  judgeSpellings,
  spellings,
} from '../encoding.ts';
import { type Field, field, without } from '../form.ts';
import { recordSighting } from '../sightings.ts';
import type { Bench } from './bench.ts';
import { singleCheck } from './conditions.ts';
import { change, type Turns } from './steps.ts';

/** Spellings on a single-domain order. Lists with spaces are judged where lists are. */
export function dcvEncodingCheck(): Check {
  return singleCheck(
    'encoding',
    'reads equal forms alike',
    encodingRequirements(DCV),
    async (context, { order, turns }) => {
      const subject = { action: DCV, operation: order.operation };
      const count = spellings(order.change('http')).length;
      for (let i = 0; i < count; i++) {
        const method = turns.next();
        const wanted = [{ domain: order.domains[0] ?? '', method: order.names.methods[method] }];
        const send = async (call: Parameters<typeof change>[2]): ReturnType<Bench['send']> =>
          (await change(context, order, call, wanted)).sighting;
        await judgeSpellings(context, { ...subject, send }, spellings(order.change(method)).slice(i, i + 1));
      }
      const plain = order.change(turns.next());
      const nobody = { ...subject, send: (call: Parameters<typeof change>[2]) => order.send(context, call) };
      await judgeSpaceInLogin(context, nobody, plain);
      await judgeNonAscii(context, nobody, plain);
      await repeated(context, order, turns);
      await openPoints(context, order, turns);
    },
  );
}

async function repeated(context: CheckContext, order: Bench, turns: Turns): Promise<void> {
  const id = `${DCV}.encoding.repeated`;
  const fields = order.change(turns.next());
  const own = fields.find(([name]) => name === 'orderNumber') as Field;
  const call = { label: 'orderNumber twice, with the same value', fields: [...fields, own] };
  const sighting = await order.send(context, call, [ANY_CONDITION]);
  await order.looks(context);
  const declared = context.contract.answer('legacy.repeated-parameter');
  recordSighting(context, id, sighting, () => judgeRepeated(sighting, declared));
}

/** Either reading is fine; only a server error is not. */
async function openPoints(context: CheckContext, order: Bench, turns: Turns): Promise<void> {
  const id = `${DCV}.encoding.open`;
  const fields = (): Field[] => order.change(turns.next());
  const rest = without(fields(), 'orderNumber');
  const [domain = 'example.test'] = order.domains;
  const points: [string, { label: string; fields: readonly Field[] }][] = [
    [
      'legacy.parameter-name-case',
      { label: 'ORDERNUMBER in place of orderNumber', fields: [...rest, field('ORDERNUMBER', order.order.number)] },
    ],
    [
      'legacy.dcv.needless-address',
      {
        label: 'an address with another method',
        fields: [...fields(), field(order.names.email, order.address(domain).text)],
      },
    ],
    [
      'legacy.dcv.single-and-list',
      {
        label: 'domainNames and newMethods for a single-domain order',
        fields: [...order.start, field('domainNames', domain), field('newMethods', order.names.methods[turns.next()])],
      },
    ],
    ['legacy.dcv.same-method', { label: 'the method in use once more', fields: fields() }],
  ];
  for (const [silence, call] of points) {
    const sighting = await order.send(context, call, [ANY_CONDITION]);
    await order.looks(context);
    const { reading } = sighting;
    const outcome = reading?.outcome === 'success' ? 'accepted' : `refused with errorCode ${reading?.code ?? 'none'}`;
    recordSighting(context, id, sighting, ({ response }) =>
      (response?.status ?? 500) >= 500
        ? { verdict: 'fail', expected: 'any status below 500', actual: `status ${response?.status ?? 0}` }
        : { verdict: 'observed', reason: `${call.label}: ${outcome}.` },
    );
    context.observe(id, { silence, value: outcome });
  }
}
