/** Without a valid credential every operation answers 401 (contract 5). */
import type { Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Credential, WireRequest } from '../../target/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/check.ts';
import { judgeRefusal } from '../judges/status.ts';
import { answerOf } from '../judges/transport.ts';
import { guardProbe } from '../requests/probe.ts';
import { toWire } from '../requests/wire.ts';

interface BadCredential {
  readonly label: string;
  readonly requirement: 'missing' | 'invalid';
  readonly credential: Credential;
  /** The contract does not exclude that it is understood: success is a warning. */
  readonly debatable?: true;
}

/** A token that was never issued, in the form of a JSON Web Token; fixed, so that the same seed sends the same bytes. */
const FORGED =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjb25mb3JtYW5jZSIsImlhdCI6MTcwMDAwMDAwMH0.bm90LWEtcmVhbC1zaWduYXR1cmUtYXQtYWxs';

/** Every way in which a credential can be missing or wrong; those that are made from the real token never show it. */
const BAD: readonly BadCredential[] = [
  { label: 'no Authorization header', requirement: 'missing', credential: 'none' },
  { label: 'an empty bearer token', requirement: 'missing', credential: { raw: 'Bearer ' } },
  { label: 'garbage instead of a token', requirement: 'invalid', credential: { raw: 'Bearer not-a-token' } },
  { label: 'the scheme Basic', requirement: 'invalid', credential: { raw: 'Basic Y29uZm9ybWFuY2U6c3VpdGU=' } },
  { label: 'the real token under the scheme Token', requirement: 'invalid', credential: { raw: 'Token {{bearer}}' } },
  { label: 'a forged JSON Web Token', requirement: 'invalid', credential: { raw: `Bearer ${FORGED}` } },
  { label: 'the real token with its last part changed', requirement: 'invalid', credential: 'tampered' },
  { label: 'the real token with further characters', requirement: 'invalid', credential: 'extended' },
  {
    label: 'the real token with a further part',
    requirement: 'invalid',
    credential: { raw: 'Bearer {{bearer}}.bW9yZQ' },
  },
  { label: 'the real token without its last characters', requirement: 'invalid', credential: 'shortened' },
  { label: 'the real token in lower case', requirement: 'invalid', credential: 'lowercase' },
  { label: 'the real claims under the algorithm "none", unsigned', requirement: 'invalid', credential: 'unsigned' },
  {
    label: 'the real token without a scheme',
    requirement: 'invalid',
    credential: { raw: '{{bearer}}' },
    debatable: true,
  },
];

/** Sends each bad credential where acceptance would harm nothing, after showing that the same request passes with the good one. */
export function credentialCheck(operation: Operation): Check {
  const requirement = (kind: 'missing' | 'invalid'): string => `${operation.id}.credential.${kind}`;
  return {
    id: `${operation.id}.credential`,
    title: `${operation.method} ${operation.path} refuses a missing or invalid credential`,
    requirements: [requirement('missing'), requirement('invalid')],
    effect: 'observe',
    run: async (context) => {
      const probe = await guardProbe(context.session, operation);
      const control = probe.sound ? undefined : await context.send(toWire(probe.request));
      const lack = control === undefined ? undefined : unfit(control);
      for (const bad of BAD) {
        const id = requirement(bad.requirement);
        if (lack !== undefined) {
          context.record(id, lack, {
            label: 'positive control',
            ...(control === undefined ? {} : { exchange: control }),
          });
          continue;
        }
        const exchange = await sendIfPossible(context, toWire(probe.request, { credential: bad.credential }));
        if (exchange === undefined) context.unsent(id);
        else context.record(id, judge(exchange, bad, control), { label: bad.label, exchange });
      }
    },
  };
}

/** A control that is itself refused for its credential, or not answered, lets nothing be concluded. */
function unfit(control: Exchange): Judgement | undefined {
  const { response, judgement } = answerOf(control);
  if (judgement !== undefined) return judgement;
  if (response.status !== 401 && response.status < 500) return undefined;
  return {
    verdict: 'inconclusive',
    cause: 'control-refused',
    reason: `The same request with the valid credential was answered with ${response.status}.`,
  };
}

/** Undefined when the target's token has not the form that the bad one is made from: then there is nothing to judge. */
async function sendIfPossible(context: CheckContext, request: WireRequest): Promise<Exchange | undefined> {
  try {
    return await context.send(request);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UnsendableRequest') throw error;
    return undefined;
  }
}

function judge(exchange: Exchange, { label, debatable }: BadCredential, control: Exchange | undefined): Judgement {
  const judgement = judgeRefusal(exchange, { statuses: [401], because: label });
  const status = exchange.response?.status ?? 0;
  if (judgement.verdict === 'fail' && control !== undefined && status >= 400 && status === control.response?.status) {
    // Two faults at once: which is answered first is open, so the credential may simply not have been looked at yet.
    return {
      verdict: 'inconclusive',
      cause: 'no-fixture',
      reason: `Answered with ${status}, as with the valid credential: the entity was absent too. Lend a fixture that may be changed to tell the two apart.`,
    };
  }
  // That the token must be sent "as a bearer token" is said of the client; a server may understand more. None may break.
  if (debatable === true && judgement.verdict === 'fail' && status < 500) return { ...judgement, verdict: 'warn' };
  return judgement;
}
