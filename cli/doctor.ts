/** `certconform doctor`: is the target fit for a run, and the profile for the target? Reads only. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleFor } from '../reports/style.ts';
import { loadContract } from '../spec/load.ts';
import type { Contract } from '../spec/types.ts';
import { contractFor, profileOf } from '../suites/runner/sources.ts';
import { createTarget, type Profile } from '../target/index.ts';
import { examineConnection } from './doctor/connection.ts';
import { examineDialect } from './doctor/dialect.ts';
import type { Examination } from './doctor/examination.ts';
import type { Finding } from './doctor/finding.ts';
import { examineFixtures } from './doctor/fixtures.ts';
import { examineLogin } from './doctor/login.ts';
import { type Diagnosis, printDiagnosis } from './doctor/print.ts';
import type { Plan } from './plan/model.ts';
import { rehearse } from './plan/rehearse.ts';
import { chooseTarget, type TargetChoice } from './target-options.ts';
import { ABORTED } from './user-error.ts';

export interface DoctorOptions extends TargetChoice {
  readonly json: boolean;
}

/** Examines a target. Returns 0 when all is well, 1 when something is wrong, 2 when nothing answered. */
export async function doctorCommand(options: DoctorOptions): Promise<number> {
  const chosen = await chooseTarget(options);
  try {
    const profile = profileOf({ profile: chosen.profile });
    const contract = await contractFor(profile, true);
    const diagnosis = await examine(profile, contract);
    process.stdout.write(
      options.json
        ? `${JSON.stringify(diagnosis, null, 2)}\n`
        : printDiagnosis(diagnosis, contract, styleFor(process.stdout)),
    );
    if (!diagnosis.reached) return ABORTED;
    return diagnosis.findings.some(({ state }) => state === 'wrong') ? 1 : 0;
  } finally {
    await chosen.embedded?.close();
  }
}

async function examine(profile: Profile, contract: Contract): Promise<Diagnosis> {
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-doctor-'));
  const target = await createTarget(profile, { runDirectory });
  try {
    const examination: Examination = { profile, target, contract, assumed: await asIfClaimed(profile) };
    const connection = await examineConnection(examination);
    const findings: Finding[] = [...connection.findings];
    let fit = profile;
    if (connection.authorised && connection.list !== undefined) {
      findings.push(...(await examineDialect(examination, connection.list)));
      const fixtures = await examineFixtures(examination, connection.list);
      findings.push(...fixtures.findings);
      fit = { ...fit, fixtures: fit.fixtures.filter((fixture) => !fixtures.missing.includes(fixture)) };
    }
    const login = connection.reached ? await examineLogin(examination) : { findings: [], good: true };
    findings.push(...login.findings);
    const usable = withoutRefused(fit, { second: connection.secondAuthorised, login: login.good });
    const plan = connection.reached ? await consequences(usable, contract) : undefined;
    return {
      target: {
        name: profile.name,
        urls: [profile.admin?.url, profile.legacy?.url].filter((url) => url !== undefined),
      },
      effect: profile.effect,
      reached: connection.reached,
      findings: [...profile.warnings.map(warning), ...contract.dialect.notices.map(notice), ...findings],
      ...(plan === undefined ? {} : { plan }),
    };
  } finally {
    await target.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}

/** The dialect as if the owner vouched for it: by it can be seen whether what is assumed holds. */
function asIfClaimed({ dialect }: Profile): Promise<Contract> {
  const own = typeof dialect === 'object' ? dialect : { base: dialect ?? 'default' };
  const known = own.base === undefined || ['default', 'alternate', 'none'].includes(own.base);
  return loadContract({ validate: false, dialect: known ? { ...own, claimed: true } : (dialect ?? 'default') });
}

/** The profile without the credentials that the target refuses: so the plan tells what they would have shown. */
function withoutRefused(profile: Profile, good: { readonly second: boolean; readonly login: boolean }): Profile {
  const { admin, legacy } = profile;
  const { second, ...first } = admin ?? { url: '', role: '' };
  const { loginName, loginPassword, ...nameless } = legacy ?? { url: '', wrongLoginLimit: 0, provokeRateLimit: false };
  return {
    ...profile,
    ...(admin === undefined || good.second ? {} : { admin: first }),
    ...(legacy === undefined || good.login ? {} : { legacy: nameless }),
  };
}

function consequences(profile: Profile, contract: Contract): Promise<Plan> {
  return rehearse(profile, contract, { seed: 1, depth: 'quick' });
}

function notice(text: string): Finding {
  return { topic: 'dialect', subject: 'openapi', state: 'doubt', text };
}

function warning(text: string): Finding {
  return { topic: 'connection', subject: 'profile', state: 'doubt', text };
}
