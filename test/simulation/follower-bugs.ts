import type { PostgresTrigger } from './current-state-bugs.ts'
import { ROUTED } from './routing-bugs.ts'
import { ACTION_WEIGHTS, type Plan } from './plan.ts'

/** Hardly a webhook is in current-state mode, and their matchers change between the raises and clears of many alerts. */
export const FOLLOWED: Partial<Plan> = {
  ...ROUTED,
  presentShare: 0.1,
  matchedShare: 1,
  alertCount: 12,
  gapMs: 250,
  stepCount: 160,
  webhookCountMax: 4,
  actions: { ...ACTION_WEIGHTS, observe: 60, create_webhook: 6, change_webhook: 60, long_outage: 0 },
}

const IS_CLEAR = `LIKE '%"newState":"cleared","episodeNumber":%'`
const IS_DBA = `events.body LIKE '%"team":"dba"%'`

/** SQL on a webhook and the event of a clear: its matchers, one of `ALERT_MATCHES`, do not fit, whatever the severity. */
function isUnfit(webhook: string): string {
  return `(${webhook}.match = 'otherwise' OR (${webhook}.match = 'label.team="dba"' AND NOT ${IS_DBA})
    OR (${webhook}.match = 'label.team!~"d.a"' AND ${IS_DBA})
    OR (${webhook}.match LIKE '{label.team!="",%' AND events.body NOT LIKE '%"team":%'))`
}

/**
 * SQL: after a new delivery of a clear, for a webhook that does not take it by its matchers, creates one for each
 * webhook with `otherwise` that was not sent the raise, if nobody takes the clear by matchers. `sent`: deliveries
 * of all states.
 */
function addOtherwise(sent: string): string {
  return `INSERT INTO deliveries (event_id, event_at, webhook_id, subject, state, due_at, created_at, urgency, queue_urgency)
    SELECT new.event_id, new.created_at, added.id, new.subject, CASE WHEN queue.head THEN 'waiting' ELSE 'pending' END,
      CASE WHEN NOT queue.head THEN new.created_at END, new.created_at, new.urgency, new.urgency
    FROM events JOIN webhooks AS own ON own.id = new.webhook_id JOIN webhooks AS added ON added.match = 'otherwise'
      JOIN (SELECT id, EXISTS (SELECT 1 FROM deliveries WHERE webhook_id = webhooks.id AND subject = new.subject
        AND state IN ('pending', 'waiting', 'sending')) AS head FROM webhooks) AS queue ON queue.id = added.id
    WHERE events.id = new.event_id AND events.body ${IS_CLEAR}
      AND own.match <> 'otherwise' AND own.mode = 'every_change' AND ${isUnfit('own')}
      AND added.enabled AND added.cleared_alert AND added.payload_type = 'ALERT' AND added.mode = 'every_change'
      AND NOT EXISTS (SELECT 1 FROM webhooks AS other
        WHERE other.enabled AND other.payload_type = 'ALERT' AND (other.match IS NULL OR NOT ${isUnfit('other')}))
      AND NOT EXISTS (SELECT 1 FROM ${sent} AS sent WHERE webhook_id = added.id AND subject = new.subject
        AND state NOT IN ('cancelled', 'superseded', 'outdated') AND event_id > coalesce((SELECT max(id) FROM events AS clear
          WHERE clear.alert_id = events.alert_id AND clear.id < events.id AND clear.body ${IS_CLEAR}), 0))`
}

/** SQL on a new delivery: its webhook has `otherwise`, and one with other matchers takes the same event. */
const TAKES_WHAT_OTHERS_TAKE = `EXISTS (
    SELECT 1 FROM webhooks WHERE id = new.webhook_id AND match = 'otherwise' AND mode = 'every_change')
  AND EXISTS (SELECT 1 FROM deliveries JOIN webhooks ON webhooks.id = webhook_id
    WHERE event_id = new.event_id AND match <> 'otherwise' AND mode = 'every_change')`

/** The search for those who were sent the raise takes an event with this for a clear. Nothing else reads it. */
const NO_RAISE = ',"planted":{"newState":"cleared","episodeNumber":-1}}'

/** Bugs in who gets a clear because of the raise, as triggers. */
export const FOLLOWER_TRIGGERS: readonly {
  readonly bug: string
  /** SQLite runs it after a row of its table was written. */
  readonly trigger: string
  readonly onPostgres: PostgresTrigger
}[] = [
  { bug: 'a clear forgets whom the raise was sent to', ...passingOver(`new.body NOT ${IS_CLEAR}`) },
  {
    bug: 'a clear forgets whom a change was sent to',
    ...passingOver(`new.body NOT ${IS_CLEAR} AND new.body NOT LIKE '%"oldState":"cleared",%'`),
  },
  {
    bug: 'a clear goes to "otherwise", though others get it who were sent the raise',
    trigger: `AFTER INSERT ON deliveries
      BEGIN ${addOtherwise('deliveries').replace('event_at, ', '').replace('new.created_at, added.id', 'added.id')}; END`,
    // Where rows are noted, because the event is there only at the end of the statement.
    onPostgres: {
      on: "INSERT ON watch.changes FOR EACH ROW WHEN (new.on_table = 'deliveries' AND new.before IS NULL)",
      does: `DECLARE noted record := new; new deliveries := jsonb_populate_record(NULL::deliveries, noted.after);
        BEGIN ${addOtherwise(`(SELECT webhook_id, subject, event_id, state FROM deliveries
          UNION ALL SELECT webhook_id, subject, event_id, state FROM ended_deliveries)`)}; RETURN noted; END`,
    },
  },
  {
    bug: 'a clear that others take does not go to "otherwise", which was sent the raise',
    trigger: `BEFORE INSERT ON deliveries WHEN ${TAKES_WHAT_OTHERS_TAKE} BEGIN SELECT RAISE(IGNORE); END`,
    onPostgres: {
      on: 'INSERT ON deliveries FOR EACH ROW',
      does: `IF ${TAKES_WHAT_OTHERS_TAKE} THEN RETURN NULL; END IF; RETURN new`,
    },
  },
]

function passingOver(condition: string) {
  const body = `substr(new.body, 1, length(new.body) - 1) || '${NO_RAISE}'`
  return {
    trigger: `AFTER INSERT ON events WHEN ${condition}
      BEGIN UPDATE events SET body = ${body}, digest = NULL WHERE id = new.id; END`,
    onPostgres: {
      on: `INSERT ON events FOR EACH ROW WHEN (${condition})`,
      does: `new.body = ${body}; new.digest = NULL; RETURN new`,
    },
  }
}
