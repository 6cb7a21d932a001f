/** The errorCode of a legacy action, wherever its answer shows it. Pure (contract 2.2, 4.13, 7.2). */
import type { Exchange } from '../../spec/index.ts';

/** The envelope of the legacy actions, in either of its forms (contract 2.2, 4.13, 7.2), with whatever blanks and lines stand around it. */
const CODE = /(?:"errorCode"\s*:\s*"?|(?:^|[&\s])errorCode=)(-?\d+)/;

/** The errorCode that a legacy action answered with; undefined where none can be seen. */
export function legacyCodeOf(exchange: Exchange): number | undefined {
  const code = CODE.exec(bodyOf(exchange))?.[1];
  return code === undefined ? undefined : Number(code);
}

/** True where a legacy action tells an error. */
export function isLegacyError(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && (legacyCodeOf(exchange) ?? 0) !== 0;
}

function bodyOf(exchange: Exchange | undefined): string {
  return exchange?.response?.body ?? '';
}
