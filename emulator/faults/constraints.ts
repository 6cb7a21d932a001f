import { type Constraint, constraintsOf } from '../../spec/constraints.ts';
import type { JsonSchema, Operation, Parameter } from '../../spec/types.ts';
import { patchSchema } from './patch.ts';
import type { Fault, FaultFamily, SchemaChange } from './types.ts';
import { variantFaults } from './variants.ts';
import { changesVerdict } from './visible.ts';

/** Keywords with a number, and in which direction they get more lenient. */
const BOUNDS: Readonly<Record<string, number>> = {
  minimum: -1,
  exclusiveMinimum: -1,
  minLength: -1,
  minItems: -1,
  maximum: 1,
  exclusiveMaximum: 1,
  maxLength: 1,
  maxItems: 1,
};

/** Keywords that are ignored as a whole. */
const IGNORABLE = new Set(['type', 'format', 'pattern', 'uniqueItems', 'oneOf', 'const']);

/** Form parameters that must name something of the account: nothing has a name as long as the limit, so nothing is lost by a lower one. */
const NAMES_SOMETHING = new Set(['orderNumber', 'domainName', 'domainNames']);

/** Parameters of changing operations that name something that must be there. */
const REFERRING = new Set(['replacingRequesterId', 'orgDelegations', 'newDCVEmailAddress']);

/** One fault per constraint of a parameter or body and per way of getting it wrong (contract 4, all tables). */
export function constraintFaults(operation: Operation): Fault[] {
  const faults = operation.parameters.flatMap((parameter) => parameterFaults(operation, parameter));
  const schema = operation.interface === 'admin' ? operation.body?.contents[0]?.schema : undefined;
  if (schema !== undefined)
    faults.push(...schemaFaults(operation, undefined, schema), ...variantFaults(operation, schema, schemaFaults));
  if (operation.body?.required === true && operation.interface === 'admin') faults.push(optional(operation, undefined));
  return faults;
}

function parameterFaults(operation: Operation, parameter: Parameter): Fault[] {
  const faults = schemaFaults(operation, parameter, parameter.schema);
  if (parameter.required && parameter.in !== 'path') faults.push(optional(operation, parameter.name));
  return [...faults, ...unreadItems(operation, parameter)];
}

/** Lists of which only one item is looked at; bad ids of a list are refused all the same, as they name nothing. */
function unreadItems(operation: Operation, { name: parameter, schema }: Parameter): Fault[] {
  const listed = constraintsOf(schema).some(({ pointer, keyword }) => pointer === '/items' && keyword === 'enum');
  if (!listed) return [];
  return ['earlier', 'later'].map((to) => ({
    id: `${operation.id}.${parameter}.items.${to}-unread`,
    family: 'enum-unknown-accepted',
    operation: operation.id,
    breaks: `${operation.id} looks at the ${to === 'later' ? 'first' : 'last'} item of ${parameter} only.`,
    hint: {
      operation: operation.id,
      parameter,
      pointer: '/items',
      keyword: 'enum',
      direction: 'refuses',
      topic: 'constraint',
    },
    change: { kind: 'schema', parameter, pointer: '', keyword: 'x-unread-items', to },
  }));
}

function optional(operation: Operation, parameter: string | undefined): Fault {
  const what = parameter ?? 'body';
  return {
    id: `${operation.id}.${what}.required.ignored`,
    family: 'required-ignored',
    operation: operation.id,
    breaks: `${operation.id} accepts a request without its ${parameter === undefined ? 'body' : `parameter ${parameter}`}.`,
    hint: {
      operation: operation.id,
      ...(parameter === undefined ? {} : { parameter }),
      pointer: '',
      keyword: 'required',
      direction: 'refuses',
      topic: 'constraint',
    },
    change: { kind: 'optional', parameter },
  };
}

function schemaFaults(operation: Operation, parameter: Parameter | undefined, schema: JsonSchema): Fault[] {
  return constraintsOf(schema).flatMap((constraint) => {
    const make = (family: FaultFamily, suffix: string, breaks: string, to: unknown, more: object = {}): Fault[] => {
      const change: SchemaChange = {
        kind: 'schema',
        parameter: parameter?.name,
        pointer: constraint.pointer,
        // Of two truth values one is refused as of an enumeration.
        keyword: family === 'enum-member-refused' ? 'enum' : constraint.keyword,
        to,
      };
      const changed = patchSchema(schema, change);
      const strict = family === 'constraint-strict' || family === 'enum-member-refused';
      if (strict && parameter?.in === 'form' && NAMES_SOMETHING.has(parameter.name)) return [];
      if (strict && operation.effect !== 'observe' && refersOnly(schema, parameter, constraint)) return [];
      // The contract gives no form for it: a server may refuse so short a one for reasons of its own.
      if (strict && parameter?.name === 'uriExtension' && constraint.keyword === 'minLength') return [];
      // Which of these fit which endpoint is not shown (silence endpoint.auth-types.combination).
      if (strict && parameter === undefined && constraint.pointer.startsWith('/webFormAuthTypes/')) return [];
      if (strict && leavesNothing(changed, constraint)) return [];
      if (!changesVerdict(schema, changed, constraint, strict, parameter !== undefined)) return [];
      return [faultOf(operation, parameter, constraint, { family, suffix, breaks, change, more, strict })];
    };
    const truths = parameter === undefined ? truthValues(constraint, make) : [];
    return [...bounds(constraint, make), ...members(constraint, make), ...truths, ...ignored(constraint, make)];
  });
}

/**
 * What names another entity can be sent to an operation that changes something only with the ids of fixtures that allow
 * it: whether some other id would be taken cannot be tried.
 */
function refersOnly(schema: JsonSchema, parameter: Parameter | undefined, { pointer, reference }: Constraint): boolean {
  if (parameter?.in === 'path' || (parameter !== undefined && REFERRING.has(parameter.name))) return true;
  return reference || constraintsOf(schema).some((one) => one.reference && one.pointer === `${pointer}/items`);
}

/** A length that must be both more and less: then the member is refused whatever it holds, which is no matter of an edge. */
function leavesNothing(changed: JsonSchema, { pointer, keyword }: Constraint): boolean {
  const bound = (name: string): number | undefined => {
    const found = constraintsOf(changed).find((one) => one.pointer === pointer && one.keyword === name);
    return found?.value as number | undefined;
  };
  if (keyword !== 'minLength' && keyword !== 'maxLength') return false;
  // A shorter country would be no country.
  if (pointer.endsWith('/country')) return true;
  return (bound('minLength') ?? 0) > (bound('maxLength') ?? Number.POSITIVE_INFINITY);
}

type Make = (family: FaultFamily, suffix: string, breaks: string, to: unknown, more?: object) => Fault[];

function bounds({ keyword, value }: Constraint, make: Make): Fault[] {
  const direction = BOUNDS[keyword];
  if (direction === undefined || typeof value !== 'number') return [];
  return [
    ...make('constraint-lenient', 'lenient', `takes ${value + direction} for the ${keyword}`, value + direction),
    ...make('constraint-strict', 'strict', `takes ${value - direction} for the ${keyword}`, value - direction),
    ...make('constraint-ignored', 'ignored', `knows no ${keyword}`, undefined),
  ];
}

function members({ keyword, value }: Constraint, make: Make): Fault[] {
  if (keyword !== 'enum' || !Array.isArray(value)) return [];
  const refused = (value as unknown[]).flatMap((member) => {
    const others = (value as unknown[]).filter((one) => one !== member);
    const name = String(member).replaceAll(' ', '-');
    return make('enum-member-refused', `${name}.refused`, `refuses the value ${String(member)}`, others, {
      value: member,
    });
  });
  return [
    ...refused,
    ...make('enum-unknown-accepted', 'unknown.accepted', 'accepts values beyond the enumeration', undefined),
  ];
}

function truthValues({ keyword, value }: Constraint, make: Make): Fault[] {
  if (keyword !== 'type' || value !== 'boolean') return [];
  const refusing = (one: boolean): Fault[] => make('enum-member-refused', `${one}.refused`, `refuses ${one}`, [!one]);
  // That a flag is not set may be for what it needs besides.
  return [...refusing(true).map((fault) => ({ ...fault, standing: 'debatable' as const })), ...refusing(false)];
}

function ignored({ keyword }: Constraint, make: Make): Fault[] {
  if (keyword === 'required') return make('required-ignored', 'ignored', 'does not ask for the member', undefined);
  return IGNORABLE.has(keyword) ? make('constraint-ignored', 'ignored', `ignores ${keyword}`, undefined) : [];
}

interface Making {
  readonly family: FaultFamily;
  readonly suffix: string;
  readonly breaks: string;
  readonly change: SchemaChange;
  readonly more: object;
  readonly strict: boolean;
}

function faultOf(
  operation: Operation,
  parameter: Parameter | undefined,
  constraint: Constraint,
  making: Making,
): Fault {
  const { pointer, keyword } = constraint;
  const place = `${parameter?.name ?? 'body'}${pointer.replaceAll('/', '.')}`;
  return {
    id: `${operation.id}.${place}.${keyword}.${making.suffix}`,
    family: making.family,
    operation: operation.id,
    breaks: `${operation.id} ${making.breaks} at ${place}.`,
    hint: {
      operation: operation.id,
      ...(parameter === undefined ? {} : { parameter: parameter.name }),
      pointer,
      keyword,
      ...making.more,
      direction: making.strict ? 'accepts' : 'refuses',
      topic: 'constraint',
    },
    change: making.change,
  };
}
