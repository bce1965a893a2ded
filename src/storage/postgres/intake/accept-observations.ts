import type { Alert, Observation } from '../../../domain/alert/alert.ts'
import type { AlertId, EventId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { storable } from '../../../domain/storable.ts'
import { type AlertRows, type Observed, takeObservation, withEventId } from '../../changes/accept-reports.ts'
import { FanOut } from '../../changes/fan-out.ts'
import { toAlert } from '../../rows/alert-row.ts'
import type { ObservationAccepted } from '../../store.ts'
import type { Transaction } from '../connection/database.ts'
import { arraysOf } from '../connection/set-statement.ts'
import type { Value } from '../connection/statement.ts'
import { latestOf, type Entry } from '../connection/shared-transactions.ts'
import type { Deps } from '../node-memory/deps.ts'
import { readAlertStates } from '../receiver-state/alert-states.ts'
import {
  ALERT_QUEUES_OF_CHANGING_ALERTS,
  ASKED,
  KNOWN_ALERTS,
  SAID,
  STATES_OF_CHANGING_ALERTS,
  type KnownAlertRow,
} from './alert-statements.ts'
import { EarlyClears, type EarlyClearRow } from './early-clears.ts'
import { freshOf } from './fan-out.ts'
import { intakeViewOf } from './intake-view.ts'
import { saveIntake } from './intake-rows.ts'
import { readNotified } from './notified-of-episode.ts'

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
      const decide = async (said: readonly Value[], over: readonly Given[]) => {
        const readMemory = () => readAlertStates(transaction, STATES_OF_CHANGING_ALERTS, said)
        const asksAtOnce = webhooks.lastKnown.areRemembered
        const [rows, remembered, heads, known] = await Promise.all([
          transaction.query(KNOWN_ALERTS, asked),
          asksAtOnce ? readMemory() : undefined,
          transaction.query(ALERT_QUEUES_OF_CHANGING_ALERTS, said),
          webhooks.all(transaction),
        ])
        // Needs a further round trip only if a webhook has changed.
        const states = remembered ?? (known.areRemembered ? await readMemory() : undefined)
        const alerts = new LockedAlerts(rows.rows)
        const notified = await readNotified(transaction, known, alerts.of(over))
        const fanOut = new FanOut(intakeViewOf(known, { heads: heads.rows, states, notified }))
        const taken = observations.map((one) => takeObservation(one, one.now, { alerts, fanOut }))
        return { alerts, fanOut, taken }
      }
      const first = await decide(said, observations.filter(isClear))
      // A report from a clock that is ahead may end an alert though it names a raised state: rare, so it
      // costs a round trip.
      const isSurprised = first.taken.some(
        ({ oldState }, place) => oldState === observations[place]!.observation.state,
      )
      const { alerts, fanOut, taken } = isSurprised
        ? await decide(saidValues(observations, ''), observations)
        : first
      const made = freshOf(fanOut)
      const version = await transaction.webhooksVersion
      const eventIds = await save(join(transaction, made, { version, now }), alerts, fanOut)
      return { accepted: taken.map((one) => withEventId(one, eventIds)), made }
    }),
  )
  fresh.note(made)
  return accepted
}

interface Given extends Observed {
  readonly now: Instant
}

/** Returns the ids of the events. The last statements of the transaction. */
async function save(
  transaction: Transaction,
  { changed, earlyClears }: LockedAlerts,
  fanOut: FanOut,
): Promise<readonly EventId[]> {
  const marked = earlyClears.save(transaction)
  const [eventIds] = await Promise.all([saveIntake(transaction, changed, fanOut), marked])
  return eventIds
}

/** The alerts that a transaction has locked, and ids for new ones. */
class LockedAlerts implements AlertRows {
  readonly earlyClears: EarlyClears
  readonly #alerts = new Map<string, Alert>()
  readonly #newIds: AlertId[] = []
  readonly #changed = new Map<string, Alert>()

  constructor(rows: readonly KnownAlertRow[]) {
    this.earlyClears = new EarlyClears(rows.filter(isEarlyClear))
    for (const row of rows.toReversed()) {
      if (isEarlyClear(row)) continue
      if (row.source === null) this.#newIds.push(row.id)
      else this.#alerts.set(nameOf(row), toAlert(row))
    }
  }

  /** Returns those to write, in one order, against deadlocks. */
  get changed(): readonly Alert[] {
    return [...this.#changed.keys()].sort().map((name) => this.#changed.get(name)!)
  }

  of(given: readonly Given[]): readonly Alert[] {
    const names = new Set(given.map(({ observation }) => nameOf(observation)))
    return [...names].flatMap((name) => this.#alerts.get(name) ?? [])
  }

  find(observation: Observation): Alert | undefined {
    return this.#alerts.get(nameOf(observation))
  }

  put(before: Alert | undefined, alert: Omit<Alert, 'id'>): Alert {
    const name = nameOf(alert)
    const after = { ...alert, id: before?.id ?? this.#newIds.pop()! }
    this.#alerts.set(name, after)
    this.#changed.set(name, after)
    return after
  }

  findEarlyClear(observation: Observation): Instant | undefined {
    return this.earlyClears.find(observation)
  }

  putEarlyClear(observation: Observation, lastReportedAt: Instant, now: Instant): void {
    this.earlyClears.put(observation, lastReportedAt, now)
  }
}

function isClear({ observation }: Given): boolean {
  return observation.state === 'cleared'
}

function isEarlyClear(row: KnownAlertRow): row is EarlyClearRow {
  return row.id === null
}

function askedValues(given: readonly Given[]): readonly Value[] {
  const groups = [...Map.groupBy(given, ({ observation }) => nameOf(observation)).values()]
  const asked = groups.map((group) => {
    const { source, key } = group[0]!.observation
    return { source, key, mayBeMade: !group.every(isClear) }
  })
  return arraysOf(ASKED, asked)
}

/** `state` stands in for the reported one; an empty one locks the queues of all alerts, whatever their state. */
function saidValues(given: readonly Given[], state?: ''): readonly Value[] {
  const said = given.map(({ observation }) => {
    const { source, key } = observation
    return { source, key, state: state ?? observation.state }
  })
  return arraysOf(SAID, said)
}

function storableObservation(observation: Observation): Observation {
  const { source, key, name } = observation
  return { ...observation, source: storable(source), key: storable(key), name: storable(name) }
}

/** Stored texts have no U+0000. */
function nameOf({ source, key }: { readonly source: string; readonly key: string }): string {
  return `${source}\0${key}`
}
