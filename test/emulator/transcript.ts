import type { Emulation } from '../../emulator/emulation.ts';
import type { Fault } from '../../emulator/index.ts';
import type { Incoming } from '../../emulator/pipeline.ts';
import type { fixturesOf } from '../../emulator/profile.ts';
import { LOGINS, ORDERS } from '../../emulator/state/seed/orders.ts';
import type { State } from '../../emulator/state/store.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import { legacyProbes, violationProbes } from './probes.ts';
import { requestFor } from './requests.ts';
import type { fixtures } from './support.ts';

const STATE: Readonly<Record<string, keyof State>> = {
  'ssl-location': 'sslLocations',
  'client-certificate': 'clientCertificates',
  'client-location': 'clientLocations',
  'mark-certificate': 'markCertificates',
  administrator: 'administrators',
  person: 'persons',
  organization: 'organizations',
  notification: 'notifications',
  endpoint: 'endpoints',
  account: 'accounts',
  domain: 'domains',
  bucket: 'buckets',
};

type Known = ReturnType<typeof fixturesOf>;

/** Everything that one can see of an operation: answers to good and bad requests, and the state after each. */
export function transcript(emulation: Emulation, contract: Contract, known: Known, fault: Fault): string {
  const operation = contract.operation(fault.operation);
  return operation.interface === 'admin'
    ? adminTranscript(emulation, known, fault, operation)
    : legacyTranscript(emulation, operation);
}

function adminTranscript(emulation: Emulation, known: Known, fault: Fault, operation: Operation): string {
  const lines: string[] = [];
  const token = `Bearer ${emulation.principals[0].token}`;
  const send = (
    path: string,
    body: unknown,
    authorization: string | undefined = token,
    type = 'application/json',
    method: string = operation.method,
  ) => {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'content-type': type, ...(authorization === '-' ? {} : { authorization }) };
    const incoming: Incoming = { method, url: path, headers, body: Buffer.from(text) };
    const { status, headers: sent, body: answer } = emulation.answer(incoming, true);
    const shown = fault.family === 'state' || fault.family === 'role' ? digest(emulation, operation) : '';
    lines.push(`${status} ${JSON.stringify(sent)} ${answer ?? ''} ${shown}`);
  };
  const fixturesFor = (kind: string) => (known[kind as keyof Known] ?? []) as ReturnType<typeof fixtures>;
  const good = requestFor(fixturesFor, operation);
  const again = requestFor(fixturesFor, operation, 'again');
  const absent = requestFor(fixturesFor, operation, 'absent');
  if (fault.hint.topic === 'constraint') {
    for (const probe of violationProbes(operation, good, fault)) send(probe.path, probe.body);
    return lines.join('\n');
  }
  const unsigned = `Bearer x.${token.split('.')[1]}.`;
  const altered = [
    `${token}x`,
    `${token}.x`,
    token.slice(0, -1),
    `Bearer ${token.slice(7).toLowerCase()}`,
    token.slice(0, -11),
    unsigned,
    `Token ${token.slice(7)}`,
  ];
  for (const credential of ['-', '', 'Basic abc', 'Bearer a.b.c', 'Bearer xyz', ...altered])
    send(absent.path, absent.body, credential);
  send(absent.path, absent.body);
  if (fault.hint.topic === 'each-type') {
    const query = good.path.includes('?') ? `?${good.path.split('?')[1]}` : '';
    for (const { ids } of fixturesFor(operation.entity ?? ''))
      send(operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name])) + query, good.body);
  }
  if (fault.hint.topic === 'absence') send(absent.path.replace(/\d+(?=\?|$)/, '0'), undefined);
  send(good.path.replace(/\/[^/?]*(?=\?|$)/, '/!'), good.body);
  const glue = good.path.includes('?') ? '&' : '?';
  const odd = [
    'x=%00',
    `x=${'v'.repeat(5000)}`,
    'x=1&x=2',
    'x=%FF',
    'x=%F0%9F%98%80',
    Array.from({ length: 120 }, (_, i) => `y${i}=1`).join('&'),
  ];
  if (fault.hint.topic === 'path') {
    for (const { index, 0: id } of good.path.matchAll(/\/\d+(?=[/?]|$)/g))
      send(`${good.path.slice(0, index)}${id}abc${good.path.slice(index + id.length)}`, undefined);
    for (const path of foreignPaths(operation, fixturesFor(operation.entity ?? ''))) send(path, undefined);
  }
  for (const query of odd) send(`${good.path}${glue}${query}`, good.body);
  if (operation.body !== undefined) {
    for (const body of ['{', `{"x":${'['.repeat(40)}${']'.repeat(40)}}`, '"\u{1F600}"', '12', 'null', [{}]])
      send(good.path, body);
    send(good.path, '<r', token, 'application/xml');
    send(good.path, '<r><name>x</name></r>', token, 'application/xml');
  }
  special(operation, known).forEach(({ path, body, second, method }) => {
    send(path, body, second === true ? `Bearer ${emulation.principals[1].token}` : token, 'application/json', method);
  });
  emulation.reset();
  send(good.path, good.body);
  send(again.path, again.body);
  return lines.join('\n');
}

/** Paths of two ids that belong to different entities. */
function foreignPaths({ path }: Operation, known: ReturnType<typeof fixtures>): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const [first] = known;
  const [parent = '', child = ''] = names;
  if (names.length !== 2 || first === undefined) return [];
  return known
    .filter(({ ids }) => ids[parent] !== first.ids[parent])
    .slice(0, 3)
    .map(({ ids }) => path.replace(`{${parent}}`, String(first.ids[parent])).replace(`{${child}}`, String(ids[child])));
}

interface Special {
  readonly path: string;
  readonly body?: unknown;
  /** With the second administrator's token. */
  readonly second?: boolean;
  /** Another method than the operation's. */
  readonly method?: string;
}

/** Requests that only some operations know: type changes, delegations, replacements, roles, pages and filters. */
function special(operation: Operation, known: Known): Special[] {
  switch (operation.id) {
    case 'admin.update':
      return typeChanges(operation, known);
    case 'admin.delete':
      return [412, 491, 999_999, 551].map((id, i) => ({ path: `/api/admin/v1/${412 + i}?replacingRequesterId=${id}` }));
    case 'endpoint.delegations.update':
      return [[999_999], ['201'], [null], [201, null], [201, 202], [201], [202], [], [203]].map((body) => ({
        path: '/api/endpoint/v1/913/delegations',
        body,
      }));
    case 'endpoint.delegations.delete':
      return [{}, { method: 'PUT', body: [201] }, {}].map((one) => ({
        path: '/api/endpoint/v1/932/delegations',
        ...one,
      }));
    case 'domain.suspend':
      return [{ path: '/api/domain/v1/602/suspend', second: true }, ...twice('/api/domain/v1/602/suspend')];
    case 'domain.activate':
      return [{ path: '/api/domain/v1/622/activate', second: true }, ...twice('/api/domain/v1/622/activate')];
    case 'ssl.list':
      return operation.parameters
        .flatMap(({ name }) => [
          `${name}=1`,
          `${name}=30`,
          `${name}=true`,
          `${name}=Issued`,
          `${name}=nothing`,
          `position=20&${name}=5`,
        ])
        .concat(
          'orgId=201',
          'orgId=20',
          'orgId=203',
          'sslTypeId=51',
          'sslTypeId=5',
          'size=5',
          'size=200',
          'position=3&size=5',
          'position=500',
          'renewed=true&status=Issued',
          'status=Issued&orgId=201',
          'renewed=false&requestedIn=200&requester=nobody',
          'status=Issued&size=3',
          'status=Issued&size=3&position=3',
          'commonName=host-1005.example.test&vendor=nobody',
          'installStatus=Completed',
          'renewed=true&installStatus=Completed',
          'renewed=false&installStatus=Completed',
          'renewalStatus=Failed',
          'requestedVia=ACME',
          ...wordsOf(operation),
          ...textsOf(known),
        )
        .map((query) => ({ path: `/api/ssl/v2?${query}` }));
    default:
      return [];
  }
}

/** Each word of each filter that has some. */
function wordsOf({ parameters }: Operation): string[] {
  return parameters.flatMap(({ name, schema }) => {
    const words = typeof schema === 'object' ? ((schema['enum'] ?? []) as string[]) : [];
    return words.map((word) => `${name}=${encodeURIComponent(word)}`);
  });
}

/** What a certificate is declared to have, as it is and without its first or its last character. */
function textsOf(known: Known): string[] {
  const traits = known['ssl-certificate'].find((one) => one.traits?.['externalRequester'] !== undefined)?.traits ?? {};
  return Object.entries(traits).flatMap(([name, value]) => {
    const text = String(value);
    const others = typeof value === 'string' ? [`${text.slice(0, -1)}~`, `~${text.slice(1)}`] : [];
    return [text, ...others].map((one) => `${name}=${encodeURIComponent(one)}`);
  });
}

const twice = (path: string): Special[] => [{ path }, { path }];

/** Each type change on an administrator of its own. */
function typeChanges(operation: Operation, known: Known): { path: string; body: unknown }[] {
  const types = ['STANDARD', 'API', 'IDP', 'SAS'];
  const schema = operation.body?.contents[0]?.schema as { properties?: Record<string, { 'x-member'?: string }> };
  const renamed = JSON.stringify(schema).includes('"kind"');
  const members = Object.entries(schema.properties ?? {});
  const surname = members.find(([name, member]) => (member['x-member'] ?? name) === 'surname')?.[0] ?? 'surname';
  return types.flatMap((from) => {
    const all = known.administrator.filter((one) => one.allow === 'modify' && one.traits?.['type'] === from);
    return types.flatMap((to, i) =>
      [{}, { [surname]: 'Touched' }].map((others) => ({
        path: `/api/admin/v1/${all[i + 1]?.ids['id']}`,
        body: { ...(renamed ? { kind: to, login_secret: 'x' } : { type: to, identityProviderId: 1 }), ...others },
      })),
    );
  });
}

function legacyTranscript(emulation: Emulation, operation: Operation): string {
  const lines: string[] = [];
  const probes = legacyProbes(operation, LOGINS, ORDERS, emulation.world.policy);
  for (const { form, method = 'POST', secure = true, space = '+', inQuery } of probes) {
    const text = new URLSearchParams(form).toString().replaceAll('+', space);
    const body = Buffer.from(inQuery === true ? '' : text);
    const url = inQuery === true ? `${operation.path}?${text}` : operation.path;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, headers: sent, body: answer } = emulation.answer({ method, url, headers, body }, secure);
    lines.push(
      `${status} ${JSON.stringify(sent)} ${answer ?? ''} ${JSON.stringify([...emulation.world.state.orders.values()])}`,
    );
  }
  return lines.join('\n');
}

/** The entities of the operation's kind. */
function digest(emulation: Emulation, operation: Operation): string {
  const { state } = emulation.world;
  const kind = STATE[operation.entity ?? 'ssl-certificate'];
  return kind === undefined || operation.method === 'GET' ? '' : JSON.stringify([...state[kind].values()]);
}
