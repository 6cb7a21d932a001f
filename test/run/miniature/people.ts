/** Administrators and persons (contract 4.5, 4.6, 3.2). */
import { type Answer, badRequest, empty, json } from './http.ts';
import { complaint, integer, objectBody, textOf } from './input.ts';
import type { MiniatureOperation, Scene } from './operation.ts';
import { type Administrator, CALLER } from './world.ts';

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  STANDARD: ['API', 'IDP', 'SAS'],
  API: ['STANDARD'],
  IDP: ['STANDARD', 'SAS'],
  SAS: ['STANDARD'],
};

const ADMIN = /^\/api\/admin\/v1\/([^/]*)$/;
const PERSON = /^\/api\/person\/v2\/([^/]*)$/;

function administrator({ world, ids }: Scene): Administrator | undefined {
  return world.administrators.get(integer(ids[0] ?? '') ?? 0);
}

function administratorGone(scene: Scene): Answer | undefined {
  if (scene.broken('admin-delete-absent-204') && scene.call.method === 'DELETE' && !administrator(scene))
    return empty(204);
  // Templates do not show here.
  const found = administrator(scene);
  return found === undefined || found.type === 'TEMPLATE'
    ? json(404, { 'Error-Code': '4711', 'Error-Text': 'unbekannt' })
    : undefined;
}

function badAdministratorId({ ids }: Scene): Answer | undefined {
  return integer(ids[0] ?? '') === undefined ? badRequest('id', 'none') : undefined;
}

function change(scene: Scene): Answer {
  const found = administrator(scene);
  const wanted = objectBody(scene.call)?.['Kind'];
  if (found === undefined) return empty(200);
  if (typeof wanted === 'string' && wanted !== found.type) {
    const leaps = scene.broken('api-becomes-sas') && found.type === 'API' && wanted === 'SAS';
    if (!leaps && ALLOWED[found.type]?.includes(wanted) !== true)
      return json(409, { 'Error-Code': '12', 'Error-Text': 'no' });
    found.type = wanted as Administrator['type'];
  }
  return empty(200);
}

function remove(scene: Scene): Answer {
  const id = Number(scene.ids[0]);
  const successor = textOf(scene.call, 'replacingRequesterId');
  const other = successor === undefined ? undefined : scene.world.administrators.get(integer(successor) ?? 0);
  if (id === CALLER) return json(403, { 'Error-Code': '13', 'Error-Text': 'that is you' });
  if (successor !== undefined && (other === undefined || other.type === 'TEMPLATE' || integer(successor) === id))
    return json(422, { 'Error-Code': '14', 'Error-Text': 'not that successor' });
  scene.world.administrators.delete(id);
  return empty(204);
}

const ADMINISTRATORS: readonly MiniatureOperation[] = [
  {
    method: 'GET',
    path: ADMIN,
    open: ({ broken }) => broken('admin-read-without-credential'),
    input: badAdministratorId,
    entity: administratorGone,
    perform: (scene) => json(200, { About: { Kind: administrator(scene)?.type }, looks: scene.looks() }),
  },
  {
    method: 'PUT',
    path: ADMIN,
    input: (scene) => {
      const body = objectBody(scene.call);
      if (body === undefined) return badRequest('body', 'none');
      const kind = body['Kind'];
      const known = kind === undefined || (typeof kind === 'string' && kind in ALLOWED);
      return badAdministratorId(scene) ?? (known ? undefined : badRequest('Kind', 'none'));
    },
    entity: administratorGone,
    perform: change,
  },
  {
    method: 'DELETE',
    path: ADMIN,
    input: (scene) => {
      const why = complaint(scene.call, { replacingRequesterId: { type: 'integer', min: 1 } }, false);
      return badAdministratorId(scene) ?? (why === undefined ? undefined : badRequest(why, 'none'));
    },
    entity: administratorGone,
    perform: remove,
  },
];

function personGone({ call, world, ids, broken }: Scene): Answer | undefined {
  if (broken('person-absent-400') && call.method === 'PUT' && !world.persons.has(integer(ids[0] ?? '') ?? 0))
    return badRequest('no such person', 'problem');
  return world.persons.has(integer(ids[0] ?? '') ?? 0)
    ? undefined
    : json(404, { outer: { inner: { number: 7, words: ['no', 'such', 'person'] } } });
}

/** A person's body says which person it is about, and must not contradict the path. Nothing unknown may be in it. */
function badPerson({ call, ids, broken }: Scene): Answer | undefined {
  const body = objectBody(call);
  if (body === undefined)
    return broken('person-accepts-malformed-json') && call.body.length > 0
      ? undefined
      : badRequest('no object', 'problem');
  if (typeof body['e-mail'] !== 'string') return badRequest('e-mail is needed', 'problem');
  if (body['no'] !== undefined && body['no'] !== integer(ids[0] ?? '')) return badRequest('another person', 'problem');
  const unknown = Object.keys(body).find((name) => name !== 'e-mail' && name !== 'no');
  return unknown === undefined ? undefined : badRequest(`unknown member ${unknown}`, 'problem');
}

const PERSONS: readonly MiniatureOperation[] = [
  {
    method: 'GET',
    path: PERSON,
    entity: personGone,
    perform: ({ world, ids, broken }) => {
      const id = integer(ids[0] ?? '') ?? 0;
      if (broken('person-read-text'))
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'a person' };
      return json(200, { no: id, 'e-mail': world.persons.get(id)?.mail });
    },
  },
  {
    method: 'PUT',
    path: PERSON,
    input: badPerson,
    entity: personGone,
    perform: ({ call, world, ids, broken }) => {
      world.persons.set(integer(ids[0] ?? '') ?? 0, { mail: String(objectBody(call)?.['e-mail']) });
      return broken('person-update-with-body') ? json(200, {}) : empty(200);
    },
  },
  {
    method: 'DELETE',
    path: PERSON,
    entity: personGone,
    perform: ({ world, ids }) => {
      world.persons.delete(integer(ids[0] ?? '') ?? 0);
      return empty(204);
    },
  },
];

export const PEOPLE: readonly MiniatureOperation[] = [...ADMINISTRATORS, ...PERSONS];
