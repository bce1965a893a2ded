import type { Alert, AlertState, Observation } from '../../../domain/alert/alert.ts'
import { observe } from '../../../domain/alert/observe.ts'
import { alertEventOf } from '../../../domain/alert/event.ts'
import type { OpenTime } from '../../../domain/open-time.ts'
import type { AlertId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { toAlert } from '../../rows/alert-row.ts'
import type { ObservationAccepted } from '../../store.ts'
import {
  alertValues,
  STATES_OF_CHANGING_ALERTS,
  KNOWN_ALERTS,
  ALERT_QUEUES_OF_CHANGING_ALERTS,
  SAVE_ALERTS,
  SAVE_AND_FAN_OUT,
  type KnownAlertRow,
} from './alert-statements.ts'
import { EarlyClears, type EarlyClearRow } from './early-clears.ts'
import type { Transaction } from '../connection/database.ts'
import type { Deps } from '../node-memory/deps.ts'
import { latestOf, type Entry } from '../connection/shared-transactions.ts'
import { storable } from '../../../domain/storable.ts'
import type { FreshDelivery } from '../node-memory/fresh-queues.ts'
import { readAlertStates, type AlertStates } from '../receiver-state/alert-states.ts'
import { FanOut, type AlertQueue, type AddedEvent } from './fan-out.ts'
import type { WithId } from './fan-out-sql.ts'
import { readNotified, type NotifiedOfEpisodes } from './notified-of-episode.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'

export interface Observed {
  readonly observation: Observation
  readonly openTime: OpenTime | undefined
}

/**
 * Takes two round trips: one locks and reads, one writes. Alerts are locked and inserted in the order of
 * (source, key), deliveries after them.
 */
export async function acceptObservations(
  { database, webhooks, fresh, joined }: Pick<Deps, 'database' | 'webhooks' | 'fresh' | 'joined'>,
  entries: readonly Entry<Observed>[],
): Promise<readonly ObservationAccepted[]> {
  const observations = entries.map(({ item: { observation, openTime }, now }) => ({
    observation: storableObservation(observation),
    openTime,
    now,
  }))
  const asked = askedValues(observations)
  const said = saidValues(observations)
  const now = latestOf(entries)
  const { accepted, made } = await joined.run((join) =>
    database.transaction(async (transaction) => {
      const decide = async (said: SaidValues, over: readonly Given[]) => {
        const readMemory = () => readAlertStates(transaction, STATES_OF_CHANGING_ALERTS, said)
        const asksAtOnce = webhooks.lastKnown.areRemembered
        const [known, remembered, alertQueues, all] = await Promise.all([
          transaction.query(KNOWN_ALERTS, asked),
          asksAtOnce ? readMemory() : undefined,
          transaction.query(ALERT_QUEUES_OF_CHANGING_ALERTS, said),
          webhooks.all(transaction),
        ])
        // Needs a further round trip only if a webhook has changed.
        const states = remembered ?? (all.areRemembered ? await readMemory() : undefined)
        const notified = await readNotified(transaction, all, alertsOf(known.rows, over))
        const read = { webhooks: all, alertQueues: alertQueues.rows, states, notified }
        const batch = new Batch(known.rows, read)
        return { batch, observed: observations.map((one) => batch.accept(one)) }
      }
      const first = await decide(said, observations.filter(isClear))
      // A report from a clock that is ahead may end an alert though it names a raised state: rare, so it
      // costs a round trip.
      const { batch, observed } = first.batch.isSurprised
        ? await decide(changingAll(said), observations)
        : first
      const made = batch.made()
      const version = await transaction.webhooksVersion
      const events = await batch.save(join(transaction, made, { version, now }))
      return { accepted: observed.map((one) => withEventId(one, events)), made }
    }),
  )
  fresh.note(made)
  return accepted
}

interface Given extends Observed {
  readonly now: Instant
}

interface Accepted extends Omit<ObservationAccepted, 'eventId' | 'deliveryCount' | 'notifiedNobody'> {
  readonly added: AddedEvent | undefined
}

/** Changes of alerts by several observations, each of which finds what the one before made. */
class Batch {
  readonly #alerts = new Map<string, Alert>()
  readonly #newIds: AlertId[] = []
  readonly #changed = new Map<string, Alert>()
  readonly #fanOut: FanOut
  readonly #marks: EarlyClears
  /** An observation that names an alert's present state changed it, so its queues are not locked. */
  isSurprised = false

  constructor(
    rows: readonly KnownAlertRow[],
    {
      webhooks,
      ...read
    }: {
      readonly webhooks: KnownWebhooks
      readonly alertQueues: readonly AlertQueue[]
      readonly states: AlertStates | undefined
      readonly notified: NotifiedOfEpisodes
    },
  ) {
    this.#marks = new EarlyClears(rows.filter(isEarlyClear))
    for (const row of rows.toReversed()) {
      if (isEarlyClear(row)) continue
      if (row.source === null) this.#newIds.push(row.id)
      else this.#alerts.set(nameOf(row), toAlert(row))
    }
    this.#fanOut = new FanOut(webhooks, read)
  }

  accept({ observation, openTime, now }: Given): Accepted {
    const name = nameOf(observation)
    const before = this.#alerts.get(name)
    const remembered = { openTime, earlyClear: this.#marks.find(observation) }
    const { result, alert, oldState, earlyClear } = observe(before, observation, now, remembered)
    if (!alert) {
      if (earlyClear !== undefined) this.#marks.put(observation, earlyClear, now)
      return { result, alertId: null, added: undefined }
    }

    if (oldState === observation.state) this.isSurprised = true
    const after: Alert = { ...alert, id: before?.id ?? this.#newIds.pop()! }
    this.#alerts.set(name, after)
    this.#changed.set(name, after)
    const { at, trace } = observation
    const added =
      oldState === undefined
        ? undefined
        : this.#fanOut.add(alertEventOf({ before, after, oldState, saidAt: at, trace }, now))
    return { result, alertId: after.id, added }
  }

  made(): readonly FreshDelivery[] {
    return this.#fanOut.fresh()
  }

  /** Returns the events. The last statement of the transaction. */
  async save(transaction: Transaction): Promise<readonly WithId[]> {
    const marked = this.#marks.hasMade ? this.#marks.save(transaction) : Promise.resolve()
    const [events] = await Promise.all([this.#saveAlerts(transaction), marked])
    return events
  }

  async #saveAlerts(transaction: Transaction): Promise<readonly WithId[]> {
    if (this.#changed.size === 0) return []
    // In one order, against deadlocks.
    const names = [...this.#changed.keys()].sort()
    const values = alertValues(names.map((name) => this.#changed.get(name)!))
    if (this.#fanOut.eventCount === 0) {
      await transaction.queryLast(SAVE_ALERTS, values)
      return []
    }
    return this.#fanOut.save(transaction, SAVE_AND_FAN_OUT, values)
  }
}

function alertsOf(rows: readonly KnownAlertRow[], given: readonly Given[]): readonly Alert[] {
  const names = new Set(given.map(({ observation }) => nameOf(observation)))
  if (names.size === 0) return []
  return rows.flatMap((row) =>
    isEarlyClear(row) || row.source === null || !names.has(nameOf(row)) ? [] : [toAlert(row)],
  )
}

function isClear({ observation }: Given): boolean {
  return observation.state === 'cleared'
}

function isEarlyClear(row: KnownAlertRow): row is EarlyClearRow {
  return row.id === null
}

function withEventId({ result, alertId, added }: Accepted, events: readonly WithId[]): ObservationAccepted {
  if (added === undefined) return { result, alertId, eventId: null, deliveryCount: 0, notifiedNobody: false }
  const { deliveryCount, notifiedNobody } = added
  return { result, alertId, eventId: events[added.eventPlace - 1]!.id, deliveryCount, notifiedNobody }
}

function askedValues(given: readonly Given[]): [sources: string[], keys: string[], mayBeMade: boolean[]] {
  const groups = [...Map.groupBy(given, ({ observation }) => nameOf(observation)).values()]
  return [
    groups.map((group) => group[0]!.observation.source),
    groups.map((group) => group[0]!.observation.key),
    groups.map((group) => group.some(({ observation }) => observation.state !== 'cleared')),
  ]
}

type SaidValues = [sources: readonly string[], keys: readonly string[], states: readonly (AlertState | '')[]]

/** Returns the values that lock the queues of all alerts, whatever their state. */
function changingAll([sources, keys, states]: SaidValues): SaidValues {
  return [sources, keys, states.map(() => '')]
}

function saidValues(given: readonly Given[]): SaidValues {
  return [
    given.map(({ observation }) => observation.source),
    given.map(({ observation }) => observation.key),
    given.map(({ observation }) => observation.state),
  ]
}

function storableObservation(observation: Observation): Observation {
  const { source, key, name } = observation
  return { ...observation, source: storable(source), key: storable(key), name: storable(name) }
}

/** Stored texts have no U+0000. */
function nameOf({ source, key }: { readonly source: string; readonly key: string }): string {
  return `${source}\0${key}`
}
