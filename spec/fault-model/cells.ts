/** The fault model as a matrix: each operator at each place of a contract (spec/fault-model.yaml). */
import type { Contract } from '../types.ts';
import { readOwnYaml } from '../yaml.ts';
import { type Place, type PlaceType, placesOf, type Trait } from './places.ts';

/** A way of going wrong. */
export interface Operator {
  readonly id: string;
  readonly class: string;
  /** What the operation does wrong, with `{place}` and `{variant}` left open. */
  readonly does: string;
  readonly in: readonly Place['in'][];
  readonly types?: readonly PlaceType[];
  readonly needs?: readonly Trait[];
  /** Traits of places where it is no mistake or cannot show, with the reason. */
  readonly unless?: Readonly<Partial<Record<Trait, string>>>;
  /** `explicit`: told as a failure; `debatable`: told as a warning. */
  readonly standing: 'explicit' | 'debatable';
  readonly over?: 'texts';
}

export interface FaultModel {
  /** Odd characters by name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly operators: readonly Operator[];
  /** Cells that no check notices, by cell or operator id, each with the reason. */
  readonly open: Readonly<Record<string, string>>;
}

/** One operator at one place. */
export interface Cell {
  /** `person.update.body.email.garbles.plus`. */
  readonly id: string;
  readonly operator: Operator;
  readonly place: Place;
  /** The odd character, for operators over the texts. */
  readonly text?: string;
  /** What the operation does wrong, as a sentence. */
  readonly breaks: string;
  /** Why it is no mistake or cannot show, where that is so. */
  readonly reason?: string;
}

/** The model as it is written. */
export function readFaultModel(): Promise<FaultModel> {
  return readOwnYaml<FaultModel>(new URL('../fault-model.yaml', import.meta.url));
}

/** All cells of the model under a contract, those that are reasoned away included, in a stable order. */
export function cellsOf(model: FaultModel, contract: Contract): Cell[] {
  return placesOf(contract).flatMap((place) =>
    model.operators
      .filter((operator) => applies(operator, place))
      .flatMap((operator) => {
        const reason = Object.entries(operator.unless ?? {}).find(([trait]) => place.traits.has(trait as Trait))?.[1];
        const variants: [string, string][] = operator.over === undefined ? [] : Object.entries(model[operator.over]);
        if (variants.length === 0) return [cellOf(operator, place, reason)];
        return variants.map((variant) => cellOf(operator, place, reason, variant));
      }),
  );
}

function applies({ in: where, types, needs = [] }: Operator, place: Place): boolean {
  return (
    where.includes(place.in) &&
    (types === undefined || types.includes(place.type)) &&
    needs.every((trait) => place.traits.has(trait))
  );
}

function cellOf(operator: Operator, place: Place, reason: string | undefined, variant?: [string, string]): Cell {
  const name = place.in === 'body' ? `body${place.name.replaceAll('/', '.')}` : place.name;
  const parts = [place.operation, name, operator.id, variant?.[0]].filter((part) => part !== undefined && part !== '');
  const does = operator.does.replace('{place}', name).replace('{variant}', `“${variant?.[0] ?? ''}”`);
  return {
    id: parts.join('.'),
    operator,
    place,
    ...(variant === undefined ? {} : { text: variant[1] }),
    breaks: `${place.operation} ${does}.`,
    ...(reason === undefined ? {} : { reason }),
  };
}
