import { isOwn } from '../domain/alert/own-alert.ts'
import { STALE_COUNTED_MAX } from '../domain/overview/overview.ts'
import { RAISED_STATES } from '../domain/alert/severity.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { Log } from '../telemetry/log.ts'
import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 60_000
/** The longest delay on an idle node. */
const IDLE_MS = 120_000

const CHARACTERS_MAX = 4_000_000

interface StaleDeps {
  readonly store: Pick<Store, 'listAlerts'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn'>
  readonly staleAfterMs: number
  readonly onCounted: (count: number) => void
}

/** Logs active alerts that no monitor reports any more. It clears nothing: silence is no recovery. */
export function watchStaleAlerts({ store, clock, log, staleAfterMs, onCounted }: StaleDeps): PeriodicTask {
  let notifiedIds: ReadonlySet<number> = new Set()
  return {
    name: 'alerts.stale',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    logsSteps: false,
    step: async () => {
      const filter = { states: RAISED_STATES, silentSince: clock.now() - staleAfterMs }
      const silent = await store.listAlerts(filter, {
        limit: STALE_COUNTED_MAX,
        charactersMax: CHARACTERS_MAX,
      })
      const stale = silent.filter((alert) => !isOwn(alert))
      onCounted(stale.length)
      const oldest = stale.findLast(({ id }) => !notifiedIds.has(id))
      notifiedIds = new Set(stale.map(({ id }) => id))
      if (oldest) {
        const { id, source, name } = oldest
        log.warn({ count: stale.length, alert: id, source, name }, 'alerts.stale')
      }
      return 0
    },
  }
}
