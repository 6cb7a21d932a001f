/** Requirements that each operation gives by being documented: status, body, header, credential, absence (contract 4, 5, 7.1). */
import { KINDS } from '../kinds.ts';
import { mayNameItsEntity } from '../own-id.ts';
import type { Operation, Requirement } from '../types.ts';
import { absence, foreign, otherCustomer } from './absence.ts';
import { draft, withArticle } from './draft.ts';

/** The requirements of one operation of the Admin Operations API, without those of its parameters and body. */
export function operationRequirements(operation: Operation): Requirement[] {
  if (operation.interface === 'legacy') return [];
  return [
    ...success(operation),
    ...credential(operation),
    ...absence(operation),
    ...foreign(operation),
    ...otherCustomer(operation),
    ...eachType(operation),
    ...answers(operation),
    robustness(operation),
    precedence(operation),
    ...combinations(operation),
  ];
}

function success(operation: Operation): Requirement[] {
  if (operation.success.length === 0) {
    return [
      draft(operation, 'success.no-server-error', {
        topic: 'success',
        sentence: 'A valid request is not answered with a server error; its documented answer is not shown.',
      }),
    ];
  }
  const statuses = operation.success.map((response) => response.status).join(' or ');
  const found = [
    draft(operation, 'success.status', { topic: 'success', sentence: `A valid request is answered with ${statuses}.` }),
  ];
  const bodies = new Set(operation.success.map((response) => response.body));
  if (bodies.has('none')) {
    found.push(
      draft(operation, 'success.no-body', {
        topic: 'success',
        sentence: `The ${bodiless(operation)} answer to a valid request has no body.`,
      }),
    );
  }
  if (bodies.has('some')) {
    found.push(
      draft(operation, 'success.media-type', {
        topic: 'success',
        section: '4.1',
        sentence: 'The answer to a valid request is application/json.',
      }),
      draft(operation, 'success.body', {
        topic: 'success',
        sentence: `The answer to a valid request is a JSON ${documentedShape(operation)}.`,
      }),
    );
    if (operation.success.some((response) => response.standing !== 'contract')) {
      found.push(
        draft(operation, 'success.schema', {
          topic: 'success',
          source: 'dialect',
          sentence: `The answer to a valid request satisfies the dialect's schema ${operation.success[0]?.schemaName ?? ''}.`,
        }),
      );
    }
  }
  for (const { name } of operation.success.flatMap((response) => response.headers)) {
    found.push(
      draft(operation, `success.header.${name.toLowerCase()}`, {
        topic: 'success',
        sentence: `The answer to a valid request carries the header ${name}.`,
      }),
    );
  }
  return found;
}

/** The statuses whose answer is documented as empty; another success of the same operation may be silent. */
function bodiless(operation: Operation): string {
  return operation.success
    .filter(({ body }) => body === 'none')
    .map(({ status }) => status)
    .join(' or ');
}

function documentedShape(operation: Operation): string {
  const schema = operation.success[0]?.contents[0]?.schema;
  return typeof schema === 'object' && schema['type'] === 'array' ? 'array' : 'object';
}

function credential(operation: Operation): Requirement[] {
  const found = [
    draft(operation, 'credential.missing', {
      topic: 'credential',
      section: '5',
      sentence: 'A request without a credential is answered with 401.',
    }),
    draft(operation, 'credential.invalid', {
      topic: 'credential',
      section: '5',
      sentence: 'A request with an invalid credential is answered with 401.',
    }),
    draft(operation, 'credential.elsewhere', {
      topic: 'credential',
      section: '5',
      source: 'dialect',
      sentence: 'A token in the query or in a form, and none in the Authorization field, is taken as the dialect says.',
    }),
  ];
  if (operation.role !== undefined) {
    found.push(
      draft(operation, 'role', {
        topic: 'role',
        section: '5',
        sentence: `An administrator without the role ${operation.role} is refused, and nothing changes.`,
      }),
      draft(operation, 'same-state', {
        topic: 'role',
        section: '3.4',
        source: 'dialect',
        sentence: 'Done a second time, when the entity is in that state already, it is answered as the dialect says.',
      }),
    );
  }
  return found;
}

/** True for an operation that reads or changes an entity which may be of several types. */
export function servesEachType({ entity, effect, interface: name, success: documented }: Operation): boolean {
  return (
    name === 'admin' &&
    entity !== undefined &&
    KINDS[entity].types !== undefined &&
    effect !== 'destroy' &&
    documented.length > 0
  );
}

function eachType(operation: Operation): Requirement[] {
  if (!servesEachType(operation)) return [];
  const kind = operation.entity ?? '';
  return [
    draft(operation, 'each-type', {
      topic: 'each-type',
      section: '4.1',
      sentence: `${withArticle('A', kind)} that is there is found, of whatever type it is.`,
    }),
  ];
}

/** What holds of one answer holds of all: for other entities, for an empty list, for a repetition. */
function answers(operation: Operation): Requirement[] {
  const { success: documented, absence: missing } = operation;
  const found: Requirement[] = [
    draft(operation, 'answers.no-server-error', {
      topic: 'answers',
      section: '7.1',
      sentence: 'No request, whatever came before it, is answered with a server error or not at all.',
    }),
  ];
  found.push(
    draft(operation, 'answers.declared', {
      level: 'SHOULD',
      topic: 'answers',
      source: 'dialect',
      sentence:
        'What the dialect says of the form of answers holds of every answer, whatever was asked for and by whom.',
    }),
  );
  if (documented.length > 0) {
    found.push(
      draft(operation, 'answers.form', {
        topic: 'answers',
        sentence: 'Every success, whatever was asked for, has the documented status, media type, body and headers.',
      }),
    );
  }
  if (documented.some(({ body, standing }) => body === 'some' && standing !== 'contract')) {
    found.push(
      draft(operation, 'answers.schema', {
        topic: 'answers',
        source: 'dialect',
        sentence: `Every success, of whatever entity, satisfies the dialect's schema ${documented[0]?.schemaName ?? ''}.`,
      }),
    );
  }
  if (mayNameItsEntity(operation)) {
    found.push(
      draft(operation, 'answers.own-id', {
        topic: 'answers',
        source: 'dialect',
        sentence:
          'Every success names the entity that was asked for, where the schema of the dialect has its identifier.',
      }),
    );
  }
  // What a body or a query names besides may be missing, too: how that is answered is not shown.
  const bare =
    operation.body === undefined &&
    !operation.parameters.some(({ in: place, required }) => place === 'query' && required);
  if (bare && (missing === 'documented' || missing === 'entity-body')) {
    found.push(
      draft(operation, 'answers.absent', {
        topic: 'answers',
        section: '7.1',
        sentence: 'Every 404 answer for an entity that does not exist has the documented body.',
      }),
    );
  }
  return found;
}

function robustness(operation: Operation): Requirement {
  return draft(operation, 'robust', {
    topic: 'robustness',
    section: '7.1',
    sentence: 'No input, however odd, is answered with a server error, a hang or a dropped connection.',
  });
}

function precedence(operation: Operation): Requirement {
  return draft(operation, 'precedence', {
    topic: 'precedence',
    section: '7.1',
    sentence: 'Which of two faults is answered is not shown; the answer is no server error.',
  });
}

function combinations(operation: Operation): Requirement[] {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (query.length < 2) return [];
  return [
    draft(operation, 'pairs.accepts', {
      topic: 'pairs',
      sentence:
        'Every pair of parameters may be given together within their documented constraints, and what is not required may be left out.',
    }),
  ];
}
