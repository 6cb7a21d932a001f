import type { Contract, Operation } from '../../spec/types.ts';
import { propertiesOf } from '../edge/schemas.ts';
import { APPLIED_ANYWAY } from './anyway.ts';
import { BODY_SWITCHES } from './bodies.ts';
import { CUT_TEXTS, ESCAPE_TEXTS, FIRST_ITEMS, forgetSwitch } from './forget.ts';
import { APPLIED_LATE, LOST_LATE } from './late.ts';
import { FORGETS } from './memory.ts';
import { otherTypeFaults } from './other-types.ts';
import { resetFaults } from './resets.ts';
import type { Fault, FaultFamily } from './types.ts';

/** Makes a fault that is one switch in a handler. */
function switched(operation: string, family: FaultFamily, topic: string, name: string, breaks: string): Fault {
  return {
    id: `${operation}.${name.replaceAll(/[^A-Za-z0-9.-]+/g, '-')}`,
    family,
    operation,
    breaks: `${operation} ${breaks}.`,
    hint: { operation, topic },
    change: { kind: 'switch', name },
  };
}

/** Faults in what operations do to the state: transitions, roles, updates, deletions (contract 3, 4). */
export function stateFaults(contract: Contract): Fault[] {
  return [
    ...transitionFaults(contract),
    ...delegationFaults(),
    ...creationFaults(contract),
    ...roleFaults(contract),
    ...replacementFaults(),
    ...resetFaults(),
    ...contract.operations
      .filter((operation) => operation.interface === 'admin')
      .flatMap((one) => [
        ...effectFaults(one, contract),
        ...otherTypeFaults(one, contract, one.effect === 'modify' && shownMembers(one, contract).length > 0),
      ]),
  ];
}

/** Every cell of the table of 3.2: allowed changes refused or forgotten, others accepted or applied all the same. */
function transitionFaults(contract: Contract): Fault[] {
  const machine = contract.machines.find((one) => one.id === 'administrator-type');
  if (machine === undefined) return [];
  const make = (name: string, breaks: string) => switched('admin.update', 'state', 'transition', name, breaks);
  const cells = machine.states.flatMap((from) =>
    machine.states.flatMap((to) => {
      if (from === to) return [];
      const allowed = machine.transitions.some((step) => step.from === from && step.to === to);
      if (!allowed) return [make(`type-accepted:${from}>${to}`, `lets ${from} become ${to}`)];
      return [
        make(`type-refused:${from}>${to}`, `refuses to make ${from} ${to}`),
        make(`type-forgotten:${from}>${to}`, `accepts ${from} to ${to} but does not do it`),
      ];
    }),
  );
  return [
    ...cells,
    make('refused-but-applied', 'refuses a type change but does it'),
    make('clears-omitted', 'clears what is left out'),
    make('type-forgotten-with-others', 'accepts a type change that comes with a surname, and writes that alone'),
    make('type-accepted-with-others', 'lets any type change through that comes with other members'),
    make('type-alone', 'takes the type of an update that changes it, and nothing else'),
    ...['email', 'surname', 'title', 'forename'].map((member) =>
      make(`type-without:${member}`, `loses the ${member} that comes with another type`),
    ),
    make('refused-type-writes-others', 'refuses a type change but writes the other members'),
    make('type-reset-when-left-out', 'makes STANDARD whom an update says no type of'),
    make('type-clears-others', 'loses the surname when the type changes'),
  ];
}

/** Updates that also create, where there is nothing yet (contract 4.9). */
function creationFaults(contract: Contract): Fault[] {
  return contract.operations
    .filter(({ creates }) => creates)
    .flatMap(({ id }) => [
      switched(id, 'state', 'creation', 'creation-refused', 'refuses to create what is not there yet'),
      switched(id, 'state', 'creation', 'creation-forgotten', 'answers like a creation, and creates nothing'),
      switched(id, 'state', 'creation', 'creation-shared', 'creates for all that have none'),
    ]);
}

function delegationFaults(): Fault[] {
  const make = (operation: string, name: string, breaks: string) =>
    switched(operation, 'state', 'transition', name, breaks);
  const put = 'endpoint.delegations.update';
  const remove = 'endpoint.delegations.delete';
  const configure = 'endpoint.config.update';
  return [
    make(put, 'mode-forgotten', 'leaves the mode global'),
    make(put, 'several-refused', 'refuses more than one organization'),
    make(put, 'several-cut', 'keeps the first of several organizations only'),
    make(put, 'several-mode-forgotten', 'leaves the mode global for more than one organization'),
    make(put, 'statuses-swapped', 'answers 204 for a new and 201 for a known delegation'),
    make(put, 'refused-but-applied', 'refuses unknown organizations but turns to custom mode'),
    make(remove, 'mode-forgotten', 'leaves the mode custom'),
    make(remove, 'delegations-kept', 'keeps the delegations'),
    make(put, 'all-endpoints', 'turns all endpoints to custom mode'),
    make(remove, 'all-endpoints', 'turns all endpoints to global mode'),
    make(configure, 'mode-custom', 'turns the endpoint to custom mode'),
    make(configure, 'mode-global', 'turns the endpoint to global mode'),
  ];
}

function roleFaults(contract: Contract): Fault[] {
  return contract.operations
    .filter((operation) => operation.role !== undefined)
    .flatMap(({ id, role }) => [
      switched(id, 'role', 'role', 'role-ignored', `does not ask for the role ${role}`),
      switched(id, 'role', 'state', 'weary', 'is refused from the second time on, whatever was done in between'),
      // By what the dialect says of a repetition.
      ...(contract.answer('domain.same-state')?.value === 'accepted'
        ? [switched(id, 'role', 'role', 'repeated-refused', 'refuses what is done already')]
        : []),
    ]);
}

function replacementFaults(): Fault[] {
  const make = (name: string, breaks: string) => switched('admin.delete', 'state', 'replacing-requester', name, breaks);
  return [
    make('replacing-own-id', 'lets an administrator replace itself'),
    make('replacing-template', 'lets a template be a requester'),
    make('replacing-forgotten', 'leaves the certificates to the deleted one'),
    make('replacing-first-only', 'gives only the first certificate another requester'),
    make('replacing-rewritten', 'rewrites the surname of the one who takes over'),
    make('requester-lost', 'takes the requester away where nobody takes over'),
    ...['API', 'IDP', 'SAS'].map((type) =>
      make(`replacing-refused:${type}`, `lets no administrator of type ${type} take over`),
    ),
  ];
}

/** Updates that are not kept and deletions that do nothing or too much. */
function effectFaults(operation: Operation, contract: Contract): Fault[] {
  const { id, effect, method, body } = operation;
  if (method === 'GET') return [];
  const read = contract.operations.some(({ method: verb, path }) => verb === 'GET' && path === operation.path);
  const faults = bodyFormFaults(operation, read);
  const shown = shownMembers(operation, contract);
  const machine = contract.machines.some((one) => one.transitions.some((step) => step.operation === id));
  const unchanged = `${id}.refused-unchanged`;
  const isKept = contract.requirements.some((requirement) => requirement.id === unchanged);
  if (effect === 'destroy' || (isKept && shown.length > 0)) {
    faults.push(
      switched(id, 'state', 'refusal', APPLIED_ANYWAY, 'refuses bad credentials only after it has done its work'),
    );
  }
  if (
    contract.requirements.some((requirement) => requirement.id === `${id}.stays`) &&
    body !== undefined &&
    shown.length > 0
  ) {
    faults.push(
      switched(id, 'state', 'late', APPLIED_LATE, 'refuses bad credentials and does its work a second later'),
      switched(id, 'state', 'late', LOST_LATE, 'takes accepted changes back after a while'),
    );
  }
  if (effect === 'destroy') {
    faults.push(switched(id, 'state', 'deletion', 'not-applied', 'does not delete'));
    // Where no operation reads or updates the kind, nobody can see that a neighbour is gone.
    const lives = contract.operations.some(
      ({ method: verb, entity }) => (verb === 'GET' || verb === 'PUT') && entity === operation.entity,
    );
    if (lives) {
      faults.push(
        switched(id, 'state', 'deletion', 'neighbour-deleted', 'deletes the next entity of the kind as well'),
        switched(id, 'state', 'deletion', 'neighbour-before-deleted', 'deletes the one before it as well'),
      );
      if (read) faults.push(switched(id, 'state', 'deletion', 'far-deleted', 'deletes one far from it as well'));
      if (operation.entity === 'organization')
        faults.push(switched(id, 'state', 'deletion', 'departments-refused', 'refuses to delete departments'));
    }
  } else if (shown.length > 0 || machine) {
    faults.push(switched(id, 'state', 'update', 'not-applied', 'accepts a change but does not keep it'));
    faults.push(
      switched(id, 'state', 'update', 'second-not-applied', 'keeps the first change of an entity but no later one'),
    );
  }
  // A step of a machine comes back by another operation.
  if (effect !== 'destroy' && shown.length > 0) {
    faults.push(switched(id, 'state', 'update', 'return-not-applied', 'does not go back to what an entity was before'));
    if (read)
      faults.push(
        switched(id, 'state', 'update', FORGETS.afterRefused, 'forgets a change that follows a refused one'),
        switched(id, 'state', 'update', FORGETS.inTurns, 'forgets every second change when entities take turns'),
      );
    // Of the locations of SSL certificates only neighbours are fixtures.
    if (read && operation.entity !== 'ssl-location')
      faults.push(switched(id, 'state', 'update', 'far-changed', 'changes those far from it as well'));
  }
  if (shown.some((member) => isLongText(operation, member)))
    faults.push(
      switched(id, 'state', 'update', CUT_TEXTS, 'keeps only the beginning of long texts'),
      switched(id, 'state', 'update', ESCAPE_TEXTS, 'keeps texts as a page would show them'),
    );
  if (shown.some((member) => isWordList(operation, member)))
    faults.push(switched(id, 'state', 'update', FIRST_ITEMS, 'keeps the first item of each list'));
  for (const member of shown) {
    faults.push(switched(id, 'state', 'update', forgetSwitch(member), `loses ${member}`));
  }
  return faults;
}

/** @param read whether the entity can be read, so that what is lost can be seen. */
function bodyFormFaults({ id, body }: Operation, read: boolean): Fault[] {
  if (body === undefined) return [];
  const make = (name: string, breaks: string) => switched(id, 'bad-request', 'body', name, breaks);
  const faults = [make(BODY_SWITCHES.malformed, 'takes a body that is not JSON')];
  if (body.contents.some((content) => content.mediaType === 'application/xml')) {
    faults.push(
      make(BODY_SWITCHES.xmlRefused, 'refuses XML'),
      make(BODY_SWITCHES.xmlMalformed, 'takes XML that is not well-formed'),
    );
    if (read) faults.push(make(BODY_SWITCHES.xmlLost, 'accepts XML but does not keep the change'));
  }
  // Common libraries read it as nothing.
  faults.push({ ...make(BODY_SWITCHES.nullBody, 'takes null for a body'), standing: 'debatable' });
  const [content] = body.contents;
  if (typeof content?.schema !== 'object' || content.schema['type'] !== 'array') {
    faults.push(make(BODY_SWITCHES.unwrapped, 'takes the only item of a list for the body'));
  } else {
    faults.push(
      // Common libraries read them so.
      { ...make(BODY_SWITCHES.textItems, 'takes numbers that are written as texts'), standing: 'debatable' as const },
      { ...make(BODY_SWITCHES.nullItems, 'takes null for a number'), standing: 'debatable' as const },
      make(BODY_SWITCHES.laterItems, 'looks at the first item of a list only'),
    );
  }
  return faults;
}

/** Members that name entities of kinds of which there are no fixtures and no reads. */
const WITHOUT_FIXTURES: ReadonlySet<string> = new Set(['identityProviderId', 'assignmentRules']);

/** Top-level members of an update, by their internal names, that the dialect says must show in the matching GET. */
function shownMembers(operation: Operation, contract: Contract): string[] {
  const shown = contract.answer('update.readback')?.value as
    | Readonly<Record<string, readonly { write: string }[]>>
    | undefined;
  return (shown?.[operation.id] ?? []).flatMap(({ write }) => {
    if (write.startsWith('?')) return [write];
    const name = write.slice(1);
    const schema = operation.body?.contents[0]?.schema ?? true;
    const member = propertiesOf(schema, schema).get(name);
    // A constant cannot be seen to be lost, and of made-up references nobody can ask that they be kept.
    return member === undefined || 'const' in member || WITHOUT_FIXTURES.has(name)
      ? []
      : [String(member['x-member'] ?? name)];
  });
}

/** A list of words, or of members of an enumeration, that may hold several. */
function isWordList({ body }: Operation, member: string): boolean {
  const schema = body?.contents[0]?.schema ?? true;
  for (const [name, node] of propertiesOf(schema, schema)) {
    if ((node['x-member'] ?? name) !== member || node['type'] !== 'array') continue;
    const items = node['items'] as Readonly<Record<string, unknown>> | undefined;
    const words =
      items !== undefined && !['x-semantic', 'x-reference', 'pattern', 'format'].some((word) => word in items);
    if (words && items['type'] === 'string' && Number(node['maxItems'] ?? 2) > 1) return true;
  }
  return false;
}

/** A text of some length without a form of its own: that it is cut or rewritten can be seen. */
function isLongText({ body }: Operation, member: string): boolean {
  const schema = body?.contents[0]?.schema ?? true;
  for (const [name, node] of propertiesOf(schema, schema)) {
    if ((node['x-member'] ?? name) !== member) continue;
    const length = Number(node['maxLength'] ?? 0);
    const formed = ['pattern', 'format', 'enum', 'const', 'x-semantic', 'x-reference'].some(
      (keyword) => keyword in node,
    );
    if (node['type'] === 'string' && length >= 64 && length <= 4096 && !formed) return true;
  }
  return false;
}
