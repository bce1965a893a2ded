import { subjectOf, type Event, type NewEvent } from '../../../domain/alert/event.ts'
import { whoIsTold } from '../../../domain/routing/matching.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { AlertId, JobRunId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { toEventRow } from '../../rows/event-row.ts'

/** The unfinished deliveries of one subject to one webhook. */
export interface Line {
  readonly subject: string
  readonly webhook_id: WebhookId
}

interface NewDelivery extends Line {
  /** Which of the events, counted from 1. */
  readonly eventPlace: number
  readonly at: Instant
  readonly isWaiting: boolean
}

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
]

/**
 * The events of a transaction and who is told of them, gathered in memory and written by one statement. `lines` are
 * those with something in them: the transaction holds a lock on a delivery of each, so that they do not come to their
 * end meanwhile, and what is put behind is found when it is its turn.
 */
export class FanOut {
  readonly #webhooks: ReadonlyMap<WebhookId, Webhook>
  readonly #lines: Set<string>
  readonly #events: NewEvent[] = []
  readonly #deliveries: NewDelivery[] = []

  constructor(webhooks: ReadonlyMap<WebhookId, Webhook>, lines: readonly Line[]) {
    this.#webhooks = webhooks
    this.#lines = new Set(lines.map(nameOf))
  }

  get eventCount(): number {
    return this.#events.length
  }

  add(event: NewEvent): AddedEvent {
    const eventPlace = this.#events.push(event)
    const subject = subjectOf(event)
    const told = whoIsTold(this.#webhooks, event)
    for (const { id } of told) {
      const line = { subject, webhook_id: id }
      const name = nameOf(line)
      this.#deliveries.push({ ...line, eventPlace, at: event.acceptedAt, isWaiting: this.#lines.has(name) })
      this.#lines.add(name)
    }
    return { eventPlace, deliveryCount: told.length }
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
    ]
  }
}

/**
 * The parts of a WITH that writes what a `FanOut` has gathered, given as parameters from `first` on; `new_event_ids` then
 * has the ids of the events. They come from the sequence here, where the alert or the job is locked: so their order is
 * the order of what they tell. An array of them finds each at once; a join would have to be planned without knowing
 * how many there are.
 */
export function fanOutSql(first: number): string {
  const parameter = (index: number) => `$${first + index}`
  return `new_event_ids AS MATERIALIZED (
      SELECT array_agg(nextval('event_ids')) AS list FROM generate_series(1, ${parameter(0)}::bigint)
    ), new_events AS (
      INSERT INTO events (id, kind, source, name, at, accepted_at, alert_id, job_run_id, body)
      SELECT (SELECT list FROM new_event_ids)[place], kind, source, name, at, accepted_at, alert_id, job_run_id, body
      FROM unnest(${parameter(1)}::text[], ${parameter(2)}::text[], ${parameter(3)}::text[], ${parameter(4)}::bigint[],
          ${parameter(5)}::bigint[], ${parameter(6)}::bigint[], ${parameter(7)}::bigint[], ${parameter(8)}::text[])
        WITH ORDINALITY AS event (kind, source, name, at, accepted_at, alert_id, job_run_id, body, place)
    ), new_deliveries AS (
      INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at)
      SELECT (SELECT list FROM new_event_ids)[place], at, webhook_id, subject,
        CASE WHEN is_waiting THEN 'waiting' ELSE 'pending' END, CASE WHEN NOT is_waiting THEN at END, at
      FROM unnest(${parameter(9)}::integer[], ${parameter(10)}::bigint[], ${parameter(11)}::text[],
          ${parameter(12)}::bigint[], ${parameter(13)}::boolean[])
        AS delivery (place, webhook_id, subject, at, is_waiting)
    )`
}

export const NEW_EVENT_IDS = 'SELECT unnest(list) AS id FROM new_event_ids'

/**
 * Finds the lines of the subjects that the SELECT `subjects` names, and locks one delivery of each against its end
 * (whoever ends it deletes its row). The newest, because it is the last to go; in the order of their ids, as
 * everybody locks deliveries. Where there is a line, one in it is not waiting, and those have an index; without the
 * OFFSET, which keeps it from becoming a join of another kind, a planner that knows the table as small would read all
 * of them.
 */
export function lockLines(subjects: string): string {
  return `SELECT subject, webhook_id FROM deliveries WHERE id = ANY (ARRAY(
      SELECT newest.id
      FROM (${subjects}) AS wanted (subject)
      CROSS JOIN LATERAL (
        SELECT subject, webhook_id FROM deliveries
        WHERE deliveries.subject = wanted.subject AND state <> 'waiting' OFFSET 0
      ) AS head
      CROSS JOIN LATERAL (
        SELECT id FROM deliveries
        WHERE subject = head.subject AND webhook_id = head.webhook_id ORDER BY event_id DESC, id DESC LIMIT 1
      ) AS newest
    )) ORDER BY id FOR KEY SHARE`
}

function nameOf({ subject, webhook_id: webhookId }: Line): string {
  return `${webhookId} ${subject}`
}
