/** A request with each of its optional parameters, and with its body as XML, without a good credential: a guard may stand before the plain one alone (contract 5). */
import { plainValue, type RequestCase, toTexts, withParameter } from '../../generators/index.ts';
import { type Exchange, isClientError, type Operation, type Parameter } from '../../spec/index.ts';
import type { Credential, Fixture } from '../../target/types.ts';
import { type CheckContext, toWire, tryFor } from '../engine/index.ts';
import { parameterBase } from '../requests/base.ts';
import type { Probe } from '../requests/unleased.ts';
import { findFixture } from '../subject/search.ts';
import { asXml, takesXml } from './xml-bodies.ts';

/**
 * What each parameter, and XML, is answered with. Where another request than a read would let it pass, it is sent only to what the run may
 * change; an entity of another type is tried where the value may be the reason of a refusal.
 */
export async function askedWithOptions(
  context: CheckContext,
  operation: Operation,
  { request, sound }: Probe,
  credential: Credential,
): Promise<{ readonly label: string; readonly exchange: Exchange }[]> {
  const asked: { readonly label: string; readonly exchange: Exchange }[] = [];
  if (operation.method !== 'GET' && !sound) return asked;
  for (const parameter of operation.parameters.filter((one) => one.in === 'query' && !one.required)) {
    const texts = await textsOf(context, parameter, request);
    const ask = (whole: RequestCase): Promise<Exchange> =>
      context.send({ ...toWire(withParameter(whole, parameter.name, texts)), credential });
    let exchange = await ask(request);
    if (sound && isRefusedOtherwise(exchange)) {
      const { found } = await tryFor(parameterBase(context.session, operation, parameter));
      for (const twin of (await found?.twins()) ?? []) if (isRefusedOtherwise(exchange)) exchange = await ask(twin);
    }
    asked.push({ label: `asked with ${parameter.name}`, exchange });
  }
  if (takesXml(operation)) {
    const wire = toWire(asXml(context, request), { session: context.session });
    asked.push({ label: 'with its body as XML', exchange: await context.send({ ...wire, credential }) });
  }
  return asked;
}

/** A value of the parameter: the id of something else that is there, where it is to name that. */
async function textsOf(
  { session }: CheckContext,
  { reference: kind, schema }: Parameter,
  { path }: RequestCase,
): Promise<readonly string[]> {
  const idOf = ({ ids }: Fixture): string => String(Object.values(ids).at(-1));
  const isOther = (one: Fixture): boolean =>
    !Object.values(path).includes(idOf(one)) && one.traits['template'] !== true;
  // What may be used up may be gone by now.
  const stays = (one: Fixture): boolean => isOther(one) && one.allow !== 'destroy';
  const named = kind && (await findFixture(session, { kind, effect: 'observe' }, [stays, isOther]));
  return named ? [idOf(named)] : toTexts(plainValue(schema));
}

/** Refused, but not for the credential. */
function isRefusedOtherwise({ response }: Exchange): boolean {
  return isClientError(response?.status) && response?.status !== 401;
}
