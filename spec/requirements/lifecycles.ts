/** Requirements that pairs of operations give: what DELETE, PUT and GET of one path promise together (contract 4, 7.1). */

import type { FixtureKind, Operation, Requirement } from '../types.ts';
import { requirementOf, withArticle } from './draft.ts';

/** All lifecycle and update requirements of the Admin Operations API, by operation as documented. */
export function lifecycleRequirements(operations: readonly Operation[]): Requirement[] {
  return operations
    .filter((operation) => operation.interface === 'admin')
    .flatMap((operation) => [
      ...(operation.method === 'DELETE' ? deletion(operation, operations) : []),
      ...(operation.method === 'PUT' ? update(operation, operations) : []),
      ...(operation.method === 'GET' && operation.path.includes('{') ? [untouched(operation)] : []),
    ]);
}

/** The operation of another method on the same path; undefined when there is none. */
export function counterpart(
  operations: readonly Operation[],
  operation: Operation,
  method: Operation['method'],
): Operation | undefined {
  return operations.find(
    (other) => other.interface === operation.interface && other.method === method && other.path === operation.path,
  );
}

/** True for a DELETE that ends an entity's life; one that only empties it (delegations) is a step of a state machine. */
export function endsLife(operation: Operation): boolean {
  return operation.method === 'DELETE' && operation.effect === 'destroy' && operation.entity !== undefined;
}

/** True for an update of an entity that a GET of the same path shows. */
export function couldShow(operations: readonly Operation[], operation: Operation): boolean {
  return (
    operation.method === 'PUT' &&
    counterpart(operations, operation, 'GET') !== undefined &&
    operation.path.includes('{')
  );
}

/** True for an update that is only submitted: by itself a 202 does not promise that it ever shows (4.4). */
export function isSubmission({ success }: Operation): boolean {
  return success.some(({ status }) => status === 202);
}

/** True for an update that sets what it is given: sent twice it asks for nothing new. Steps and submissions are none. */
export function setsState(operations: readonly Operation[], operation: Operation): boolean {
  const [success, ...others] = operation.success;
  if (operation.method !== 'PUT' || success === undefined || others.length > 0 || isSubmission(operation)) return false;
  return operation.body !== undefined || couldShow(operations, operation);
}

function untouched(operation: Operation): Requirement {
  return requirementOf(operation, `${operation.id}.stays`, {
    topic: 'stays',
    section: '4',
    sentence: 'What nothing was asked to change is at the end as it was at the beginning.',
  });
}

function deletion(operation: Operation, operations: readonly Operation[]): Requirement[] {
  const kind = operation.entity;
  if (!endsLife(operation) || kind === undefined) return [];
  const silent = operation.absence === 'silent';
  const name = words(kind);
  const draft = (suffix: string, sentence: string, more: Partial<Requirement> = {}): Requirement =>
    requirementOf(operation, `lifecycle.${kind}.${suffix}`, { topic: 'lifecycle', sentence, ...more });
  const found: Requirement[] = [];
  if (counterpart(operations, operation, 'GET') !== undefined) {
    found.push(
      draft('absent', `A deleted ${name} is read no more, and nothing below its path answers: 404.`, {
        section: '7.1',
      }),
      requirementOf(operation, `${operation.id}.stays`, {
        topic: 'stays',
        section: '7.1',
        sentence: `${withArticle('A', name)} that was deleted is gone when all is done and does not come back, and nothing else of its kind is gone.`,
      }),
      draft(
        'concurrent-reads',
        `Reads at the moment when ${withArticle('a', name)} is deleted end in no server error.`,
        {
          section: '7.1',
        },
      ),
    );
  }
  found.push(
    draft('refused', `A deletion that is refused for want of a credential leaves the ${name} as it was.`, {
      section: '5',
    }),
  );
  if (pathIds(operation) > 1 && counterpart(operations, operation, 'GET') !== undefined) {
    found.push(
      draft('foreign', `A deletion that names another parent leaves the ${name} as it was.`, { section: '7.1' }),
    );
  }
  const statuses = operation.success.map(({ status }) => status).join(' or ');
  found.push(draft('alike', `Every ${name} is deleted with status ${statuses}, of whatever type it is.`));
  found.push(
    silent
      ? draft(
          'second-delete',
          `What deleting ${withArticle('a', name)} twice answers is not shown; it is no server error.`,
          {
            level: 'SHOULD',
            section: '4.1',
          },
        )
      : draft('second-delete', `Deleting ${withArticle('a', name)} a second time is answered with 404.`, {
          section: '7.1',
        }),
  );
  if (counterpart(operations, operation, 'PUT') !== undefined) {
    found.push(
      silent
        ? draft('update-after-delete', `Updating a deleted ${name} does not succeed; its status is not shown.`, {
            section: '4.1',
          })
        : draft('update-after-delete', `Updating a deleted ${name} is answered with 404.`, { section: '7.1' }),
    );
  }
  found.push(draft('nothing-else', `Deleting ${withArticle('a', name)} deletes no other entity.`));
  const [read, write] = (['GET', 'PUT'] as const).map((method) => counterpart(operations, operation, method));
  if (read !== undefined && write !== undefined)
    found.push(
      draft('next-update', `An update of another ${name} right after a deletion shows where the dialect says.`, {
        source: 'dialect',
      }),
    );
  return found;
}

function pathIds({ path }: Operation): number {
  return path.split('{').length - 1;
}

function update(operation: Operation, operations: readonly Operation[]): Requirement[] {
  const readable = couldShow(operations, operation);
  const draft = (suffix: string, sentence: string, more: Partial<Requirement> = {}): Requirement =>
    requirementOf(operation, `${operation.id}.${suffix}`, { topic: 'update', sentence, ...more });
  const found: Requirement[] = [];
  if (setsState(operations, operation)) {
    found.push(
      draft('repeat', 'The same update sent twice has the same outcome twice.', { level: 'SHOULD' }),
      draft('concurrent', 'Two updates of one entity at the same time end in no server error.', { section: '7.1' }),
    );
  }
  if (readable) {
    found.push(
      draft('shows', 'What an accepted update writes shows afterwards where the dialect says.', { source: 'dialect' }),
      draft('nothing-else', 'An accepted update changes no other entity.'),
      operation.partial
        ? draft('omitted-stay', 'An update may leave unchanged members out; they keep their values.')
        : draft('omitted', 'What an update leaves out becomes what the dialect says: it stays, or is cleared.', {
            source: 'dialect',
          }),
    );
  }
  if (readable && !isSubmission(operation)) {
    found.push(
      requirementOf(operation, `${operation.id}.stays`, {
        topic: 'stays',
        source: 'dialect',
        sentence: 'An entity stays as it was last seen: no refused update comes in later, and no accepted one is lost.',
      }),
    );
  }
  if (operation.creates) {
    found.push(
      requirementOf(operation, `${operation.id}.creates`, {
        topic: 'creation',
        sentence: 'What is not there yet is created by the update, and is there afterwards.',
      }),
    );
  }
  if (readable) {
    found.push(draft('refused-unchanged', 'A refused update leaves the entity as it was.', { section: '7.1' }));
  }
  return found;
}

function words(kind: FixtureKind): string {
  return kind.replaceAll('-', ' ');
}
