import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { place } from '../edge/answers.ts';
import { overdoReset } from '../faults/resets.ts';
import { badRequest, done, ok } from '../reply.ts';
import type { Bucket, Task } from '../state/entities.ts';
import { changes, compact, lastingChanges } from './updates.ts';

const SCHEDULE = [
  'name',
  'certBucketId',
  'frequency',
  'timeZone',
  'time',
  'month',
  'dayOfMonth',
  'dayOfWeek',
  'year',
  'agent',
] as const;

const bucket = (call: Call) => call.world.state.buckets.get(String(call.path['bucketId']).toLowerCase());

/** The discovery operations (contract 4.11). */
export const discoveryHandlers: Handlers = {
  'PUT /api/discovery/v4/net_task/{id}': handler<Task>({
    find: (call) => call.world.state.netTasks.get(pathId(call, 'id')),
    run: (call, task) => edit(call, task, [...SCHEDULE, 'ranges']),
  }),
  'PUT /api/discovery/v4/ad_task/{id}': handler<Task>({
    find: (call) => call.world.state.adTasks.get(pathId(call, 'id')),
    run: (call, task) => edit(call, task, [...SCHEDULE, 'depth', 'domainDefinition']),
  }),
  'GET /api/discovery/v1/bucket/{bucketId}': handler<Bucket>({ find: bucket, run: (_call, one) => ok(show(one)) }),
  'PUT /api/discovery/v1/bucket/{bucketId}': handler<Bucket>({
    find: bucket,
    run: (call, one) => {
      const before = one.authenticationEnabled;
      if (call.world.policy.clearsMembers) one.assignmentRules = [];
      Object.assign(one, lastingChanges(bodyObject(call), ['name', 'authenticationEnabled', 'assignmentRules']));
      const switchedOn = one.authenticationEnabled && !before;
      if (switchedOn) renew(call, one);
      return ok({ ...show(one), ...(switchedOn ? { clientSecret: one.clientSecret } : {}) });
    },
  }),
  'DELETE /api/discovery/v1/bucket/{bucketId}': handler<Bucket>({
    find: bucket,
    run: (call, one) => {
      const { state, policy } = call.world;
      const used = [...state.netTasks.values()].some((task) => task.details['certBucketId'] === one.id);
      if (used && policy.otherwise('bucket.delete.condition')) return badRequest('A task uses the bucket.');
      state.buckets.delete(one.id);
      return done(204);
    },
  }),
  'PUT /api/discovery/v1/bucket/{bucketId}/reset-client-secret': handler<Bucket>({
    find: bucket,
    run: (call, one) => {
      const open = !one.authenticationEnabled && call.world.policy.otherwise('bucket.client-secret.condition');
      if (open) return badRequest('The bucket needs no secret.');
      renew(call, one);
      overdoReset(call, one);
      return resetAnswer(call, one);
    },
  }),
};

function edit(call: Call, task: Task, members: readonly string[]) {
  Object.assign(task.details, changes(bodyObject(call), members));
  return done(200);
}

function show(one: Bucket): Record<string, unknown> {
  const { id, name, authenticationEnabled, assignmentRules, orgDelegations } = one;
  const clientId = authenticationEnabled ? one.clientId : undefined;
  return compact({ id, name, authenticationEnabled, assignmentRules, orgDelegations, clientId });
}

function renew(call: Call, one: Bucket): void {
  one.clientId ??= call.world.random.uuid();
  one.clientSecret = call.world.random.uuid();
}

/** The contract shows no response for a reset, so its status and members are the dialect's. */
function resetAnswer(call: Call, one: Bucket) {
  const { status, members } = call.world.policy.clientSecret;
  if (members === undefined) return done(status);
  const body: Record<string, unknown> = {};
  for (const [member, pointer] of Object.entries(members))
    place(body, pointer, one[member as 'clientId' | 'clientSecret']);
  return { status, body };
}
