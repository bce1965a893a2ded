import type { ApiDeps } from '../../deps/api-deps.ts'
import { acknowledgementAt } from '../../../domain/alert/acknowledgement.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import { RAISED_STATES } from '../../../domain/alert/severity.ts'
import type { AlertId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { ACTIVE_EXAMINED_MAX, hasNotifiedNobody, type ActiveAlert } from '../../../domain/overview/on-call.ts'
import { PAGE_CHARACTERS_MAX } from '../../../domain/page.ts'
import type { SilencesSeen } from '../../../domain/silence/silences.ts'
import { NO_SILENCES_SEEN, SilenceCheck, Silences } from '../../../domain/silence/silences.ts'
import { LatestReading } from '../../routes/shared-reading.ts'
import type { Store } from '../../../storage/store.ts'

export interface ActiveAlerts {
  readonly at: Instant
  readonly active: readonly ActiveAlert[]
  /** False: there are more than `ACTIVE_EXAMINED_MAX`. */
  readonly areAll: boolean
  readonly silencesOf: (id: AlertId) => SilencesSeen
}

/** Alerts per reading, so that others are served in between. */
const STEP = 500

/** Alerts whose state a receiver accepted, and when: an acceptance is final, so it is read once. */
type Notified = Map<AlertId, Instant>

/** Reads all active alerts with what orders them; simultaneous readers share one reading. */
export function onCallReader(deps: ApiDeps): () => Promise<ActiveAlerts> {
  let known: Notified = new Map()
  const reading = new LatestReading(async () => {
    const { notified, ...read } = await readActive(deps, known)
    known = notified
    return read
  }, deps.clock)
  return () => reading.get()
}

async function readActive(
  { store, clock, longWork }: ApiDeps,
  known: Notified,
): Promise<ActiveAlerts & { readonly notified: Notified }> {
  const at = clock.now()
  const silences = new Silences(await store.listSilencesAt(at))
  const check = new SilenceCheck(silences, { now: at, monotonic: () => clock.monotonic() })
  const seen = new Map<AlertId, SilencesSeen>()
  const silencesOf = (id: AlertId) => seen.get(id) ?? NO_SILENCES_SEEN
  // By id: an alert whose severity changes meanwhile is read twice.
  const active = new Map<AlertId, ActiveAlert>()
  const notified: Notified = new Map()
  const isTakenCareOf = (alert: Alert) =>
    acknowledgementAt(alert, at) !== undefined || silencesOf(alert.id).silencedBy.length > 0

  for await (const alerts of activePages(store)) {
    const checked = await longWork.run('on call', check.atEach(alerts))
    for (const [index, { id }] of alerts.entries()) seen.set(id, checked[index]!)
    const lonely = alerts.filter((alert) => !isTakenCareOf(alert))
    const asked = lonely.filter(({ id, changedAt }) => known.get(id) !== changedAt).map(({ id }) => id)
    const found = asked.length === 0 ? [] : await store.findUnnotified(asked)
    const unnotified = new Map(found.map((one) => [one.alertId, one]))
    for (const alert of alerts) {
      active.set(alert.id, { alert, isTakenCareOf: true, hasNotifiedNobody: false })
    }
    for (const alert of lonely) {
      const isSilent = hasNotifiedNobody(unnotified.get(alert.id), alert, at)
      active.set(alert.id, { alert, isTakenCareOf: false, hasNotifiedNobody: isSilent })
      if (!unnotified.has(alert.id)) notified.set(alert.id, alert.changedAt)
    }
    if (active.size >= ACTIVE_EXAMINED_MAX)
      return { at, active: [...active.values()], areAll: false, silencesOf, notified }
  }
  return { at, active: [...active.values()], areAll: true, silencesOf, notified }
}

/** Lists active alerts in steps, high ones first. */
async function* activePages(store: Store): AsyncGenerator<readonly Alert[]> {
  for (const state of RAISED_STATES) {
    for (let before = Infinity, isLast = false; !isLast;) {
      const size = { limit: STEP, charactersMax: PAGE_CHARACTERS_MAX }
      const page = await store.listAlerts(
        { states: [state] },
        { ...size, ...(Number.isFinite(before) && { before }) },
      )
      yield page
      isLast = page.length < STEP && !page.isCut
      before = page.at(-1)?.id ?? 0
    }
  }
}
