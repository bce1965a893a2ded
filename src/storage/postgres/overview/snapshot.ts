import type { Sighted } from '../../../domain/overview/receiver-health.ts'
import { separateUnhealthy } from '../../../domain/overview/receiver-health.ts'
import type { AlertState } from '../../../domain/alert/alert.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { UNFINISHED_COUNTED_MAX, type WebhookCounts } from '../../../domain/overview/overview.ts'
import type { Watermarks } from '../../overview-methods.ts'
import { type FlowRow, toBreaker } from '../../rows/flow-row.ts'
import type { StoreMethods } from '../../store.ts'
import { statement } from '../connection/statement.ts'
import type { Deps } from '../node-memory/deps.ts'

/**
 * Condition on `webhook_flow` at time `$1`, true for every receiver that fails, rejects or is paused, and few
 * others; `separateUnhealthy` decides (domain/overview/receiver-health.ts).
 */
const POSSIBLY_UNHEALTHY =
  'failing_since IS NOT NULL OR rejected_at IS NOT NULL OR paused_until > $1 OR asked_until > $1'

/** Condition on `webhook_flow`: the opposite of `isNeverCalled` (domain/flow/breaker.ts). */
const IS_CALLED = 'failures > 0 OR rejections > 0 OR asked_until IS NOT NULL OR first_accepted_at IS NOT NULL'

interface Unfinished {
  readonly id: WebhookId
  readonly unfinished: number
}

type CountRow = Omit<WebhookCounts, 'failing' | 'rejecting' | 'rejectedLast' | 'paused' | 'blockedForHigh'>

type UnhealthyRow = FlowRow & Pick<Sighted, 'name' | 'isForHigh'>

interface AlertCount {
  readonly state: Exclude<AlertState, 'cleared'>
  readonly count: number
}

const COUNT_WEBHOOKS = statement<[], CountRow>(`
SELECT count(*) AS total, count(*) FILTER (WHERE enabled) AS enabled,
    count(*) FILTER (WHERE NOT enabled) AS disabled,
    count(*) FILTER (WHERE NOT enabled AND disabled_reason IS NOT NULL) AS "disabledByReceiver",
    count(*) FILTER (WHERE enabled AND id NOT IN (SELECT webhook_id FROM webhook_flow WHERE ${IS_CALLED})) AS "neverCalled"
  FROM webhooks`)

// Few rows: each looks up its webhook.
const UNHEALTHY = `SELECT flow.*, webhook.name, webhook."isForHigh" FROM (
    SELECT * FROM webhook_flow WHERE ${POSSIBLY_UNHEALTHY} OFFSET 0
  ) AS flow CROSS JOIN LATERAL (
    SELECT name, payload_type = 'ALERT' AND high_alert AS "isForHigh" FROM webhooks WHERE id = flow.webhook_id AND enabled OFFSET 0
  ) AS webhook`
const COUNT_UNFINISHED = `SELECT given.id, (
    SELECT count(*) FROM (
      SELECT 1 FROM deliveries WHERE webhook_id >= given.id AND webhook_id <= given.id
      ORDER BY webhook_id, id LIMIT ${UNFINISHED_COUNTED_MAX}
    ) AS counted_up
  ) AS unfinished FROM unnest($1::bigint[]) AS given (id)`

const COUNT_ALERTS = statement<[], AlertCount>(
  "SELECT state, count(*) AS count FROM alerts WHERE state <> 'cleared' GROUP BY state",
)

const WATERMARKS = statement<[], Watermarks>(`
SELECT (SELECT last_value - 1 + is_called::integer FROM event_ids) AS events,
  (SELECT last_value - 1 + is_called::integer FROM delivery_ids) AS deliveries,
  coalesce(pg_sequence_last_value(pg_get_serial_sequence('job_runs', 'id')::regclass), 0) AS "jobRuns",
  (SELECT version FROM webhooks_version) AS webhooks`)

export function snapshotMethods({ database }: Deps): Pick<StoreMethods, 'snapshot'> {
  return {
    async snapshot({ now, failingMax }) {
      const [counts, unhealthy, alerts, watermarks] = await Promise.all([
        database.read(COUNT_WEBHOOKS, []),
        database.list<UnhealthyRow>(UNHEALTHY, [now]),
        database.read(COUNT_ALERTS, []),
        database.read(WATERMARKS, []),
      ])
      if (!counts[0] || !watermarks[0]) throw new Error('a count has one row')
      const { worst, ...states } = separateUnhealthy(
        unhealthy.map((row) => ({
          id: row.webhook_id,
          name: row.name,
          isForHigh: row.isForHigh,
          breaker: toBreaker(row),
        })),
        now,
        failingMax,
      )
      const ids = worst.map(({ id }) => id)
      const unfinished = ids.length === 0 ? [] : await database.list<Unfinished>(COUNT_UNFINISHED, [ids])
      const countOf = new Map(unfinished.map(({ id, unfinished: count }) => [id, count]))
      return {
        webhooks: { ...counts[0], ...states },
        failing: worst.map((one) => ({ ...one, unfinished: countOf.get(one.id) ?? 0 })),
        alerts: {
          low: 0,
          medium: 0,
          high: 0,
          ...Object.fromEntries(alerts.map(({ state, count }) => [state, count])),
        },
        watermarks: watermarks[0],
      }
    },
  }
}

/** Estimates a large number by the server's statistics, without reading a row. */
const COUNT = statement<[limit: number], { readonly count: number }>(`
SELECT CASE WHEN counted.count < $1::bigint THEN counted.count ELSE greatest(counted.count,
    (SELECT reltuples::bigint FROM pg_class WHERE oid = 'receiver_states'::regclass)) END AS count
FROM (SELECT count(*) AS count FROM (SELECT FROM receiver_states LIMIT $1::bigint) AS one) AS counted`)

/** Exact up to the limit of a step. */
export function countOpenNotificationsMethod({
  database,
}: Deps): Pick<StoreMethods, 'countOpenNotifications'> {
  return {
    async countOpenNotifications({ limit }) {
      const [row] = await database.read(COUNT, [limit])
      return { count: row?.count ?? 0, next: undefined }
    },
  }
}
