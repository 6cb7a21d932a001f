/** What goes on at a service meanwhile: other users add and change what is theirs, and values have forms of their own. */
import type { Fields, Json } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import { isLegacy, type Quirk } from './quirk.ts';

/** Does something at most so often, before a request is looked at. */
const meanwhile = (id: string, about: string, everyMs: number, happens: (call: Call, turn: number) => void): Quirk => ({
  id,
  about,
  plant: {
    early: (call) => {
      const { memory } = call.service;
      const now = Date.now();
      if (isLegacy(call) || Number(memory.get(`${id} at`) ?? 0) > now - everyMs) return undefined;
      const turn = Number(memory.get(id) ?? 0) + 1;
      memory.set(`${id} at`, now).set(id, turn);
      happens(call, turn);
      return undefined;
    },
  },
});

/** Numbers far above those of the profile. */
const FIRST = 8_000;

/** Certificates that are added in all. */
const MOST = 40;

const THEIRS = 'meanwhile';

/** Far from one to the next. */
const STRIDE = 17;

const clone = (fields: Fields, n: number, id: number): Fields => ({
  ...fields,
  id,
  commonName: `${THEIRS}${n}.example.test`,
  subjectAlternativeName: [`${THEIRS}${n}.example.test`],
  serialNumber: `C0FFEE${String(n).padStart(14, '0')}`,
  comments: `added meanwhile, ${n}`,
  requestedAt: Date.now(),
});

/** Values that mean nothing are kept as none. */
const emptied = (value: Json): Json => (value === '' || (Array.isArray(value) && value.length === 0) ? null : value);

export const HABITS_MEANWHILE: readonly Quirk[] = [
  meanwhile('others-at-work', 'other users request certificates, and change those (4.2)', 300, (call, turn) => {
    const { world, reading } = call;
    const all = world.all('ssl-certificate').filter(({ fields, customer }) => fields && customer === 'own');
    const theirs = all.filter(({ fields }) => String(fields?.['commonName']).startsWith(THEIRS));
    const one = theirs[turn % theirs.length];
    if (one?.fields) world.set(one, { ...one.fields, externalRequester: `somebody${turn}@example.test` });
    const like = all[turn % all.length]?.fields;
    const id = reading.numbered(FIRST + turn);
    if (like !== undefined && turn % 3 === 0 && theirs.length < MOST)
      world.add('ssl-certificate', id, clone(like, turn, id));
  }),
  meanwhile('others-edit', 'other users keep their people up to date (4.5, 4.6)', 300, (call, turn) => {
    const { world } = call;
    const [kind, name] = turn % 2 === 0 ? (['administrator', 'title'] as const) : (['person', 'phone'] as const);
    const all = world.all(kind).filter(({ fields, customer }) => fields && customer === 'own');
    const one = all[(turn * STRIDE) % all.length];
    if (one?.fields) world.set(one, { ...one.fields, [name]: `${name} ${turn} of ${THEIRS}` });
  }),
  {
    id: 'nothing-is-null',
    about: 'empty texts and lists are kept as none (4.1)',
    withdraws: ['request.null-members', 'update.omitted-members', 'response.null-members'],
    plant: {
      keep: (_, fields) =>
        Object.fromEntries(
          // The schema of the profile says of this one that it is a list.
          Object.entries(fields).map(([name, value]) => [name, name === 'delegations' ? value : emptied(value)]),
        ),
    },
  },
];
