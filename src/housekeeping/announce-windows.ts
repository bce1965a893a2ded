import { RAISED_STATES } from '../domain/alert/severity.ts'
import { matchedAlert } from '../domain/matching/match-values.ts'
import { NOT_COVERED, Silences } from '../domain/silence/silences.ts'
import type { DueAnnouncement } from '../domain/window/announcement.ts'
import { ANNOUNCED, beginReport, endReport, nextAnnounced } from '../domain/window/announcement.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 1_000
/** An idle node is woken when a window is due. */
const IDLE_MS = 300_000
const STEP_MAX = 20
/** Limits the active alerts, the newest first, that are read to count what a window covers, and their characters. */
const ALERTS_MAX = 1_000
const CHARACTERS_MAX = 4_000_000

interface AnnounceDeps {
  readonly store: Pick<
    Store,
    'listAnnouncements' | 'noteAnnounced' | 'listRoutedWebhooks' | 'listAlerts' | 'acceptObservations'
  >
  readonly clock: Pick<Clock, 'now'>
  readonly wake: () => void
  readonly onEvents: (count: number) => void
}

/**
 * Notifies the webhooks that ask for it when a maintenance window begins and ends. After a crash it repeats its report,
 * which changes nothing.
 */
export function announceWindows(deps: AnnounceDeps): PeriodicTask {
  const { store, clock } = deps
  return {
    name: 'housekeeping.windows_announced',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    stepMax: STEP_MAX,
    step: async () => {
      const due = await store.listAnnouncements({ now: clock.now(), limit: STEP_MAX })
      for (const one of due) await announce(deps, one)
      return due.length
    },
  }
}

async function announce(deps: AnnounceDeps, due: DueAnnouncement): Promise<void> {
  const { store, clock, wake, onEvents } = deps
  const now = clock.now()
  const webhooks = await store.listRoutedWebhooks()
  const isAsked = webhooks.some(({ enabled, maintenanceWindows }) => enabled && maintenanceWindows)
  const next = nextAnnounced(due, { now, isAsked })
  if (next === ANNOUNCED.begin || due.announced === ANNOUNCED.begin) {
    const report =
      next === ANNOUNCED.begin ? beginReport(due, await countCovered(store, due)) : endReport(due)
    const [accepted] = await store.acceptObservations([report], now)
    if (accepted && accepted.eventId !== null) onEvents(1)
    wake()
  }
  await store.noteAnnounced(due.silence.id, next)
}

async function countCovered(store: Pick<Store, 'listAlerts'>, { silence }: DueAnnouncement): Promise<number> {
  const silences = new Silences([silence])
  const page = { limit: ALERTS_MAX, charactersMax: CHARACTERS_MAX }
  const active = await store.listAlerts({ states: [...RAISED_STATES] }, page)
  return active.filter((alert) => silences.over(matchedAlert(alert), silence.startsAt) !== NOT_COVERED).length
}
