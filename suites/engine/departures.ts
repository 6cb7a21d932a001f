/** What a run has deleted: a server may not have done what it said, or bring it back in the background (contract 4.1, 7.1). */
import { type Exchange, isSuccess, type Operation } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import { isPlain } from './plain.ts';
import { looksBack } from './relied.ts';
import type { Call } from './routes.ts';

/** An entity that was deleted. */
export interface Departed {
  /** Its deletion. */
  readonly call: Call;
  /** Its path, as the deletion named it. */
  readonly path: string;
  /** When its deletion was answered, in milliseconds since 1970. */
  readonly doneAt: number;
  /** True where the ids are such as every server reads alike, and the credential is ours: of others it is not said what they delete. */
  readonly plain: boolean;
  /** When its absence was seen, in milliseconds since 1970; undefined as long as it was not. */
  goneAt?: number;
}

/** Follows deletions by the path of what they delete. */
export class Departures {
  readonly #departed = new Map<string, Departed>();
  /** Deletions that were asked for and not refused: the target may have carried them out. */
  readonly #asked = new Set<Call>();

  /** Notes that a deletion is about to be sent; the function that comes back says that it was refused, or not sent after all. */
  asks(call: Call): () => void {
    if (call.operation.method === 'DELETE') this.#asked.add(call);
    return () => this.#asked.delete(call);
  }

  /** All deletions that the target may have carried out, answered or not. */
  asked(): readonly Call[] {
    return [...this.#asked];
  }

  /** Notes a deletion, a creation in its place, or what a GET shows of either. */
  note(call: Call, request: WireRequest, { startedAt, durationMs, response }: Exchange): void {
    const path = request.target.split('?')[0] ?? '';
    const status = response?.status;
    const isDone = isSuccess(status);
    const { method } = call.operation;
    if (method === 'DELETE' && isDone) {
      const plain = isOurs(request) && isPlain(call);
      this.#departed.set(path, { call, path, doneAt: startedAt + durationMs, plain });
    } else if (method === 'PUT' && isDone) this.#departed.delete(path);
    const known = this.#departed.get(path);
    if (method === 'GET' && status === 404 && known !== undefined) known.goneAt ??= startedAt + durationMs;
  }

  /** All that was deleted and not created anew. */
  all(): readonly Departed[] {
    return [...this.#departed.values()];
  }

  /** What deletions by an operation were seen to have removed, or have said so of plain ids, in the order of the paths. */
  of({ id, area }: Operation): readonly Departed[] {
    looksBack(area);
    return [...this.#departed.values()]
      .filter((one) => one.call.operation.id === id && (one.goneAt !== undefined || one.plain))
      .sort((one, other) => one.path.localeCompare(other.path));
  }
}

/** True for a request with the administrator's own token, wherever it stands. */
function isOurs({ credential = 'primary' }: WireRequest): boolean {
  return credential === 'primary' || (typeof credential === 'object' && 'place' in credential);
}
