import type { Clock } from '../../../runtime/clock.ts'
import type { Event } from '../../../domain/alert/event.ts'
import type { Store } from '../../../storage/store.ts'

/** The newest events, which a preview examines. */
export const PREVIEWED_MAX = 1000
/** The longest time of a preview, which then shows what it has found. */
export const PREVIEW_MS_MAX = 2000

const PAGE = 100
const PAGE_CHARACTERS_MAX = 2_000_000

interface RecentEvents {
  readonly read: readonly Event[]
  /** False: the time was over first. */
  readonly isComplete: boolean
}

/** Reads the newest events of one kind or both until `endsAt`, page by page, so that others are served. */
export async function readRecentEvents(
  store: Store,
  clock: Clock,
  kind: Event['kind'] | undefined,
  endsAt = clock.monotonic() + PREVIEW_MS_MAX,
): Promise<RecentEvents> {
  const read: Event[] = []
  for (let before: number | undefined; read.length < PREVIEWED_MAX;) {
    if (clock.monotonic() > endsAt) return { read, isComplete: false }
    const page = await store.listEvents(kind ? { kind } : {}, {
      limit: PAGE,
      charactersMax: PAGE_CHARACTERS_MAX,
      ...(before !== undefined && { before }),
    })
    read.push(...page.filter((event) => event.kind === 'job_run' || event.trigger === 'change'))
    before = page.at(-1)?.id
    if (before === undefined || (page.length < PAGE && page.isCut !== true)) break
  }
  return { read: read.slice(0, PREVIEWED_MAX), isComplete: true }
}
