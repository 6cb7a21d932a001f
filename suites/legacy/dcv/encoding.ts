/** What the DCV action leaves open beyond what both do (contract 4.13). Lists with spaces are judged where lists are. */
import type { Contract } from '../../../spec/index.ts';
import type { Check } from '../../engine/index.ts';
import { field, withFields } from '../call.ts';
import { encodingCheck } from '../encoding.ts';
import { DCV_ACTION } from './action.ts';

/** The DCV call in other spellings. */
export function dcvEncodingCheck(contract: Contract): Check {
  return encodingCheck(contract, DCV_ACTION, ({ subject, turns, fields }) => {
    const [domain = 'example.test'] = subject.domains;
    const { names } = subject;
    return [
      {
        silence: 'legacy.dcv.needless-address',
        call: () => ({
          label: 'an address with another method',
          fields: [...fields(), field(names.email, subject.address(domain).text)],
        }),
      },
      {
        silence: 'legacy.dcv.single-and-list',
        call: () => ({
          label: 'domainNames and newMethods for a single-domain order',
          fields: [...subject.start, field('domainNames', domain), field('newMethods', names.methods[turns.next()])],
        }),
      },
      {
        silence: 'legacy.dcv.same-method',
        call: () => ({
          label: 'the method in use once more',
          fields: withFields(fields(), field('newMethod', subject.current ?? '')),
        }),
      },
    ];
  });
}
