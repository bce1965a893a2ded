import type { Instant } from '../../domain/instant.ts'
import type { CharactersMaxOf, OwnedMatch } from '../../domain/matching/match-budget.ts'
import { ALL_CHARACTERS, charactersMaxOf, costOf } from '../../domain/matching/match-budget.ts'
import { WINDOWS_MAX } from '../../domain/window/window.ts'
import type { Store } from '../../storage/store.ts'

/** Reads how many characters the patterns of webhooks see; none of these has patterns: nothing is read. */
export async function readWebhookLimits(
  store: Store,
  shown: readonly OwnedMatch[],
): Promise<CharactersMaxOf> {
  return shown.some(hasPatterns) ? charactersMaxOf(await store.listRoutedWebhooks()) : ALL_CHARACTERS
}

/** Reads the same for silences and maintenance windows, which share a budget. */
export async function readSilenceLimits(
  store: Store,
  shown: readonly OwnedMatch[],
  now: Instant,
): Promise<CharactersMaxOf> {
  if (!shown.some(hasPatterns)) return ALL_CHARACTERS
  const [silences, windows] = await Promise.all([
    store.listSilencesAt(now),
    store.listWindows(now, { limit: WINDOWS_MAX }),
  ])
  // An occurrence's silence has the matchers of its window.
  return charactersMaxOf([...silences.filter(({ windowId }) => windowId === null), ...windows])
}

function hasPatterns({ match }: OwnedMatch): boolean {
  return costOf(match).instructions > 0
}
