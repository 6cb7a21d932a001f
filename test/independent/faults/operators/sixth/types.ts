/** What is judged or kept otherwise for one type, level or variant of entities only (2.1, 4.1). */
import type { Operator, Place } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { losing } from '../../keeping.ts';
import { BODY, KEPT, ofType, QUERY } from '../../places.ts';
import { fault, namedBy, parted } from '../second/plants.ts';
import { is, typesOf } from '../second/types.ts';
import { number } from '../values/plants.ts';

const CLAIM = 'the profile’s claim';
const typed = (places: readonly Place[]): readonly Place[] =>
  places
    .filter(({ op }) => op !== 'account.update')
    .flatMap(({ key, op }) =>
      typesOf(op)
        .filter((type) => type !== 'global' && type !== 'custom')
        .map((type) => ({ key: `${key} ${type}`, op })),
    );
const all = [...QUERY, ...BODY];
const RULED = [...ofType(all, 'text'), ...ofType(all, 'int'), ...ofType(all, 'word')];

export const ONE_TYPE_ONLY: readonly Operator[] = [
  fault(
    'one-type-member-not-kept',
    CLAIM,
    (key) => `does not keep a member for one type: ${key}`,
    typed(KEPT.filter(({ member }) => member.field !== 'type')),
    (key) => {
      const [place, type] = parted(key);
      return losing(place, (_, call) => {
        const entity = call.entity ?? namedBy(call);
        return entity !== undefined && is(call, entity, type);
      });
    },
  ),
  fault(
    'one-type-rule-lost',
    '4.1',
    (key) => `takes what breaks a rule, for one type: ${key}`,
    typed(RULED),
    (key) => {
      const [place, type] = parted(key);
      return judging(place, (raw, verdict, call) => {
        const entity = namedBy(call);
        if (!('wrong' in verdict) || !/^(longer|shorter|more|less|none of)/.test(verdict.wrong)) return undefined;
        if (entity?.customer !== 'own' || !is(call, entity, type)) return undefined;
        if (verdict.wrong.startsWith('none of')) return { value: entity.fields?.['endpointType'] ?? raw };
        return { value: typeof raw === 'string' && /^(more|less)/.test(verdict.wrong) ? number(raw) : raw };
      });
    },
  ),
];
