/** Replacing requesters (4.5) who get too little, or for some administrators and certificates only. */
import { ADMIN_TYPES } from '../../../contract/bodies.ts';
import type { Fields, Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, counted, nextOf, succeeded } from '../../hooks.ts';
import { DELETE } from '../second/machine-plants.ts';
import { at, each, fault, parted } from '../second/plants.ts';
import { living, refusingWhen } from './plants.ts';

const here = at(DELETE);
const successorOf = (call: Call): Entity | undefined =>
  call.world.find('administrator', String(call.query['replacingRequesterId']));
const borneBy = (call: Call, key: string) =>
  living(call, 'ssl-certificate').filter(({ fields }) => String(fields?.['requesterId']) === key);

/** After a deletion with a replacement: the certificates that were handed over, and to whom. */
const handedOver = (turn: (call: Call, certificates: readonly Entity[], successor: Entity) => void): Plant => ({
  refuses: (call) => {
    if (call.op === DELETE && call.entity)
      call.service.memory.set(
        'borne',
        borneBy(call, call.entity.key).map(({ key }) => key),
      );
    return undefined;
  },
  ...afterwards(DELETE, (reply, call) => {
    const successor = successorOf(call);
    const keys = (call.service.memory.get('borne') ?? []) as readonly string[];
    if (succeeded(reply) && successor?.fields)
      turn(
        call,
        keys.map((key) => call.world.find('ssl-certificate', key) as Entity),
        successor,
      );
    return reply;
  }),
});
const give = (call: Call, certificate: Entity, fields: Fields | undefined) => {
  if (certificate.fields && fields)
    call.world.set(certificate, {
      ...certificate.fields,
      requesterId: fields['id'] as Json,
      requester: fields['login'] as Json,
    });
};
const giveBack = (call: Call, certificate: Entity) => give(call, certificate, call.before);
/** Certificates that stay with who is gone. */
const LEFT: Readonly<Record<string, (fields: Fields) => boolean>> = {
  renewed: (fields) => fields['renewedAt'] !== undefined,
  'of House CA': (fields) => fields['vendor'] === 'House CA',
  discovered: (fields) => fields['requestedVia'] === 'Discovery' || fields['discoveryStatus'] === 'Deployed',
  'of one profile': (fields) => Number(fields['sslTypeId']) === 102,
};

export const REPLACING_AGAIN: readonly Operator[] = [
  fault(
    'some-left-by-replacement',
    '4.5',
    (key) => `some certificates stay with the administrator who was deleted: ${key}`,
    each(here, Object.keys(LEFT)),
    (key) => {
      const [, which] = parted(key);
      return handedOver((call, certificates) => {
        for (const one of certificates) if (one.fields && LEFT[which]?.(one.fields)) giveBack(call, one);
      });
    },
  ),
  fault(
    'replacement-lost-of-type',
    '4.5',
    (type) => `hands over no certificates when the deleted administrator is of one type: ${type}`,
    each(here, ADMIN_TYPES),
    (key) => {
      const [, type] = parted(key);
      return handedOver((call, certificates) => {
        if (call.before?.['type'] === type) for (const one of certificates) giveBack(call, one);
      });
    },
  ),
  fault(
    'handed-to-next',
    '4.5',
    () => 'the administrator after the replacing one becomes the requester',
    here,
    () =>
      handedOver((call, certificates, successor) => {
        for (const one of certificates) give(call, one, nextOf(call, successor)?.fields);
      }),
  ),
  fault(
    'same-replacement-lost',
    '4.5',
    () => 'nobody replaces twice: the second deletion with the same replacing administrator hands over nothing',
    here,
    () =>
      handedOver((call, certificates, successor) => {
        if (counted(call, `replaces ${successor.key}`) > 0) for (const one of certificates) giveBack(call, one);
      }),
  ),
  fault(
    'inherited-left',
    '4.5',
    () => 'certificates that were handed over once are not handed over again',
    here,
    () =>
      handedOver((call, certificates) => {
        for (const one of certificates) if (counted(call, `inherited ${one.key}`) > 0) giveBack(call, one);
      }),
  ),
  fault(
    'needless-replacement-refused',
    '4.5',
    () => 'refuses a replacing administrator where there is nothing to hand over',
    here,
    () =>
      refusingWhen(
        DELETE,
        (call) =>
          call.query['replacingRequesterId'] !== undefined && borneBy(call, call.entity?.key ?? '').length === 0,
      ),
  ),
  fault(
    'self-by-beginning',
    '4.5',
    () => 'takes a replacing administrator whose id begins with that of the deleted one for the same',
    here,
    () =>
      refusingWhen(
        DELETE,
        (call) => String(call.query['replacingRequesterId'] ?? '').startsWith(call.ids[0] ?? ' '),
        ({ reading }) => reading.statuses.replacement,
      ),
    { readings: ['A'] },
  ),
  fault(
    'other-templates-replace',
    '4.5',
    () => 'a template may replace, unless it is the first of them',
    here,
    () => ({
      early: (call) => {
        if (call.op !== DELETE) return undefined;
        const id = call.request.query?.find(([name]) => name === 'replacingRequesterId')?.[1];
        const template = id === undefined ? undefined : call.world.find('administrator', id);
        const first = call.world.all('administrator').find(({ fields }) => fields?.['template'] === true);
        // The handler looks at the mark of a template, so it is taken away for as long as the request lasts.
        if (template?.fields?.['template'] === true && template !== first) {
          call.world.set(template, { ...template.fields, template: false });
          call.service.memory.set('template', template.key);
        }
        return undefined;
      },
      late: (call, reply) => {
        const key = call.service.memory.get('template');
        const template = typeof key === 'string' ? call.world.find('administrator', key) : undefined;
        if (template?.fields) call.world.set(template, { ...template.fields, template: true });
        call.service.memory.delete('template');
        return reply;
      },
    }),
  ),
];
