/** A cell of the fault model at work in the emulator: what becomes of each request to the operation that it is about. */
import type { Cell } from '../../../spec/fault-model/cells.ts';
import type { Operation } from '../../../spec/types.ts';
import type { Wire } from '../../edge/answers.ts';
import type { Incoming } from '../../pipeline.ts';
import type { State } from '../../state/store.ts';
import {
  alsoTo,
  copyOf,
  type Difference,
  deleteAnother,
  deleteBelow,
  deleteParent,
  differences,
  insteadTo,
  revive,
  undo,
} from './effects.ts';
import { READINGS } from './readings.ts';
import { type Request, rewrite } from './requests.ts';

/** What a cell needs of the service around it. */
export interface Surroundings {
  readonly state: State;
  /** Serves the request as if nothing was wrong. */
  serve(request: Request): Wire;
  /** Serves it whatever its credential. */
  serveAnyway(request: Request): void;
  /** Has something done before the request after the next one to the same path is served. */
  afterLook(path: string, act: () => void): void;
}

/** Answers a request under the fault. */
export type Misbehaviour = (request: Request, around: Surroundings) => Wire;

const BROKEN: Wire = { status: 500, headers: {}, body: undefined };
const REFUSED: Wire = { status: 400, headers: {}, body: undefined };

/** Compiles a cell; it remembers what it meets until it is compiled anew. @throws Error for an operator that nobody taught the emulator. */
export function misbehave(cell: Cell, operation: Operation): Misbehaviour {
  const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const reading = READINGS[cell.operator.id]?.(cell);
  if (reading !== undefined) {
    return (request, around) => {
      const read = rewrite(request, cell.place, names, reading);
      if (read === 'broken') return BROKEN;
      return read === 'refused' ? REFUSED : around.serve(read);
    };
  }
  const make = EFFECTS[cell.operator.id];
  if (make === undefined) throw new Error(`The emulator does not know the operator ${cell.operator.id}.`);
  return make(operation);
}

/** True for an operator that the emulator can plant. */
export function isKnown(operator: string): boolean {
  return operator in READINGS || operator in EFFECTS;
}

/** Serves and hands over what was changed, where something was. */
const changing = (
  then: (changed: readonly Difference[], request: Request, around: Surroundings) => void,
): Misbehaviour => {
  return (request, around) => {
    const before = copyOf(around.state);
    const wire = around.serve(request);
    if (wire.status < 400) then(differences(before, copyOf(around.state)), request, around);
    return wire;
  };
};

const also = (which: 'next' | 'first' | 'last') => (): Misbehaviour =>
  changing((changed, _request, { state }) => {
    for (const one of changed.slice(0, 1)) alsoTo(state, one, which);
  });

const instead = (which: 'first' | 'last') => (): Misbehaviour =>
  changing((changed, _request, { state }) => {
    for (const one of changed.slice(0, 1)) insteadTo(state, one, which);
  });

const deleting = (which: 'first' | 'last') => (): Misbehaviour =>
  changing((changed, _request, { state }) => {
    const gone = changed.find(({ after }) => after === undefined);
    if (gone !== undefined) deleteAnother(state, gone.kind, gone.id, which);
  });

/** Takes an accepted change back after looks at it. */
const losing = (after: (lose: () => void, afterLook: (act: () => void) => void) => void): Misbehaviour =>
  changing((changed, { incoming }, { state, afterLook }) => {
    const lose = (): void => undo(state, changed);
    if (changed.length > 0) after(lose, (act) => afterLook(pathOf(incoming), act));
  });

const EFFECTS: Readonly<Record<string, (operation: Operation) => Misbehaviour>> = {
  'also-next': also('next'),
  'also-first': also('first'),
  'also-last': also('last'),
  'first-instead': instead('first'),
  'last-instead': instead('last'),
  'first-deleted': deleting('first'),
  'last-deleted': deleting('last'),
  'parent-deleted': () =>
    changing((changed, _request, { state }) => {
      for (const one of changed) if (one.after === undefined) deleteParent(state, one);
    }),
  'below-others-deleted': () =>
    changing((changed, _request, { state }) => {
      if (changed.some(({ after }) => after === undefined)) deleteBelow(state, changed);
    }),
  'reverts-previous': () => {
    let previous: readonly Difference[] = [];
    return changing((changed, _request, { state }) => {
      if (changed.length === 0) return;
      if (previous[0] !== undefined && previous[0].id !== changed[0]?.id) undo(state, previous);
      previous = changed;
    });
  },
  'lost-after-look': () => losing((lose, afterLook) => afterLook(lose)),
  'lost-after-looks': () => losing((lose, afterLook) => afterLook(() => afterLook(lose))),
  'comes-back': () =>
    changing((changed, { incoming }, { state, afterLook }) => {
      const gone = changed.filter(({ after }) => after === undefined);
      if (gone.length > 0) afterLook(pathOf(incoming), () => revive(state, gone));
    }),
  'refused-later': () => (request, around) => {
    const wire = around.serve(request);
    if (wire.status === 401) around.afterLook(pathOf(request.incoming), () => around.serveAnyway(request));
    return wire;
  },
  'breaks-after-refusal': () => {
    let refused = false;
    return (request, around) => {
      const wire = refused ? BROKEN : around.serve(request);
      refused = wire.status >= 400 && wire.status < 500 && wire.status !== 401;
      return wire;
    };
  },
  'longer-id': () => (request, around) => {
    const wire = around.serve(request);
    const id = request.segments.at(-1) ?? '';
    if (wire.status !== 404 || !/^\d{2,9}$/.test(id)) return wire;
    return around.serve({ ...request, segments: [...request.segments.slice(0, -1), id.slice(0, -1)] });
  },
  'again-other-status': (operation) => {
    const again = repetitions();
    const other = [200, 202, 203].find((status) => operation.success.every((one) => one.status !== status)) ?? 206;
    return (request, around) => {
      const wire = around.serve(request);
      return wire.status < 300 && again(request) ? { ...wire, status: other } : wire;
    };
  },
  'again-breaks': () => {
    const again = repetitions();
    return (request, around) => {
      const wire = around.serve(request);
      return wire.status < 300 && again(request) ? BROKEN : wire;
    };
  },
};

/** True for a request that the one before to the same operation was the same as. */
function repetitions(): (request: Request) => boolean {
  let last = '';
  return ({ incoming }) => {
    const key = `${incoming.url} ${Buffer.from(incoming.body).toString('latin1')}`;
    const same = key === last;
    last = key;
    return same;
  };
}

function pathOf({ url }: Incoming): string {
  return url.split('?')[0] ?? '';
}
