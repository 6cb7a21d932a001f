/** What would have to be added so that a requirement can be shown. */
import type { Result } from '../../reports/model.ts';
import { type Effect, permits } from '../../spec/vocabulary.ts';
import type { FixtureNeed, Profile } from '../../target/index.ts';
import type { Remedy } from './model.ts';

export interface Unproven {
  readonly result: Result;
  /** Effect of the check. */
  readonly effect: Effect;
  /** Fixtures that the check's group asked for in vain, by the reason given. */
  readonly missed: ReadonlyMap<string, FixtureNeed>;
  readonly profile: Profile;
}

/** The fixture or setting that is missing; undefined when nothing in the profile would help. */
export function remedyFor({ result, effect, missed, profile }: Unproven): Remedy | undefined {
  const need = missed.get(result.reason ?? '');
  if (need !== undefined && !permits(profile.effect, need.effect)) return setting(`--effects ${need.effect}`);
  if (need !== undefined) {
    return {
      kind: 'fixture',
      fixture: need.kind,
      allow: need.effect,
      ...(need.traits === undefined ? {} : { traits: need.traits }),
      ...(need.as === undefined ? {} : { as: need.as }),
    };
  }
  switch (result.cause) {
    case 'effect-not-permitted':
      return setting(
        `--effects ${effect === 'observe' ? (result.operation === undefined ? 'modify' : 'modify or destroy') : effect}`,
      );
    case 'area-not-claimed':
      return setting(claimSetting(result, profile));
    case 'no-credential':
      return setting(credentialSetting(result, profile));
    default:
      return undefined;
  }
}

function claimSetting({ interface: name, area }: Result, { admin, legacy }: Profile): string {
  if (name === 'legacy' && legacy === undefined) return 'legacy.url, legacy.loginName and legacy.loginPassword';
  return name === 'admin' && admin === undefined ? 'admin.url and admin.bearer' : `claims: [${area}]`;
}

function credentialSetting({ interface: name }: Result, { admin, legacy }: Profile): string {
  if (name === 'legacy') {
    return legacy?.loginName === undefined ? 'legacy.loginName and legacy.loginPassword' : 'legacy.plainUrl';
  }
  return admin?.bearer === undefined ? 'admin.bearer' : 'admin.second.bearer';
}

function setting(text: string): Remedy {
  return { kind: 'setting', setting: text };
}
