import { subjectOf, type Event, type NewEvent } from '../../../domain/alert/event.ts'
import { hurries } from '../../../domain/delivery/line.ts'
import { moreUrgent, urgencyOf, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { FailureKind } from '../../../domain/receiver/outcome.ts'
import { fallbackAt } from '../../../domain/routing/fallback.ts'
import { whoIsToldChanges } from '../../../domain/routing/matching.ts'
import type { AlertId, EventId, JobRunId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { FreshDelivery } from '../parts/fresh-lanes.ts'
import type { Rows, Transaction } from '../connection/database.ts'
import { changesOf, type Changes } from '../telling/changes.ts'
import type { Followed } from '../telling/followed.ts'
import { statement, type Statement, type Value } from '../connection/statement.ts'
import { toEventRow } from '../../rows/event-row.ts'
import type { KnownWebhooks } from '../parts/known-webhooks.ts'

/** The unfinished deliveries of one subject to one webhook, with what counts of their head; null: that has just ended. */
export interface Line {
  readonly subject: string
  readonly webhook_id: WebhookId
  readonly line_urgency: Urgency | null
  readonly last_failure: FailureKind | null
}

interface NewDelivery extends Pick<Line, 'subject' | 'webhook_id'> {
  /** Which of the events, counted from 1. */
  readonly eventPlace: number
  readonly at: Instant
  readonly isWaiting: boolean
  readonly urgency: Urgency
  /** Of the head of a line that begins here: less, if what comes behind it is more urgent. */
  lineUrgency: Urgency
  readonly fallbackAt: Instant | null
}

/** The head of a line, for those that come behind it. */
interface Head {
  lineUrgency: Urgency
  readonly lastFailure: FailureKind | null
}

/** A head that is there already, behind which somebody more urgent comes. */
interface Hurried extends Pick<NewDelivery, 'subject' | 'webhook_id' | 'urgency' | 'at'> {}

export interface AddedEvent {
  readonly eventPlace: number
  readonly deliveryCount: number
}

/** Each event, and each delivery, in the order of its columns. */
export type FanOutValues = [
  eventCount: number,
  kinds: readonly Event['kind'][],
  sources: readonly string[],
  names: readonly string[],
  ats: readonly Instant[],
  acceptedAts: readonly Instant[],
  alertIds: readonly (AlertId | null)[],
  jobRunIds: readonly (JobRunId | null)[],
  bodies: readonly string[],
  eventPlaces: readonly number[],
  webhookIds: readonly WebhookId[],
  subjects: readonly string[],
  createdAts: readonly Instant[],
  areWaiting: readonly boolean[],
  urgencies: readonly Urgency[],
  lineUrgencies: readonly Urgency[],
]

/** The same, and for each delivery when its fallback is told. */
export type FanOutWithFallbacks = [...FanOutValues, fallbackAts: readonly (Instant | null)[]]

/** Of heads behind which something more urgent comes. */
const HURRY_HEADS = statement<
  [
    webhookIds: readonly WebhookId[],
    subjects: readonly string[],
    urgencies: readonly Urgency[],
    ats: readonly Instant[],
  ]
>(`
UPDATE deliveries SET line_urgency = least(deliveries.line_urgency, head.urgency),
  due_at = CASE WHEN due_at IS NOT NULL THEN least(due_at, head.at) END
FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::bigint[]) AS head (webhook_id, subject, urgency, at)
WHERE deliveries.subject = head.subject AND deliveries.webhook_id = head.webhook_id AND deliveries.state <> 'waiting'`)

/**
 * The events of a transaction and who is told of them, gathered in memory and written by one statement. `lines` are
 * those with something in them: the transaction holds a lock on a delivery of each, so that they do not come to their
 * end meanwhile, and what is put behind is found when it is its turn.
 */
export class FanOut {
  readonly #webhooks: KnownWebhooks
  readonly #lines: Map<string, Head | undefined>
  readonly #events: NewEvent[] = []
  readonly #deliveries: NewDelivery[] = []
  readonly #hurried = new Map<string, Hurried>()
  readonly #changes: Changes | undefined

  /** `followed`: what is remembered of the alerts that the events are of; undefined: nothing is, and nothing will be. */
  constructor(webhooks: KnownWebhooks, lines: readonly Line[], followed?: Followed) {
    this.#webhooks = webhooks
    this.#lines = new Map(lines.map((line) => [nameOf(line), headOf(line)]))
    this.#changes = changesOf(
      {
        webhooks,
        addEvent: (event) => this.#events.push(event),
        hurry: (line) => this.#hurry(nameOf(line), line),
      },
      followed,
    )
  }

  get eventCount(): number {
    return this.#events.length
  }

  add(event: NewEvent): AddedEvent {
    const eventPlace = this.#events.push(event)
    const subject = subjectOf(event)
    const urgency = urgencyOf(event)
    const ofPresent = event.kind === 'alert' ? this.#changes?.change(event, eventPlace) : undefined
    let deliveryCount = ofPresent?.deliveryCount ?? 0
    for (const webhook of whoIsToldChanges(this.#webhooks, event)) {
      if (ofPresent?.followed.has(webhook.id)) continue
      deliveryCount += 1
      const line = { subject, webhook_id: webhook.id }
      const name = nameOf(line)
      const isWaiting = this.#lines.has(name)
      const at = event.acceptedAt
      const fallsBackAt = fallbackAt(webhook, at)
      const delivery = {
        ...line,
        eventPlace,
        at,
        isWaiting,
        urgency,
        lineUrgency: urgency,
        fallbackAt: fallsBackAt,
      }
      this.#deliveries.push(delivery)
      if (isWaiting) this.#hurry(name, delivery)
      else this.#lines.set(name, Object.assign(delivery, { lastFailure: null }))
    }
    return { eventPlace, deliveryCount }
  }

  #hurry(name: string, { subject, webhook_id, urgency, at }: Hurried): void {
    const head = this.#lines.get(name)
    if (!head || !hurries(urgency, head)) return
    head.lineUrgency = moreUrgent(urgency, head.lineUrgency)
    // One that begins with this very transaction is written so.
    if ('eventPlace' in head) return
    // Others that share the transaction came later: it is due since the first of them.
    const since = this.#hurried.get(name)?.at ?? at
    this.#hurried.set(name, { subject, webhook_id, urgency: head.lineUrgency, at: since })
  }

  /** What is due once it is committed. */
  fresh(): readonly FreshDelivery[] {
    const ofChanges = this.#deliveries.flatMap(({ webhook_id: webhookId, isWaiting, lineUrgency }) =>
      isWaiting ? [] : [{ webhookId, lineUrgency }],
    )
    return this.#changes ? [...ofChanges, ...this.#changes.fresh()] : ofChanges
  }

  /** Writes all of it, with what comes first in the statement, and ends the transaction. Answers the ids of the events. */
  async save<Values extends readonly Value[]>(
    transaction: Transaction,
    { plain, withFallbacks }: FanOutStatements<Values>,
    first: NoInfer<Values>,
  ): Promise<readonly WithId[]> {
    const isLast = this.#changes?.hasSomething !== true
    const [, saved] = await Promise.all([
      this.#hurryHeads(transaction),
      this.#deliveries.some(({ fallbackAt: at }) => at !== null)
        ? send(transaction, withFallbacks, [...first, ...this.#withFallbacks()], isLast)
        : send(transaction, plain, [...first, ...this.values()], isLast),
    ])
    if (!isLast)
      await this.#changes?.save(
        transaction,
        saved.rows.map(({ id }) => id),
      )
    return saved.rows
  }

  /** Before what is written by `values`; seldom anything. */
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

  #withFallbacks(): FanOutWithFallbacks {
    return [...this.values(), this.#deliveries.map(({ fallbackAt: at }) => at)]
  }

  /** As `fanOutSql` takes them. */
  values(): FanOutValues {
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
      this.#deliveries.map(({ eventPlace }) => eventPlace),
      this.#deliveries.map(({ webhook_id: webhookId }) => webhookId),
      this.#deliveries.map(({ subject }) => subject),
      this.#deliveries.map(({ at }) => at),
      this.#deliveries.map(({ isWaiting }) => isWaiting),
      this.#deliveries.map(({ urgency }) => urgency),
      this.#deliveries.map(({ lineUrgency }) => lineUrgency),
    ]
  }
}

/**
 * The parts of a WITH that writes what a `FanOut` has gathered, given as parameters from `first` on; `new_event_ids` then
 * has the ids of the events. They come from the sequence here, where the alert or the job is locked: so their order is
 * the order of what they tell. An array of them finds each at once; a join would have to be planned without knowing
 * how many there are.
 */
export function fanOutSql(first: number, hasFallbacks = false): string {
  const parameter = (index: number) => `$${first + index}`
  const [column, array, name] = hasFallbacks
    ? [', fallback_at', `, ${parameter(16)}::bigint[]`, ', fallback_at']
    : ['', '', '']
  return `new_event_ids AS MATERIALIZED (
      SELECT array_agg(nextval('event_ids')) AS list FROM generate_series(1, ${parameter(0)}::bigint)
    ), new_events AS (
      INSERT INTO events (id, kind, source, name, at, accepted_at, alert_id, job_run_id, body)
      SELECT (SELECT list FROM new_event_ids)[place], kind, source, name, at, accepted_at, alert_id, job_run_id, body
      FROM unnest(${parameter(1)}::text[], ${parameter(2)}::text[], ${parameter(3)}::text[], ${parameter(4)}::bigint[],
          ${parameter(5)}::bigint[], ${parameter(6)}::bigint[], ${parameter(7)}::bigint[], ${parameter(8)}::text[])
        WITH ORDINALITY AS event (kind, source, name, at, accepted_at, alert_id, job_run_id, body, place)
    ), new_deliveries AS (
      INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at, urgency, line_urgency${column})
      SELECT (SELECT list FROM new_event_ids)[place], at, webhook_id, subject,
        CASE WHEN is_waiting THEN 'waiting' ELSE 'pending' END, CASE WHEN NOT is_waiting THEN at END, at, urgency, line_urgency${column}
      FROM unnest(${parameter(9)}::integer[], ${parameter(10)}::bigint[], ${parameter(11)}::text[],
          ${parameter(12)}::bigint[], ${parameter(13)}::boolean[], ${parameter(14)}::smallint[], ${parameter(15)}::smallint[]${array})
        AS delivery (place, webhook_id, subject, at, is_waiting, urgency, line_urgency${name})
    )`
}

export const NEW_EVENT_IDS = 'SELECT unnest(list) AS id FROM new_event_ids'

export interface WithId {
  readonly id: EventId
}

/** What writes a `FanOut` with what it comes of. The second also where fallbacks may be told, which seldom are. */
export interface FanOutStatements<Values extends readonly Value[]> {
  readonly plain: Statement<[...Values, ...FanOutValues], WithId>
  readonly withFallbacks: Statement<[...Values, ...FanOutWithFallbacks], WithId>
}

/** `before`: parts of a WITH that take the parameters before `first`. */
export function fanOutStatements<Values extends readonly Value[]>(
  before: string,
  first: number,
): FanOutStatements<Values> {
  return {
    plain: statement(`WITH ${before}, ${fanOutSql(first)} ${NEW_EVENT_IDS}`),
    withFallbacks: statement(`WITH ${before}, ${fanOutSql(first, true)} ${NEW_EVENT_IDS}`),
  }
}

function send<Values extends readonly Value[], Row>(
  transaction: Transaction,
  text: Statement<Values, Row>,
  values: NoInfer<Values>,
  isLast: boolean,
): Promise<Rows<Row>> {
  return isLast ? transaction.queryLast(text, values) : transaction.query(text, values)
}

/**
 * Finds the lines of the subjects that the SELECT `subjects` names, and locks one delivery of each against its end
 * (whoever ends it deletes its row). The newest, because it is the last to go; in the order of their ids, as
 * everybody locks deliveries. Where there is a line, one in it is not waiting, and those have an index; without the
 * OFFSET, which keeps it from becoming a join of another kind, a planner that knows the table as small would read all
 * of them. The head is looked at and not locked: who ends it need not wait for what is put behind it.
 */
export function lockLines(subjects: string): string {
  return `SELECT newest.subject, newest.webhook_id, head.line_urgency, head.last_failure FROM deliveries AS newest
    LEFT JOIN LATERAL (
      SELECT line_urgency, last_failure FROM deliveries AS head
      WHERE head.subject = newest.subject AND head.webhook_id = newest.webhook_id AND head.state <> 'waiting' OFFSET 0
    ) AS head ON true
    WHERE newest.id = ANY (ARRAY(
      SELECT last.id
      FROM (${subjects}) AS wanted (subject)
      CROSS JOIN LATERAL (
        SELECT subject, webhook_id FROM deliveries
        WHERE deliveries.subject = wanted.subject AND state <> 'waiting' OFFSET 0
      ) AS head
      CROSS JOIN LATERAL (
        SELECT id FROM deliveries
        WHERE subject = head.subject AND webhook_id = head.webhook_id ORDER BY event_id DESC, id DESC LIMIT 1
      ) AS last
    )) ORDER BY newest.id FOR KEY SHARE OF newest`
}

function headOf({ line_urgency: lineUrgency, last_failure: lastFailure }: Line): Head | undefined {
  return lineUrgency === null ? undefined : { lineUrgency, lastFailure }
}

function nameOf({ subject, webhook_id: webhookId }: Pick<Line, 'subject' | 'webhook_id'>): string {
  return `${webhookId} ${subject}`
}
