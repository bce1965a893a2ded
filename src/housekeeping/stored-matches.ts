import type { Instant } from '../domain/instant.ts'
import { describeStoredMatches, type StoredMatch } from '../domain/matching/match-warnings.ts'
import { WINDOWS_MAX } from '../domain/window/window.ts'
import type { Store } from '../storage/store.ts'
import type { Log } from '../telemetry/log.ts'

type ReadStore = Pick<Store, 'listRoutedWebhooks' | 'listSilencesAt' | 'listWindows'>

/** Reads the matchers in force: of webhooks, active silences and maintenance windows. */
export async function readStoredMatches(store: ReadStore, now: Instant): Promise<readonly StoredMatch[]> {
  const [webhooks, silences, windows] = await Promise.all([
    store.listRoutedWebhooks(),
    store.listSilencesAt(now),
    store.listWindows(now, { limit: WINDOWS_MAX }),
  ])
  return [
    ...webhooks.map(({ id, match, matchOwner }) => ({ noun: 'webhook', id, match, matchOwner }) as const),
    // An occurrence has the matchers of its window, which is named instead.
    ...silences
      .filter(({ windowId }) => windowId === null)
      .map(({ id, match, matchOwner }) => ({ noun: 'silence', id, match, matchOwner }) as const),
    ...windows.map(
      ({ id, match, matchOwner }) => ({ noun: 'maintenance window', id, match, matchOwner }) as const,
    ),
  ]
}

/** Logs at the start which stored matchers are unusable: the release may be a new one. */
export async function warnOfOutdatedMatches(store: ReadStore, now: Instant, log: Log): Promise<void> {
  const because = describeStoredMatches(await readStoredMatches(store, now))
  if (because !== undefined) log.warn({ because }, 'matchers.unusable')
}
