/** An entity that is called as another one: a server that looks for what it changes by its name changes both (contract 4.1). */
import { valueAt } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { complaints, isAccepted } from '../judges/index.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { readbacks } from '../subject/returned.ts';
import { apart, type Change, withChange } from './changes.ts';
import type { Watched } from './neighbours.ts';
import type { UpdateSubject } from './update-subject.ts';
import { isChosen } from './variation.ts';

/** A subject whose updates give it the name of a neighbour, and the change that gave it. */
export interface Namesake {
  readonly subject: UpdateSubject;
  readonly name: Change;
}

/** Gives the subject the name of the first of its kind that is watched. Undefined where there is none, or it does not take one. */
export async function namesakeOf(
  context: CheckContext,
  subject: UpdateSubject,
  watched: readonly Watched[],
): Promise<Namesake | undefined> {
  const other = watched.find(
    ({ parent, reader, before }) => !parent && reader === subject.observer?.reader && before.status === 200,
  );
  const [name] = namesIn(context, subject, other?.before.value);
  if (name === undefined) return undefined;
  const { valid } = subject;
  const request = withChange(valid.request, name);
  const exchange = await context.send(request);
  return isAccepted(exchange) ? { subject: { ...subject, valid: { ...valid, request, exchange } }, name } : undefined;
}

/** The free texts that an entity shows and an update may write, first what is called a name. */
function namesIn(context: CheckContext, subject: UpdateSubject, shown: unknown): Change[] {
  const { operation, valid } = subject;
  const texts = readbacks(context.contract, operation).flatMap(({ write, read }): Change[] => {
    const value = valueAt(shown, read);
    const schema = memberSchema(operation, write, valid.request.body?.value);
    if (typeof value !== 'string' || value === '' || apart(context, subject).includes(write)) return [];
    if (schema !== undefined && (isChosen(schema) || complaints(schema, value).length > 0)) return [];
    return [{ write, read, value }];
  });
  return texts.toSorted((a, b) => rank(a) - rank(b));
}

/** What names a whole is called just so; what names a part of it ends so. */
function rank({ write }: Change): number {
  return [/\bname$/i, /name$/i, /./].findIndex((form) => form.test(write));
}
