/** Authentication of the status action (contract 5, 7.2): who must be refused, and that letter case counts. */
import type { Check } from '../../engine/check.ts';
import { STATUS } from '../action.ts';
import { authenticationRequirements, judgeAuthentication, type Subject } from '../authentication.ts';
import { acceptedStatus } from './control.ts';

/** Wrong logins of every kind, within the limit of the profile. */
export function statusAuthenticationCheck({ turn, spare }: Pick<Subject, 'turn' | 'spare'>): Check {
  const requirements = authenticationRequirements(STATUS);
  return {
    id: `${STATUS}.authentication`,
    title: 'The order status action refuses wrong logins',
    requirements,
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      await judgeAuthentication(context, {
        action: STATUS,
        operation: control.operation,
        fields: control.fields,
        turn,
        ...(spare === true ? { spare } : {}),
      });
    },
  };
}
