/** Administrators (3.2, 4.5): deletions, and certificates of who was deleted. */
import { ADMIN_TYPES } from '../../../contract/bodies.ts';
import type { Fields, Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, keeping, succeeded } from '../../hooks.ts';
import { ADMIN, DELETE } from '../second/machine-plants.ts';
import { AB, at, each, fault, parted } from '../second/plants.ts';
import { living, refusingWhen } from '../third/plants.ts';

const here = at(DELETE);
const bearing = (call: Call, key: string | undefined) =>
  living(call, 'ssl-certificate').filter(({ fields }) => String(fields?.['requesterId']) === key);
const successorOf = (call: Call) => {
  const id = call.query['replacingRequesterId'];
  return id === undefined ? undefined : call.world.find('administrator', String(id));
};
/** After a deletion: with the certificates that had the deleted one for their requester. */
const onDeletion = (turn: (certificates: readonly Entity[], call: Call) => void): Plant => ({
  refuses: (call) => {
    const keys = call.op === DELETE ? bearing(call, call.entity?.key).map(({ key }) => key) : [];
    if (call.op === DELETE) call.service.memory.set('bore', keys);
    return undefined;
  },
  ...afterwards(DELETE, (reply, call) => {
    const keys = (call.service.memory.get('bore') ?? []) as readonly string[];
    const certificates = keys.flatMap((key) => call.world.find('ssl-certificate', key) ?? []);
    if (succeeded(reply)) turn(certificates, call);
    return reply;
  }),
});
const over = (call: Call, certificate: Entity, more: Fields) => {
  if (certificate.fields) call.world.set(certificate, { ...certificate.fields, ...more });
};
/** What a hand-over changes besides the requester. */
const TOUCHED: Readonly<Record<string, Json>> = { status: 'Requested', orgId: 1, serialNumber: '00' };
/** What the replacing administrator takes from the deleted one. */
const TAKEN = ['type', 'email', 'roles', 'active', 'title'];

export const ADMINISTRATORS_FURTHER: readonly Operator[] = [
  // When no replacing requester is given, the assigned one is kept.
  fault(
    'certificates-go-too',
    '4.5',
    () => 'deletes the certificates of the administrator as well',
    here,
    () =>
      onDeletion((certificates, call) => {
        if (!successorOf(call)) for (const one of certificates) call.world.set(one, undefined);
      }),
  ),
  fault(
    'requester-marked',
    '4.5',
    () => 'marks the login of a requester who was deleted',
    here,
    () =>
      onDeletion((certificates, call) => {
        if (!successorOf(call))
          for (const one of certificates) over(call, one, { requester: `${one.fields?.['requester']} (deleted)` });
      }),
  ),
  fault(
    'requester-is-caller',
    '4.5',
    () => 'makes the first administrator the requester where none replaces',
    here,
    () =>
      onDeletion((certificates, call) => {
        const first = living(call, 'administrator')[0]?.fields;
        if (!successorOf(call) && first)
          for (const one of certificates)
            over(call, one, { requester: first['login'] ?? null, requesterId: first['id'] ?? null });
      }),
  ),
  fault(
    'replacement-changes-certificate',
    '4.5',
    (key) => `a replacing requester changes something else of the certificates: ${key}`,
    each(here, Object.keys(TOUCHED)),
    (key) => {
      const [, field] = parted(key);
      return onDeletion((certificates, call) => {
        if (successorOf(call)) for (const one of certificates) over(call, one, { [field]: TOUCHED[field] as Json });
      });
    },
  ),
  fault(
    'replacement-takes-over',
    '4.5',
    (key) => `the replacing administrator takes over from the deleted one: ${key}`,
    each(here, TAKEN),
    (key) => {
      const [, field] = parted(key);
      return onDeletion((_, call) => {
        const successor = successorOf(call);
        const value = call.before?.[field];
        if (successor?.fields && value !== undefined)
          call.world.set(successor, { ...successor.fields, [field]: value });
      });
    },
  ),
  fault(
    'hands-over-three',
    '4.5',
    () => 'hands over three certificates and no more',
    here,
    () =>
      onDeletion((certificates, call) => {
        const { before } = call;
        if (successorOf(call) && before)
          for (const one of certificates.slice(3))
            over(call, one, { requester: before['login'] ?? null, requesterId: before['id'] ?? null });
      }),
  ),
  // Two rules say who may not replace: a template and the deleted one.
  fault(
    'inactive-replacement-refused',
    '4.5',
    () => 'refuses a replacing administrator who is not active',
    here,
    () =>
      refusingWhen(
        DELETE,
        (call) => successorOf(call)?.fields?.['active'] === false,
        ({ reading }) => reading.statuses.replacement,
      ),
  ),
  fault(
    'same-type-replacement-asked',
    '4.5',
    () => 'refuses a replacing administrator of another type',
    here,
    () =>
      refusingWhen(
        DELETE,
        (call) => {
          const successor = successorOf(call)?.fields;
          return successor !== undefined && successor['type'] !== call.entity?.fields?.['type'];
        },
        ({ reading }) => reading.statuses.replacement,
      ),
  ),
  fault(
    'replacement-needed',
    '4.5',
    () => 'refuses to delete who has certificates without a replacing one',
    here,
    () => refusingWhen(DELETE, (call) => !successorOf(call) && bearing(call, call.entity?.key).length > 0),
  ),
  fault(
    'foreign-replacement-taken',
    '4.5',
    () => 'takes an administrator of another customer for the replacing one',
    here,
    () => ({
      // The handler looks for the replacing one among the own: the foreign one is left out of the query, and given back after.
      refuses: (call) => {
        const other = call.op === DELETE ? successorOf(call) : undefined;
        if (other?.fields && other.customer !== 'own' && call.entity?.customer === 'own') {
          const { replacingRequesterId: _, ...rest } = call.query;
          call.query = rest;
        }
        return undefined;
      },
    }),
    { readings: AB },
  ),
  fault(
    'type-lost-among-many',
    '3.2',
    (key) => `loses a change of type among three members or more, from one type: ${key}`,
    each(at(ADMIN), ADMIN_TYPES),
    (key) => {
      const [, type] = parted(key);
      return keeping(ADMIN, (fields, entity, call) =>
        entity.fields?.['type'] === type && Object.keys(call.body).length > 2
          ? { ...fields, type: entity.fields['type'] as Json }
          : fields,
      );
    },
  ),
];
