/** Journals what an order's methods were and sets them again (design rule 5). */

import { pointerOf } from '../../../spec/json.ts';
import type { WireRequest } from '../../../target/types.ts';
import type { CheckContext } from '../../engine/check.ts';
import type { Session } from '../../engine/session.ts';
import { ifAvailable } from '../../engine/unavailable.ts';
import { parseJson } from '../../judges/body.ts';
import { methodsShown, type RecordLook } from '../../judges/envelope-dcv.ts';
import { journalled } from '../../subject/restore.ts';
import { DCV } from '../action.ts';
import { LOGIN, wireOf } from '../call.ts';
import { type Field, field } from '../form.ts';
import { formedAddress, type Order } from '../orders.ts';
import { acceptedStatus } from '../status/control.ts';
import { throttleOf } from '../throttle.ts';
import type { DcvNames, Method } from './names.ts';

/** Puts one order back. Where the methods do not show and the profile does not name them, it can only be journalled. */
export class Restorer {
  readonly #context: CheckContext;
  readonly #session: Session;
  readonly #order: Order;
  readonly #names: DcvNames;
  readonly #before: RecordLook | undefined;
  #strike: (() => Promise<void>) | undefined;
  #verify: WireRequest | undefined;
  #sent = false;
  #accepted = false;

  constructor(context: CheckContext, order: Order, names: DcvNames, before: RecordLook | undefined) {
    this.#context = context;
    this.#session = context.session;
    this.#order = order;
    this.#names = names;
    this.#before = before;
  }

  /** Writes down how the order can be put back, before anything is sent. */
  async begin(): Promise<void> {
    const control = await ifAvailable(acceptedStatus(this.#context));
    if (control !== undefined) {
      const fields = [...LOGIN, field('orderNumber', this.#order.number)];
      this.#verify = wireOf(control.operation, { label: 'verify', fields });
    }
    this.#strike = await journalled(this.#session, {
      fixture: this.#order.fixture,
      restore: this.#requests(),
      ...(this.#verify === undefined || this.#before === undefined
        ? {}
        : {
            verify: this.#verify,
            before: this.#before.body ?? '',
            shown: { '/errorCode': 0 },
            compare: this.#comparison(),
          }),
    });
  }

  /** Where the methods show, nothing else counts: a record may move by itself. */
  #comparison(): readonly string[] {
    const { visible } = this.#names;
    const count = this.#before?.methods?.size ?? 0;
    if (visible === undefined || count === 0) return ['/data'];
    const at = (i: number, place: string): string => `${visible.pointer}/${i}${pointerOf(place)}`;
    return Array.from({ length: count }, (_, i) => [at(i, visible.name), at(i, visible.method)]).flat();
  }

  /** Tells that a change was sent, and whether it may have been accepted. */
  sent(accepted: boolean): void {
    this.#sent = true;
    this.#accepted ||= accepted;
  }

  /** Sets the methods again, looks, and closes the journal's entry when they show as they did. */
  async restore(): Promise<void> {
    if (this.#strike === undefined) return;
    if (!(await this.#isAsBefore())) {
      const throttle = throttleOf(this.#session.target, this.#session.contract);
      const send = (request: WireRequest): ReturnType<Session['send']> => this.#session.restore(request);
      let accepted = true;
      for (const request of this.#requests()) {
        const { reading } = await throttle.send(send, request, 'form', { valid: true });
        accepted &&= reading?.outcome === 'success';
      }
      const shows = await this.#shows();
      if (shows === false || (shows === undefined && (!accepted || this.#order.method === undefined))) return;
    }
    await this.#strike();
  }

  /** A refused change may have been made all the same: where the methods show, they are looked at. */
  async #isAsBefore(): Promise<boolean> {
    if (!this.#sent) return true;
    return (await this.#shows()) ?? !this.#accepted;
  }

  /** Whether the methods show as they did at first; undefined when they do not show. */
  async #shows(): Promise<boolean | undefined> {
    const known = this.#before?.methods;
    if (known === undefined || this.#verify === undefined) return undefined;
    const throttle = throttleOf(this.#session.target, this.#session.contract);
    const send = (request: WireRequest): ReturnType<Session['send']> => this.#session.restore(request);
    const { exchange, reading } = await throttle.send(send, this.#verify, 'json', { valid: true });
    const parsed = exchange.response === undefined ? undefined : parseJson(exchange.response);
    if (reading?.outcome !== 'success' || parsed === undefined || parsed.error !== undefined) return undefined;
    const now = methodsShown(parsed.value, this.#names.visible, Object.values(this.#names.methods));
    return [...known].every(([name, method]) => now?.get(name) === method);
  }

  /** One change per domain: lists of methods would soon be longer than permitted. */
  #requests(): WireRequest[] {
    const operation = this.#session.contract.operation(DCV);
    const shown = this.#before?.methods ?? new Map<string, string>();
    const named = this.#order.method;
    const methods: [string | undefined, string][] =
      shown.size > 0
        ? [...shown]
        : named === undefined
          ? []
          : this.#order.kind === 'single'
            ? [[undefined, named]]
            : this.#order.domains.map((domain) => [domain, named]);
    return methods
      .filter(([, method]) => method !== '')
      .map(([domain, method]) => wireOf(operation, { label: 'restore', fields: this.#fields(domain, method) }));
  }

  #fields(domain: string | undefined, method: string): Field[] {
    const fields = [...LOGIN, field('orderNumber', this.#order.number)];
    if (domain !== undefined && this.#order.kind === 'multi') fields.push(field('domainName', domain));
    fields.push(field('newMethod', method));
    const kind = (Object.entries(this.#names.methods) as [Method, string][]).find(([, name]) => name === method)?.[0];
    const address = this.#order.addressOf(domain) ?? formedAddress(domain ?? this.#order.domains[0] ?? '');
    if (kind === 'email') fields.push(field(this.#names.email, address));
    return fields;
  }
}
