import type { Instant } from '../../domain/instant.ts'
import type { ApiClient } from '../client/api-client.ts'
import { collectItems } from '../client/pages.ts'
import type { CliContext } from '../program/context.ts'
import type { JsonObject } from '../../domain/json-object.ts'

/** How often a followed list is asked for what is new, in milliseconds. */
const EVERY_MS = 2_000
/** Entries that are shown of one look; a burst of more shows the newest. */
const AT_ONCE_MAX = 500

interface Followed {
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The entries that are shown already, newest first. */
  readonly shown: readonly JsonObject[]
}

/**
 * Shows what is new in a list, oldest first, until somebody interrupts: also what has come into it by a change, such as
 * an old delivery that fails now. A service that is away is asked again.
 */
export async function follow(
  client: Pick<ApiClient, 'send'>,
  context: Pick<CliContext, 'clock' | 'untilInterrupted'>,
  { path, query, shown }: Followed,
  show: (items: readonly JsonObject[], now: Instant) => void,
): Promise<void> {
  const interrupted = context.untilInterrupted()
  const known = new Set(shown.map(idOf))
  // At the first look, what is older than all that is shown was there before.
  let oldest = known.size === 0 ? 0 : Math.min(...known)
  while (await isTimeToLook(context, interrupted)) {
    const found = await collectItems(client, { path, query, limit: AT_ONCE_MAX }).catch(() => undefined)
    if (found === undefined) continue
    const unknown = found.items.filter((item) => !known.has(idOf(item)))
    for (const item of unknown) known.add(idOf(item))
    const fresh = unknown.filter((item) => idOf(item) > oldest)
    oldest = 0
    if (fresh.length > 0) show(fresh.toReversed(), context.clock.now())
  }
}

/** Resolves to false once somebody interrupts. */
function isTimeToLook({ clock }: Pick<CliContext, 'clock'>, interrupted: AbortSignal): Promise<boolean> {
  if (interrupted.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const cancel = clock.after(EVERY_MS, () => {
      interrupted.removeEventListener('abort', stop)
      resolve(true)
    })
    const stop = () => {
      cancel()
      resolve(false)
    }
    interrupted.addEventListener('abort', stop, { once: true })
  })
}

function idOf({ id }: JsonObject): number {
  return typeof id === 'number' ? id : 0
}
