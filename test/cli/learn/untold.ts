/** What an owner can say who knows addresses, tokens and ids, and nothing of how the server answers. */
import type { Emulator } from '../../../emulator/index.ts';

/** The emulator's profile without its dialect, and its fixtures without traits. */
export function untold(emulator: Emulator): Record<string, unknown> {
  const { dialect: _, fixtures, ...told } = emulator.profile() as { dialect: unknown; fixtures: Fixtures };
  const bare = Object.entries(fixtures).map(([kind, all]) => [kind, all.map(({ traits: __, ...fixture }) => fixture)]);
  return { ...told, fixtures: Object.fromEntries(bare) as unknown };
}

type Fixtures = Readonly<Record<string, readonly { readonly traits?: unknown }[]>>;
