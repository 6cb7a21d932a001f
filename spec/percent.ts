/** Percent-encoding (RFC 3986, section 2.1), read as far as it can be: what is no such encoding stands for itself. */

/** What percent signs stand for; the text itself where they stand for nothing. */
export function percentDecoded(text: string): string {
  return decodedOr(text, text);
}

/** The same in a form or a query, where a plus sign stands for a blank. */
export function formDecoded(text: string): string {
  return decodedOr(text.replaceAll('+', ' '), text);
}

function decodedOr(text: string, otherwise: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return otherwise;
  }
}
