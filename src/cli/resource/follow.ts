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

/** Shows what is new in a list, oldest first, until somebody interrupts. A service that is away is asked again. */
export async function follow(
  client: Pick<ApiClient, 'send'>,
  context: Pick<CliContext, 'clock' | 'untilInterrupted'>,
  { path, query, shown }: Followed,
  show: (items: readonly JsonObject[], now: Instant) => void,
): Promise<void> {
  const interrupted = context.untilInterrupted()
  let last = greatestId(shown)
  while (await isTimeToLook(context, interrupted)) {
    const found = await collectItems(client, { path, query, limit: AT_ONCE_MAX }).catch(() => undefined)
    const fresh = (found?.items ?? []).filter((item) => idOf(item) > last)
    if (fresh.length === 0) continue
    last = greatestId(fresh)
    show(fresh.toReversed(), context.clock.now())
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

function greatestId(items: readonly JsonObject[]): number {
  return items.reduce((greatest, item) => Math.max(greatest, idOf(item)), 0)
}

function idOf({ id }: JsonObject): number {
  return typeof id === 'number' ? id : 0
}
