import type { AlertState } from '../../../domain/alert/alert.ts'
import {
  UNFINISHED_COUNTED_MAX,
  type FailingWebhook,
  type WebhookCounts,
} from '../../../domain/overview/overview.ts'
import { receiverHealthOf } from '../../../domain/overview/receiver-health.ts'
import type { Marks } from '../../overview-verbs.ts'
import { toFlow, type FlowRow } from '../../rows/flow-row.ts'
import type { StoreVerbs } from '../../store.ts'
import type { Database } from '../connection/database.ts'
import { IS_PAUSED } from '../queue/paused.ts'

type CountRow = Omit<WebhookCounts, 'failing' | 'paused'>

const COUNT_WEBHOOKS = `SELECT count(*) AS total, count(*) FILTER (WHERE enabled) AS enabled,
    count(*) FILTER (WHERE NOT enabled) AS disabled,
    count(*) FILTER (WHERE NOT enabled AND disabled_reason IS NOT NULL) AS "disabledByReceiver"
  FROM webhooks`

// As domain/overview/receiver-health.ts has it: its last attempt failed, or it may not be sent to.
// Few flows are like this; the webhook of each is looked up, whatever the statistics say.
const FAILING = `FROM (
    SELECT * FROM webhook_flow AS flow WHERE failing_since IS NOT NULL OR ${IS_PAUSED} OFFSET 0
  ) AS flow CROSS JOIN LATERAL (
    SELECT name FROM webhooks WHERE id = flow.webhook_id AND enabled OFFSET 0
  ) AS webhook`
const COUNT_FAILING = `SELECT count(*) FILTER (WHERE ${IS_PAUSED}) AS paused,
    count(*) FILTER (WHERE (${IS_PAUSED}) IS NOT TRUE) AS failing ${FAILING}`
// In the order of `compareFailing`.
const WORST = `SELECT flow.*, webhook.name, (
    SELECT count(*) FROM (
      SELECT 1 FROM deliveries WHERE webhook_id >= flow.webhook_id AND webhook_id <= flow.webhook_id
      ORDER BY webhook_id, id LIMIT ${UNFINISHED_COUNTED_MAX}
    ) AS counted_up
  ) AS unfinished ${FAILING}
  ORDER BY flow.failing_since NULLS LAST, flow.failures DESC, flow.webhook_id LIMIT $2`

const COUNT_ALERTS = "SELECT state, count(*) AS count FROM alerts WHERE state <> 'cleared' GROUP BY state"

const MARKS = `SELECT (SELECT last_value - 1 + is_called::integer FROM event_ids) AS events,
  (SELECT last_value - 1 + is_called::integer FROM delivery_ids) AS deliveries,
  coalesce(pg_sequence_last_value(pg_get_serial_sequence('job_runs', 'id')::regclass), 0) AS "jobRuns",
  (SELECT version FROM webhooks_version) AS webhooks`

interface SurveyParts {
  readonly database: Pick<Database, 'read' | 'list'>
}

/** How webhooks and alerts stand. */
export function surveyVerbs({ database }: SurveyParts): Pick<StoreVerbs, 'survey'> {
  return {
    async survey({ now, failingMax }) {
      const [counts, failing, worst, alerts, marks] = await Promise.all([
        database.read<CountRow>(COUNT_WEBHOOKS),
        database.read<Pick<WebhookCounts, 'failing' | 'paused'>>(COUNT_FAILING, [now]),
        database.list<FlowRow & Pick<FailingWebhook, 'name' | 'unfinished'>>(WORST, [now, failingMax]),
        database.read<{ state: Exclude<AlertState, 'cleared'>; count: number }>(COUNT_ALERTS),
        database.read<Marks>(MARKS),
      ])
      if (!counts[0] || !failing[0] || !marks[0]) throw new Error('a count has one row')
      return {
        webhooks: { ...counts[0], ...failing[0] },
        failing: worst.map((row) => ({
          id: row.webhook_id,
          name: row.name,
          ...receiverHealthOf(toFlow(row), now),
          unfinished: row.unfinished,
        })),
        alerts: {
          low: 0,
          medium: 0,
          high: 0,
          ...Object.fromEntries(alerts.map(({ state, count }) => [state, count])),
        },
        marks: marks[0],
      }
    },
  }
}
