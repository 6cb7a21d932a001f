/** Section 4.10: domains are suspended, activated and monitored. */
import type { Call, Handler } from '../server/call.ts';
import type { Reply } from '../server/message.ts';
import { referencesOf } from './generic.ts';

export function become(state: 'active' | 'suspended'): Handler {
  return (call) => {
    const { reading, there } = call;
    if (there.fields['state'] === state && reading.domain.sameState === 'refused') {
      return call.bad(`it is ${state} already`, reading.statuses.condition);
    }
    call.keep({ ...there.fields, state });
    return reading.domain.body
      ? { status: 200, body: { json: { domain: Number(there.key), now: state } } }
      : { status: 200 };
  };
}

export function monitor(call: Call): Reply {
  const refusal = referencesOf(call, 'CtLogMonitoring');
  if (refusal) return refusal;
  const { there, body } = call;
  call.keep({ ...there.fields, monitoring: { ...body } });
  return { status: 200 };
}
