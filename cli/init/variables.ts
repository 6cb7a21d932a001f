/** Names of environment variables that a profile refers to. */

/** What makes a text no name of a variable. It is not repeated: it is most likely the secret itself. */
export function variableFault(name: string): string | undefined {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) return undefined;
  return 'takes the name of an environment variable, such as CERTCONFORM_TOKEN, not the secret itself; secrets never stand in a profile.';
}
