/** The DCV call in other spellings, and points that the contract leaves open (contract 4.13). */
import type { Check } from '../../engine/check.ts';
import { DCV } from '../action.ts';
import { ANY_CONDITION } from '../conditions.ts';
import {
  commonPoints,
  encodingRequirements,
  judgeNonAscii,
  judgeOpenPoints,
  judgeSpaceInLogin,
  judgeSpellings,
  type OpenPoint,
  spellings,
} from '../encoding.ts';
import { type Field, field, withFields } from '../form.ts';
import type { Bench } from './bench.ts';
import { singleCheck } from './conditions.ts';
import { change, type Turns, tell } from './steps.ts';

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
      await judgeOpenPoints(context, DCV, openPoints(order, turns), (call) =>
        tell(context, order, call, [ANY_CONDITION]),
      );
    },
  );
}

/** What else the action leaves open. */
function openPoints(order: Bench, turns: Turns): OpenPoint[] {
  const [domain = 'example.test'] = order.domains;
  const fields = (): Field[] => order.change(turns.next());
  return [
    ...commonPoints(order.order.number, fields),
    {
      silence: 'legacy.dcv.needless-address',
      call: () => ({
        label: 'an address with another method',
        fields: [...fields(), field(order.names.email, order.address(domain).text)],
      }),
    },
    {
      silence: 'legacy.dcv.single-and-list',
      call: () => ({
        label: 'domainNames and newMethods for a single-domain order',
        fields: [...order.start, field('domainNames', domain), field('newMethods', order.names.methods[turns.next()])],
      }),
    },
    {
      silence: 'legacy.dcv.same-method',
      call: () => ({
        label: 'the method in use once more',
        fields: withFields(fields(), field('newMethod', order.current ?? '')),
      }),
    },
  ];
}
