/** Requests about other entities than the leased one: such as do not exist, and what they carry along. */
import type { RequestCase } from '../../generators/index.ts';
import { type Operation, permits } from '../../spec/index.ts';
import { ifAvailable, type Session } from '../engine/index.ts';
import { inHand } from '../subject/subject.ts';
import { absentPath } from './absent.ts';
import { fixtureFor } from './choice.ts';
import { type Content, compose, namesOwnEntity, pathOf, pathParameters } from './compose.ts';
import { contentCandidates } from './content.ts';
import { ifAccepted } from './control.ts';

/** One way of naming something that is not there. */
export interface AbsentRequest {
  readonly label: string;
  readonly request: RequestCase;
  /** Both ids exist, but not together: the contract does not say that the path must be consistent. */
  readonly debatable: boolean;
}

/**
 * The requests for absent entities: all ids absent; and, where the path has two ids and a fixture is at hand, the parent
 * present with the child absent and the other way round. A fixture is named only where the run may do to it what is asked.
 */
export async function absentRequests(session: Session, operation: Operation): Promise<AbsentRequest[]> {
  const kind = operation.entity;
  const parameters = pathParameters(operation);
  if (kind === undefined || parameters.length === 0) return [];
  const content = await contentFor(session, operation);
  const absent = absentPath(session, operation);
  const whole = {
    label: words(absent),
    request: compose(operation, { path: absent, ...content, label: `absent ${words(absent)}` }),
    debatable: false,
  };
  if (parameters.length < 2) return [whole, ...ofAnotherVersion(operation, absent, content)];
  // Half of a real path is real enough for a careless server: what changes something is aimed at fixtures only.
  const permitted = permits(session.target.facts.effect, operation.effect);
  const fixture =
    operation.effect === 'observe'
      ? await ifAvailable(session.once(`observe:${kind}`, () => session.fixture({ kind, effect: 'observe' })))
      : permitted
        ? await ifAvailable(fixtureFor(session, operation))
        : undefined;
  if (fixture === undefined) return [whole];
  const present = Object.fromEntries(parameters.map(({ name }) => [name, String(fixture.ids[name])]));
  const mixed = parameters.map((parameter): AbsentRequest => {
    const path = { ...present, [parameter.name]: absent[parameter.name] as string };
    return {
      label: words(path),
      request: compose(operation, { path, ...content, label: `absent ${parameter.name}` }),
      debatable: false,
    };
  });
  return [whole, ...mixed];
}

/** A well-formed UUID of a version that is made from the time (RFC 9562): a server may know those alone that it makes itself. */
const VERSION_1 = '6f1d2c3b-0a9e-11ef-8d46-f0e1a2b3c4d5';

function ofAnotherVersion(
  operation: Operation,
  absent: Readonly<Record<string, string>>,
  content: Awaited<ReturnType<typeof contentFor>>,
): AbsentRequest[] {
  const [one] = pathParameters(operation);
  if (one === undefined || typeof one.schema !== 'object' || one.schema['format'] !== 'uuid') return [];
  const path = { ...absent, [one.name]: VERSION_1 };
  const label = `absent ${one.name} of version 1`;
  return [{ label: words(path), request: compose(operation, { path, ...content, label }), debatable: true }];
}

function words(path: Readonly<Record<string, string>>): string {
  return Object.entries(path)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** A request for guard probes. `sound`: the same request (or its twin on a sibling entity) was accepted with the valid credential. */
export interface Probe {
  readonly request: RequestCase;
  readonly sound: boolean;
}

/** The safest request that still isolates the credential: the accepted one where the run may change its entity, else one for an absent entity. */
export async function guardProbe(session: Session, operation: Operation): Promise<Probe> {
  if (permits(session.target.facts.effect, operation.effect)) {
    const tried = await ifAccepted(session, operation);
    if (tried !== undefined) {
      if (operation.effect !== 'destroy') return { request: tried.request, sound: true };
      const sibling = await ifAvailable(fixtureFor(session, operation, 'guarded'));
      if (sibling !== undefined) {
        return {
          request: compose(operation, { path: pathOf(operation, sibling), label: 'a disposable entity' }),
          sound: true,
        };
      }
    }
  }
  const content = await contentFor(session, operation);
  return {
    request: compose(operation, { path: absentPath(session, operation), ...content, label: 'an absent entity' }),
    sound: false,
  };
}

/** The content that requests about other entities carry along: what was seen to be accepted, or else the likeliest candidate. */
export async function contentFor(session: Session, operation: Operation): Promise<Content> {
  const invented =
    operation.body !== undefined ||
    operation.parameters.some(({ in: place, required }) => place === 'query' && required);
  if (!invented) return {};
  const tried = await ifAccepted(session, operation);
  if (tried !== undefined && !namesOwnEntity(operation))
    return { query: tried.request.query, ...(tried.request.body === undefined ? {} : { body: tried.request.body }) };
  const [first] = await contentCandidates(inHand(session, operation, undefined));
  return {
    ...(first?.query === undefined ? {} : { query: first.query }),
    ...(first?.body === undefined ? {} : { body: first.body }),
  };
}
