import { isChange, isClear, subjectOf, type NewEvent } from '../../../domain/alert/event.ts'
import { hurries } from '../../../domain/delivery/alert-queue.ts'
import { moreUrgent, urgencyOf, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { FailureKind } from '../../../domain/receiver/outcome.ts'
import { fallsBackAt } from '../../../domain/routing/fallback.ts'
import { mayFollowRaises } from '../../../domain/routing/routed-webhook.ts'
import { notifiesNobody, matchingChanges } from '../../../domain/routing/matching.ts'
import type { SilenceId, WebhookId } from '../../../domain/ids.ts'
import { NOT_COVERED } from '../../../domain/silence/silences.ts'
import { noteHeld } from '../../scripts/silences.ts'
import { runIn } from '../connection/run-script.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { FreshDelivery } from '../node-memory/fresh-queues.ts'
import type { Rows, Transaction } from '../connection/database.ts'
import { changesOf, type Changes, type Making } from '../receiver-state/changes.ts'
import { inAlertQueue, ALERT_QUEUE_ORDER_FROM_NEWEST } from '../queue/in-alert-queue.ts'
import type { AlertStates } from '../receiver-state/alert-states.ts'
import { statement, type Value } from '../connection/statement.ts'
import { toEventRow } from '../../rows/event-row.ts'
import type {
  FanOutStatements,
  FanOutValues,
  FanOutWithFallbacks,
  FanOutWithStates,
  WithId,
} from './fan-out-sql.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'
import { NotifiedOfEpisodes } from './notified-of-episode.ts'

/** The unfinished deliveries of one subject to one webhook, with their head's data; null: just ended. */
export interface AlertQueue {
  readonly subject: string
  readonly webhook_id: WebhookId
  readonly queue_urgency: Urgency | null
  readonly last_failure: FailureKind | null
}

interface NewDelivery extends Pick<AlertQueue, 'subject' | 'webhook_id'> {
  /** The event's index, from 1. */
  readonly eventPlace: number
  readonly at: Instant
  readonly isWaiting: boolean
  readonly urgency: Urgency
  /** The urgency of a head that begins here: lower if what follows it is more urgent. */
  queueUrgency: Urgency
  readonly fallbackAt: Instant | null
}

interface Head {
  queueUrgency: Urgency
  readonly lastFailure: FailureKind | null
}

const FIRST_OF_ITS_KIND = { attemptsUncounted: 0, begunAt: null, fallbackDepth: 0 } as const

/** An existing head that a more urgent delivery joins. */
interface Hurried extends Pick<NewDelivery, 'subject' | 'webhook_id' | 'urgency' | 'at'> {}

export interface AddedEvent {
  readonly eventPlace: number
  readonly deliveryCount: number
  readonly notifiedNobody: boolean
}

/** Lets heads go sooner after which something more urgent comes. */
const HURRY_HEADS = statement<
  [
    webhookIds: readonly WebhookId[],
    subjects: readonly string[],
    urgencies: readonly Urgency[],
    ats: readonly Instant[],
  ]
>(`
UPDATE deliveries SET queue_urgency = least(deliveries.queue_urgency, head.urgency),
  due_at = CASE WHEN due_at IS NOT NULL THEN least(due_at, head.at) END
FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::bigint[]) AS head (webhook_id, subject, urgency, at)
WHERE ${inAlertQueue('head', 'deliveries.')} AND deliveries.state <> 'waiting'`)

/**
 * The events of a transaction and their deliveries, gathered in memory and written by one statement. The
 * transaction locks a delivery of each of `alertQueues`, so that a new one is found when its predecessors
 * end.
 */
export class FanOut {
  readonly #webhooks: KnownWebhooks
  readonly #alertQueues: Map<string, Head | undefined>
  readonly #events: NewEvent[] = []
  readonly #deliveries: NewDelivery[] = []
  readonly #notifiedNobody = new Set<number>()
  readonly #hurried = new Map<string, Hurried>()
  readonly #held = new Map<SilenceId, Instant>()
  readonly #changes: Changes | undefined
  readonly #notified: NotifiedOfEpisodes
  readonly #mayFollow: boolean

  /**
   * `states`: receiver states of the alerts; undefined: none, and none will be. `notified`: who was notified
   * of those that may clear.
   */
  constructor(
    webhooks: KnownWebhooks,
    {
      alertQueues,
      states,
      notified = new NotifiedOfEpisodes(),
    }: {
      readonly alertQueues: readonly AlertQueue[]
      readonly states?: AlertStates | undefined
      readonly notified?: NotifiedOfEpisodes
    },
  ) {
    this.#webhooks = webhooks
    this.#notified = notified
    this.#mayFollow = mayFollowRaises(webhooks)
    this.#alertQueues = new Map(alertQueues.map((alertQueue) => [nameOf(alertQueue), headOf(alertQueue)]))
    this.#changes = changesOf(
      {
        webhooks,
        addEvent: (event) => this.#events.push(event),
        hurry: (alertQueue) => this.#hurry(nameOf(alertQueue), alertQueue),
        isQueued: (alertQueue) => this.#alertQueues.has(nameOf(alertQueue)),
        held: (id, at) => this.#held.set(id, at),
        emptied: (alertQueue) => this.#alertQueues.delete(nameOf(alertQueue)),
      },
      states,
    )
  }

  get eventCount(): number {
    return this.#events.length
  }

  add(event: NewEvent): AddedEvent {
    const eventPlace = this.#events.push(event)
    const subject = subjectOf(event)
    const urgency = urgencyOf(event)
    const ofCurrentState = event.kind === 'alert' ? this.#changes?.change(event, eventPlace) : undefined
    let deliveryCount = ofCurrentState?.deliveryCount ?? 0
    for (const id of ofCurrentState?.notifiedIds ?? []) this.#noteNotified(event, id)
    const { silences } = this.#webhooks
    const coveredBy = event.kind === 'job_run' ? silences.over(event, event.acceptedAt) : NOT_COVERED
    const notified = isClear(event) ? this.#notified.of(event) : undefined
    for (const webhook of matchingChanges(this.#webhooks, event, notified)) {
      if (ofCurrentState?.decidedByState.has(webhook.id)) continue
      const heldBy = coveredBy(webhook.id)
      if (heldBy !== null) {
        this.#held.set(heldBy, event.acceptedAt)
        continue
      }
      deliveryCount += 1
      this.#noteNotified(event, webhook.id)
      const alertQueue = { subject, webhook_id: webhook.id }
      const name = nameOf(alertQueue)
      const isWaiting = this.#alertQueues.has(name)
      const at = event.acceptedAt
      const delivery = {
        ...alertQueue,
        eventPlace,
        at,
        isWaiting,
        urgency,
        queueUrgency: urgency,
        fallbackAt: fallsBackAt(webhook, event),
      }
      this.#deliveries.push(delivery)
      if (isWaiting) this.#hurry(name, delivery)
      else this.#alertQueues.set(name, Object.assign(delivery, { lastFailure: null }))
    }
    const isNotified = deliveryCount > (ofCurrentState?.closingCount ?? 0)
    const notifiedNobody = isChange(event) && !isNotified && notifiesNobody(this.#webhooks, event)
    if (notifiedNobody) this.#notifiedNobody.add(eventPlace)
    return { eventPlace, deliveryCount, notifiedNobody }
  }

  /** Notes who is notified of the raise, for a clear in the same transaction. */
  #noteNotified(event: NewEvent, webhookId: WebhookId): void {
    if (this.#mayFollow && event.kind === 'alert') this.#notified.add(event, webhookId)
  }

  #hurry(name: string, { subject, webhook_id, urgency, at }: Hurried): void {
    const head = this.#alertQueues.get(name)
    if (!head || !hurries(urgency, head)) return
    head.queueUrgency = moreUrgent(urgency, head.queueUrgency)
    // A head of this transaction is written with its urgency.
    if ('eventPlace' in head) return
    // Others that share the transaction came later: it is due since the first of them.
    const since = this.#hurried.get(name)?.at ?? at
    this.#hurried.set(name, { subject, webhook_id, urgency: head.queueUrgency, at: since })
  }

  fresh(): readonly FreshDelivery[] {
    const ofChanges = this.#deliveries.flatMap(({ webhook_id: webhookId, isWaiting, queueUrgency }) =>
      isWaiting ? [] : [{ webhookId, queueUrgency }],
    )
    // A hurried head is due under its new urgency.
    const hurried = [...this.#hurried.values()].map(({ webhook_id: webhookId, urgency: queueUrgency }) => ({
      webhookId,
      queueUrgency,
    }))
    return [...ofChanges, ...hurried, ...(this.#changes?.fresh() ?? [])]
  }

  /**
   * Writes all of it, with `before` in the same statement, and ends the transaction. Returns the ids of the
   * events.
   */
  async save<Values extends readonly Value[]>(
    transaction: Transaction,
    { plain, withFallbacks, withReceiverStates }: FanOutStatements<Values>,
    first: NoInfer<Values>,
  ): Promise<readonly WithId[]> {
    const hurried = Promise.all([this.#hurryHeads(transaction), this.#noteHeld(transaction)])
    if (this.#changes?.hasSomething === true) {
      const [, { rows }] = await Promise.all([
        hurried,
        this.#saveReceiverStates(transaction, this.#changes, { text: withReceiverStates, first }),
      ])
      return rows
    }
    const [, { rows }] = await Promise.all([
      hurried,
      this.#deliveries.some(({ fallbackAt: at }) => at !== null)
        ? transaction.queryLast(withFallbacks, [...first, ...this.#withFallbacks()])
        : transaction.queryLast(plain, [...first, ...this.values()]),
    ])
    return rows
  }

  /** Writes receiver states, and first the deliveries that give way. */
  async #saveReceiverStates<Values extends readonly Value[]>(
    transaction: Transaction,
    changes: Changes,
    {
      text,
      first,
    }: { readonly text: FanOutStatements<Values>['withReceiverStates']; readonly first: Values },
  ): Promise<Rows<WithId>> {
    const gone = changes.removeFormer(transaction)
    const values: [...Values, ...FanOutWithStates] = [...first, ...this.#withReceiverStates(changes)]
    if (!changes.hasShortLived) {
      const [, saved] = await Promise.all([gone, transaction.queryLast(text, values)])
      return saved
    }
    const [ids, saved] = await Promise.all([gone, transaction.query(text, values)])
    await changes.saveShortLived(transaction, { ids, eventIds: saved.rows.map(({ id }) => id) })
    return saved
  }

  async #hurryHeads(transaction: Transaction): Promise<void> {
    const hurried = [...this.#hurried.values()]
    if (hurried.length === 0) return
    await transaction.query(HURRY_HEADS, [
      hurried.map(({ webhook_id: webhookId }) => webhookId),
      hurried.map(({ subject }) => subject),
      hurried.map(({ urgency }) => urgency),
      hurried.map(({ at }) => at),
    ])
  }

  /** Works in the order of ids, against deadlocks. */
  async #noteHeld(transaction: Transaction): Promise<void> {
    const held = [...this.#held].toSorted(([one], [other]) => one - other)
    await Promise.all(held.map(([id, at]) => runIn(transaction, noteHeld(id, at))))
  }

  #withFallbacks(): FanOutWithFallbacks {
    return [...this.values(), this.#deliveries.map(({ fallbackAt: at }) => at)]
  }

  #withReceiverStates(changes: Changes): FanOutWithStates {
    const ofChanges = this.#deliveries.map((one) => ({ ...one, ...FIRST_OF_ITS_KIND, dueAt: one.at }))
    const deliveries = [...ofChanges, ...changes.made().map(toNewDelivery)]
    return [
      ...this.values(deliveries),
      deliveries.map(({ fallbackAt: at }) => at),
      deliveries.map(({ dueAt }) => dueAt),
      deliveries.map(({ attemptsUncounted }) => attemptsUncounted),
      deliveries.map(({ begunAt }) => begunAt),
      deliveries.map(({ fallbackDepth }) => fallbackDepth),
      ...changes.receiverStateValues(),
    ]
  }

  values(deliveries: readonly NewDelivery[] = this.#deliveries): FanOutValues {
    const rows = this.#events.map(toEventRow)
    return [
      rows.length,
      rows.map(({ kind }) => kind),
      rows.map(({ source }) => source),
      rows.map(({ name }) => name),
      rows.map(({ at }) => at),
      rows.map(({ accepted_at: acceptedAt }) => acceptedAt),
      rows.map(({ alert_id: alertId }) => alertId),
      rows.map(({ job_run_id: jobRunId }) => jobRunId),
      rows.map(({ body }) => body),
      rows.map(({ digest }) => digest),
      rows.map((_, index) => (this.#notifiedNobody.has(index + 1) ? 1 : 0)),
      deliveries.map(({ eventPlace }) => eventPlace),
      deliveries.map(({ webhook_id: webhookId }) => webhookId),
      deliveries.map(({ subject }) => subject),
      deliveries.map(({ at }) => at),
      deliveries.map(({ isWaiting }) => isWaiting),
      deliveries.map(({ urgency }) => urgency),
      deliveries.map(({ queueUrgency }) => queueUrgency),
    ]
  }
}

function toNewDelivery({ webhookId, eventAt, state, ...made }: Making) {
  const { urgency } = made
  return {
    ...made,
    webhook_id: webhookId,
    at: eventAt,
    isWaiting: state === 'waiting',
    queueUrgency: urgency,
  }
}

/**
 * Returns SQL that finds the alert queues of the SELECT `subjects`, and locks the newest delivery of each
 * against its end; in the order of ids, like all locks of deliveries. In each queue, one delivery does not
 * wait, and those have an index; OFFSET keeps a planner from reading all of a table it thinks small. The head
 * is read unlocked: its end need not wait.
 */
export function lockAlertQueues(subjects: string): string {
  return `SELECT newest.subject, newest.webhook_id, head.queue_urgency, head.last_failure FROM deliveries AS newest
    LEFT JOIN LATERAL (
      SELECT queue_urgency, last_failure FROM deliveries AS head
      WHERE ${inAlertQueue('newest', 'head.')} AND head.state <> 'waiting' OFFSET 0
    ) AS head ON true
    WHERE newest.id = ANY (ARRAY(
      SELECT last.id
      FROM (${subjects}) AS wanted (subject)
      CROSS JOIN LATERAL (
        SELECT subject, webhook_id FROM deliveries
        WHERE deliveries.subject = wanted.subject AND state <> 'waiting' OFFSET 0
      ) AS head
      CROSS JOIN LATERAL (
        SELECT id FROM deliveries WHERE ${inAlertQueue('head')} ORDER BY ${ALERT_QUEUE_ORDER_FROM_NEWEST} LIMIT 1
      ) AS last
    )) ORDER BY newest.id FOR KEY SHARE OF newest`
}

function headOf({ queue_urgency: queueUrgency, last_failure: lastFailure }: AlertQueue): Head | undefined {
  return queueUrgency === null ? undefined : { queueUrgency, lastFailure }
}

function nameOf({ subject, webhook_id: webhookId }: Pick<AlertQueue, 'subject' | 'webhook_id'>): string {
  return `${webhookId} ${subject}`
}
