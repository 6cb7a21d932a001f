/** What must not be copied from a target into a file: secrets, and what is somebody's own. */
import { isObject } from '../../spec/json.ts';

/** Names of members that hold a secret, or something about a person, in any spelling. */
const SECRET = /pass(word|phrase)?|secret|token|credential|private|api.?key|access.?(code|key)|pin$|cookie|otp/i;
const PERSONAL =
  /mail|phone|fax|mobile|(fore|sur|first|last|middle|given|family|full|common|login|user|display).?name|birth|street|address|contact|iban|passport|\bupn|eppn|employee/i;
/** A text that looks like one of these is one, whatever its member is called. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+/_=.-]{24,}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a text of the same kind looks like that is nobody's; undefined where only the owner could tell one. */
export function neutral(name: string, text: string): string | undefined {
  if (SECRET.test(name) || (TOKEN.test(text) && !UUID.test(text))) return undefined;
  if (EMAIL.test(text)) return 'conformance@example.test';
  if (!PERSONAL.test(name)) return text;
  return /^[+\d][\d\s()/.-]*$/.test(text) ? '+1 555 0100' : 'Conformance';
}

/**
 * The value without anything secret or personal: neutral texts in the places of personal ones; members that seem to hold a
 * secret are left out.
 */
export function withoutPersonal(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return neutral(name, value);
  if (Array.isArray(value)) {
    return value.map((item) => withoutPersonal(item, name)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return SECRET.test(name) && value !== null ? undefined : value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, inner]) => {
      const kept = withoutPersonal(inner, member);
      return kept === undefined ? [] : [[member, kept]];
    }),
  );
}
