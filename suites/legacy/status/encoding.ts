/** What the status action leaves open beyond what both do (contract 4.12): arguments in the URL, a form that is called something else. */
import type { Contract } from '../../../spec/types.ts';
import type { Check } from '../../engine/check.ts';
import { encodingCheck } from '../encoding.ts';
import { without } from '../form.ts';
import { STATUS_ACTION } from './action.ts';

/** The status call in other spellings. No login stands in a URL. */
export function statusEncodingCheck(contract: Contract): Check {
  return encodingCheck(contract, STATUS_ACTION, ({ fields, order }) => [
    {
      silence: 'legacy.query-arguments',
      call: () => ({
        label: 'orderNumber in the URL only',
        fields: without(fields(), 'orderNumber'),
        query: `?orderNumber=${encodeURIComponent(order)}`,
        byHttp: true,
      }),
    },
    {
      silence: 'legacy.content-type',
      call: () => ({
        label: 'the form called text/plain',
        fields: fields(),
        headers: [['Content-Type', 'text/plain']],
        byHttp: true,
      }),
    },
  ]);
}
