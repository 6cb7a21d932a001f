/** What a change of DCV methods is to bring about, read from the call itself (contract 4.13). Pure. */
import type { MethodsShown, Wanted } from '../../judges/envelope-dcv.ts';
import type { Field } from '../form.ts';

/**
 * The methods that a call asks for, domain by domain. @param first the domain of a call that names none
 * @returns undefined where the call or what the record shows does not tell
 */
export function effectOf(
  fields: readonly Field[],
  first: string | undefined,
  shown: MethodsShown | undefined,
): readonly Wanted[] | undefined {
  const domains = (textOf(fields, 'domainNames') ?? textOf(fields, 'domainName') ?? first ?? '').split(' ');
  const methods = (textOf(fields, 'newMethods') ?? textOf(fields, 'newMethod') ?? '').split(' ');
  const wanted = domains.map((domain, at) => ({ domain, method: methods[at] ?? '' }));
  const isTold = wanted.every(({ domain, method }) => method !== '' && shown?.has(domain.toLowerCase()) === true);
  return isTold && domains.length === methods.length ? wanted : undefined;
}

/** True when all that is wanted shows; where that is not known, when anything is other than before. */
export function isShown(
  wanted: readonly Wanted[] | 'unknown',
  before: MethodsShown | undefined,
  now: MethodsShown | undefined,
): boolean {
  if (wanted !== 'unknown') return wanted.every(({ domain, method }) => now?.get(domain.toLowerCase()) === method);
  return [...(now ?? [])].some(([domain, method]) => before?.get(domain) !== method);
}

/** The value of a plain form field; undefined when there is none. */
export function textOf(fields: readonly Field[], name: string): string | undefined {
  // Decodes what it can: some of the values are broken on purpose.
  return new URLSearchParams(fields.map(([own, value]) => `${own}=${value}`).join('&')).get(name) ?? undefined;
}
