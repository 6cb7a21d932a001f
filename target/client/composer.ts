/** From a check's request to a message: where it goes, what the client adds, and which credentials are put in. */
import type { Authorization } from '../credentials.ts';
import { packageVersion } from '../package.ts';
import { isLoopback } from '../profile/hosts.ts';
import type { Profile } from '../profile/types.ts';
import type { WireRequest } from '../types.ts';
import { UnsendableRequest } from './errors.ts';
import { type Address, addressOf, compose, type Envelope, type Message } from './message.ts';
import { fillForm, fillMadeUp, hasPlaceholder, type Logins } from './placeholders.ts';

export class Composer {
  readonly #addresses = new Map<string, Address>();
  readonly #checkHeader: string | false;
  readonly #proxied: boolean;
  readonly #logins: Logins;
  readonly #seed: number;

  constructor(profile: Profile, logins: Logins, seed: number) {
    this.#checkHeader = profile.checkHeader;
    this.#proxied = profile.proxy !== undefined;
    this.#logins = logins;
    this.#seed = seed;
    if (profile.admin !== undefined) this.#addresses.set('admin', addressOf(profile.admin.url));
    if (profile.legacy !== undefined) this.#addresses.set('legacy', addressOf(profile.legacy.url));
    if (profile.legacy?.plainUrl !== undefined) this.#addresses.set('plain', addressOf(profile.legacy.plainUrl));
  }

  /** Absolute URL of a request. @throws UnsendableRequest when the profile does not give the service's URL. */
  url(request: WireRequest): string {
    const { origin, base } = this.#address(request);
    return origin + base + request.target;
  }

  /** @throws UnsendableRequest when the profile does not have what the request needs. */
  compose(request: WireRequest, authorization: Authorization | undefined): Message {
    const address = this.#address(request);
    const envelope: Envelope = {
      address,
      authorization,
      own: this.#ownHeaders(request),
      proxied: this.#proxied,
      ...(request.service === 'legacy' ? this.#fill(request, address) : {}),
    };
    return compose(request, envelope);
  }

  /**
   * The real login only goes to the legacy service, and in the clear only within this machine; into bodies, and into a URL
   * only where a check asks for that.
   */
  #fill(request: WireRequest, address: Address): Pick<Envelope, 'body' | 'target'> {
    const { body, target } = request;
    const safe = address.origin.startsWith('https:') || isLoopback(address.origin);
    const real = safe && request.loginInTarget === true;
    return {
      ...(hasPlaceholder(target)
        ? { target: real ? fillForm(target, this.#logins) : fillMadeUp(target, this.#seed) }
        : {}),
      ...(typeof body === 'string' && hasPlaceholder(body)
        ? { body: safe ? fillForm(body, this.#logins) : fillMadeUp(body, this.#seed) }
        : {}),
    };
  }

  #ownHeaders(request: WireRequest): (readonly [string, string])[] {
    const checkHeader = this.#checkHeader;
    const own: (readonly [string, string])[] = [
      ['User-Agent', `certconform/${packageVersion}`],
      ['Accept-Encoding', 'identity'],
    ];
    if (checkHeader !== false && request.check !== undefined) {
      own.push([checkHeader, request.check.replace(/[^\u0021-\u007e]/g, '-')]);
    }
    const without = (request.without ?? []).map((name) => name.toLowerCase());
    return own.filter(([name]) => !without.includes(name.toLowerCase()));
  }

  #address(request: WireRequest): Address {
    const name = request.service === 'legacy' && request.plain === true ? 'plain' : request.service;
    const address = this.#addresses.get(name);
    if (address !== undefined) return address;
    const member = name === 'plain' ? 'legacy.plainUrl' : `${name}.url`;
    throw new UnsendableRequest(`The request needs ${member}, which the profile does not give; add it.`);
  }
}
