/** Whether an entity may show no value at a place, as far as the schema of its GET tells (claim `update.omitted-members`). */
import { counterpart, type Operation } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { complaints, pointerSet, pointerUnset } from '../judges/index.ts';

/** True where what the GET shows must have a value at `read`: nothing can clear it. False where no schema says so. */
export function isNeeded(
  { contract }: Pick<CheckContext, 'contract'>,
  update: Operation,
  read: string,
  shown: unknown,
): boolean {
  const reader = counterpart(contract.operations, update, 'GET');
  const schema = reader?.success.find(({ body }) => body === 'some')?.contents[0]?.schema;
  if (schema === undefined || complaints(schema, shown).length > 0) return false;
  return [pointerUnset(shown, read), pointerSet(shown, read, null)].every(
    (without) => complaints(schema, without).length > 0,
  );
}
