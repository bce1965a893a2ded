import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Activity } from '../../../domain/overview/activity.ts'
import { emptyActivity, addActivity, MINUTE_MS, stepOf } from '../../../domain/overview/activity.ts'
import { RAISED_STATES } from '../../../domain/alert/severity.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  deliveringNodes,
  assessOverview,
  NOTIFIED_NOBODY_COUNTED_MAX,
  STALE_COUNTED_MAX,
  type OverviewState,
  type StaleAlerts,
  type WebhookCounts,
} from '../../../domain/overview/overview.ts'
import type { FailingWebhook } from '../../../domain/overview/receiver-health.ts'
import type { OpenNotifications } from '../../../domain/receiver-state/open-notifications.ts'
import type { Watermarks, RaisedAlerts } from '../../../storage/overview-methods.ts'
import type { Backlog } from '../../../storage/store.ts'
import { SharedReading } from '../../routes/shared-reading.ts'
import { readActivity } from './activity.ts'

export interface Overview {
  readonly at: Instant
  readonly state: OverviewState
  readonly explanation: string
  readonly backlog: Backlog
  /** With the current minute. */
  readonly lastHour: Activity
  readonly webhooks: WebhookCounts
  readonly failing: readonly FailingWebhook[]
  readonly alerts: RaisedAlerts & { readonly stale: number }
  /** Events of the last day that no webhook matched. */
  readonly notifiedNobody: number
  readonly nodes: { readonly total: number; readonly delivering: number }
  readonly openNotifications: OpenNotifications
  readonly watermarks: Watermarks
  /** The current minute of `/v1/activity`, and the one before it. */
  readonly minutes: readonly Activity[]
}

const FAILING_MAX = 20
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const FRESH_MS = 1_000
const LIMIT_MS = 5_000
/** Counting takes at most a twentieth of one connection. */
const DEAR = { factor: 20, freshMsMax: 10_000 } as const

/** Shares one reading among all requests within a second, or longer if it is slow. */
export function shareOverview(deps: ApiDeps): SharedReading<Overview> {
  const stale = new SharedReading({
    name: 'The database',
    read: () => readStale(deps),
    freshMs: STALE_FRESH_MS,
    limitMs: LIMIT_MS,
    clock: deps.clock,
  })
  return new SharedReading({
    name: 'The database',
    read: () => readOverview(deps, stale),
    freshMs: FRESH_MS,
    limitMs: LIMIT_MS,
    dear: DEAR,
    clock: deps.clock,
  })
}

/** Each reading scans all raised alerts; an alert takes a day to become stale. */
const STALE_FRESH_MS = 60_000
const STALE_CHARACTERS_MAX = 4_000_000

async function readStale({ store, clock, staleAfterMs }: ApiDeps): Promise<StaleAlerts> {
  const alerts = await store.listAlerts(
    { states: RAISED_STATES, silentSince: clock.now() - staleAfterMs },
    { limit: STALE_COUNTED_MAX, charactersMax: STALE_CHARACTERS_MAX },
  )
  const [oldest] = alerts.toSorted((one, other) => one.observedAt - other.observedAt)
  return { count: alerts.length, oldest }
}

async function readOverview(
  deps: ApiDeps,
  staleReading: Pick<SharedReading<StaleAlerts>, 'get'>,
): Promise<Overview> {
  const { store, clock, cluster, readBacklog } = deps
  const now = clock.now()
  const minuteAt = stepOf(now, MINUTE_MS)
  const range = { from: minuteAt - HOUR_MS, until: minuteAt + MINUTE_MS, stepMs: MINUTE_MS }
  const [snapshot, backlog, nodes, minutes, stale, notifiedNobody] = await Promise.all([
    store.snapshot({ now, failingMax: FAILING_MAX }),
    readBacklog(),
    cluster.listNodes(),
    readActivity(deps, range),
    staleReading.get(),
    store.countNotifiedNobody({ since: now - DAY_MS, limit: NOTIFIED_NOBODY_COUNTED_MAX }),
  ])
  const { webhooks, failing, alerts, watermarks } = snapshot
  const { oldestDueAt, paused } = backlog
  const delivery = deliveryFacts(deps, now)
  const facts = {
    now,
    oldestDueAt,
    paused,
    webhooks,
    failing,
    nodes,
    delivery,
    refusal: deps.refusesReports(),
    damage: deps.damage(),
    stale,
    openNotifications: deps.openNotifications(),
  }
  return {
    at: now,
    ...assessOverview(facts),
    backlog,
    lastHour: minutes.reduce(addActivity, emptyActivity(range.from)),
    webhooks,
    failing,
    alerts: { ...alerts, stale: stale.count },
    notifiedNobody,
    nodes: { total: nodes.length, delivering: deliveringNodes(nodes, now).length },
    openNotifications: facts.openNotifications,
    watermarks,
    minutes: minutes.slice(-2),
  }
}

function deliveryFacts({ dispatcher }: ApiDeps, now: Instant) {
  const because = dispatcher.stalledBecause()
  const stalled = because === undefined ? undefined : { because, since: dispatcher.stalledSince() ?? now }
  const [unclaimed, exhaustion] = [dispatcher.unclaimed(), dispatcher.exhaustion()]
  return { isAlive: dispatcher.isAlive(), stalled, unclaimed, exhaustion }
}
