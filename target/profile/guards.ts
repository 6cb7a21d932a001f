/** What a profile may not be combined with: the rules that keep a target's data safe. */
import { EFFECTS, type Effect, permits } from '../../spec/vocabulary.ts';
import type { Draft } from './complete.ts';
import { ProfileError } from './errors.ts';
import { isAllowed, isLoopback } from './hosts.ts';
import { type Path, type ProfileSource, pointerOf } from './source.ts';
import type { Profile } from './types.ts';

/**
 * Decides what the run may do, and refuses what would be dangerous.
 * @param effects what the user asks for on the command line.
 * @throws ProfileError with the reason and the way out.
 */
export function guard(draft: Draft, source: ProfileSource, effects: Effect | undefined): Profile {
  const refuse = (path: Path, what: string): never => {
    throw new ProfileError(`${source.where(path)}: ${what}.`, pointerOf(path));
  };
  const urls = targetUrls(draft);
  for (const [url, path] of urls) {
    const host = new URL(url).hostname;
    if (draft.allowHosts !== undefined && !isAllowed(host, draft.allowHosts)) {
      refuse(path, `the host ${host} is not in allowHosts; use an allowed host or add it there`);
    }
  }
  const loopback = urls.every(([url]) => isLoopback(url));
  if (draft.tls.selfSigned) {
    const remote = urls.find(([url]) => !isLoopback(url));
    if (remote !== undefined) {
      refuse(
        ['tls', 'selfSigned'],
        `selfSigned is only for this machine, not for ${new URL(remote[0]).hostname}; name the authority's file in tls.ca`,
      );
    }
  }
  if (draft.legacy?.url.startsWith('http:') === true && !isLoopback(draft.legacy.url)) {
    refuse(['legacy', 'url'], 'the login would travel unencrypted; use https, or plainUrl for the check of plain HTTP');
  }
  if (draft.legacy?.plainUrl?.startsWith('https:') === true) {
    refuse(['legacy', 'plainUrl'], 'plainUrl is for plain HTTP; write it as http://...');
  }
  const { effects: ceiling, ...rest } = draft;
  const effect = permittedEffect(draft, loopback, effects, refuse);
  return { ...rest, effect, loopback, warnings: warningsOf(draft) };
}

function permittedEffect(
  draft: Draft,
  loopback: boolean,
  asked: Effect | undefined,
  refuse: (path: Path, what: string) => never,
): Effect {
  const ceiling = draft.effects;
  if (loopback) {
    if (asked !== undefined && ceiling !== undefined && !permits(ceiling, asked)) {
      refuse(['effects'], `--effects ${asked} goes beyond effects: ${ceiling}; lower the one or raise the other`);
    }
    return asked ?? ceiling ?? 'observe';
  }
  if (asked === undefined) {
    if (ceiling !== undefined && ceiling !== 'observe') {
      refuse(
        ['effects'],
        `effects: ${ceiling} on a target that is not this machine also needs --effects ${ceiling} (or give --effects observe)`,
      );
    }
    return 'observe';
  }
  if (ceiling !== undefined && !permits(ceiling, asked)) {
    refuse(['effects'], `--effects ${asked} goes beyond effects: ${ceiling}; lower the one or raise the other`);
  }
  const given = draft.provision !== undefined ? 'destroy' : highest(draft.fixtures.map((fixture) => fixture.allow));
  if (asked !== 'observe' && !permits(given, 'modify')) {
    refuse(
      ['fixtures'],
      `--effects ${asked} has nothing to work on: no fixture has allow: modify or allow: destroy; say which may be touched`,
    );
  }
  return asked;
}

function highest(effects: readonly Effect[]): Effect {
  return effects.reduce<Effect>(
    (most, effect) => (EFFECTS.indexOf(effect) > EFFECTS.indexOf(most) ? effect : most),
    'observe',
  );
}

function targetUrls(draft: Draft): [url: string, path: Path][] {
  const urls: [string, Path][] = [];
  if (draft.admin !== undefined) urls.push([draft.admin.url, ['admin', 'url']]);
  if (draft.legacy !== undefined) urls.push([draft.legacy.url, ['legacy', 'url']]);
  if (draft.legacy?.plainUrl !== undefined) urls.push([draft.legacy.plainUrl, ['legacy', 'plainUrl']]);
  return urls;
}

function warningsOf(draft: Draft): string[] {
  const warnings: string[] = [];
  if (draft.admin?.bearer !== undefined && draft.admin.url.startsWith('http:') && !isLoopback(draft.admin.url)) {
    warnings.push(
      `The bearer credential travels unencrypted to ${new URL(draft.admin.url).host}; use https where the target offers it.`,
    );
  }
  if (draft.legacy !== undefined && draft.legacy.loginName?.length === undefined) {
    warnings.push('legacy.loginName is not given: the legacy actions cannot be shown to accept anything.');
  }
  return warnings;
}
