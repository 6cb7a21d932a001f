/** Reasons outside the contract for which a documented value may be refused (design rule 2: silence is never a failure). */
import type { Operation, Parameter } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import type { Excuse } from '../judges/index.ts';

/** Silences that let a server ask of a value for a form of its own, which those have that the contract's own words show. */
const FORMS_OF_ITS_OWN = new Set([
  'endpoint.uri-extension.form',
  'endpoint.link-address.form',
  'endpoint.contact-form',
  'validation.contact-form',
]);

/** Silences that let a server refuse a documented value for what it is given to, or with. */
const OCCASIONS = new Set([
  'endpoint.auth-types.combination',
  'validation.level-only-parameters',
  'validation.organization-reference',
  'entity.reference-unknown',
]);

/** Why a refusal of `text` is no failure here; undefined when nothing excuses it. */
export function excuseFor(context: CheckContext, operation: Operation, parameter: Parameter, text: string): Excuse {
  const claimed = (silence: string, value: unknown): boolean => {
    const answer = context.contract.answer(silence);
    return answer?.standing === 'claimed' && answer.value === value;
  };
  if (parameter.silences.includes('ssl.list.unknown-reference') && !claimed('ssl.list.unknown-reference', 'empty'))
    return { silence: 'ssl.list.unknown-reference' };
  const isFree = isShown(parameter, text);
  const open = parameter.silences.find(
    (silence) => OCCASIONS.has(silence) || (!isFree && FORMS_OF_ITS_OWN.has(silence)),
  );
  // Nobody can declare an answer to these, so a claimed dialect says nothing about them either.
  if (open !== undefined) return { silence: open };
  if (text === '' && parameter.required) return 'perhaps-missing';
  if (text === '' && !claimed('request.empty-value', 'absent') && isTyped(parameter))
    return { silence: 'request.empty-value' };
  if (parameter.name === 'endpointType' && !claimed('endpoint.type-change', 'ignored'))
    return { silence: 'endpoint.type-change' };
  if (operation.effect !== 'observe' && !context.contract.dialect.claimed && !isBounded(parameter)) return 'own-rules';
  return undefined;
}

/** The contract's own words allow it, whatever else a server asks of the form: an empty link address, or one with a listed scheme. */
function isShown({ schema }: Parameter, text: string): boolean {
  const examples = typeof schema === 'object' ? schema['examples'] : undefined;
  return Array.isArray(examples) && examples.includes(text);
}

function isTyped(parameter: Parameter): boolean {
  return typeof parameter.schema === 'object' && parameter.schema['type'] !== 'string';
}

/** A documented bound or set of values is a promise; a bare text is not. */
function isBounded({ schema }: Parameter): boolean {
  return (
    typeof schema === 'object' &&
    ['minimum', 'maximum', 'minLength', 'maxLength', 'enum', 'minItems'].some((keyword) => keyword in schema)
  );
}
