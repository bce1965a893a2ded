import type { ColumnWords } from '../../migrations/later-migrations.ts'
import {
  activityColumns,
  alertTable,
  auditTable,
  cursorTables,
  eventColumns,
  flowTable,
  headerTable,
  jobRunTable,
  operationTable,
  peopleTables,
  receiverStateColumns,
  webhookColumns,
} from '../../migrations/first-schema.ts'

export const COLUMN_WORDS: ColumnWords = {
  id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  whole: 'INTEGER',
  bit: 'INTEGER',
  integer: 'INTEGER',
  real: 'REAL',
  flag: 'INTEGER',
  text: 'TEXT',
  no: '0',
  strict: ' STRICT',
  keyed: ' STRICT, WITHOUT ROWID',
  zero: '',
  octets: '',
}

/** Times are milliseconds since 1970, booleans 0 and 1, structured values JSON text. */
export const firstSchema = `
${peopleTables(COLUMN_WORDS)}
${auditTable(COLUMN_WORDS)}
CREATE INDEX audit_by_object ON audit (object_type, object_id);
CREATE INDEX audit_by_action ON audit (action);
CREATE INDEX audit_by_actor ON audit (actor_name);
CREATE INDEX audit_by_token ON audit (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_user ON audit (user_id) WHERE user_id IS NOT NULL;


CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE webhooks (
${webhookColumns(COLUMN_WORDS)}
) STRICT;

${headerTable(COLUMN_WORDS)}

-- They were disabled, enabled or deleted, and not all of their deliveries have followed; since when.
CREATE TABLE unfinished_webhook_changes (webhook_id INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;

-- The recent behaviour of its receiver; no row: healthy.
${flowTable(COLUMN_WORDS)}


${alertTable(COLUMN_WORDS)}
CREATE INDEX alerts_active ON alerts (state) WHERE state <> 'cleared';
CREATE INDEX alerts_by_source ON alerts (source, state);
CREATE INDEX alerts_by_key ON alerts (key);
CREATE INDEX alerts_by_name ON alerts (name);
CREATE INDEX alerts_expiring ON alerts (expires_at) WHERE expires_at IS NOT NULL AND state <> 'cleared';
CREATE INDEX alerts_silent ON alerts (observed_at) WHERE state = 'cleared';

${jobRunTable(COLUMN_WORDS)}
CREATE INDEX job_runs_by_source ON job_runs (source, status);
CREATE INDEX job_runs_by_status ON job_runs (status);
CREATE INDEX job_runs_by_time ON job_runs (accepted_at);

-- What was reported must stay known longer than its history is kept, so the keys have a small table of their own.
CREATE TABLE job_run_keys (
  source TEXT NOT NULL,
  job_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  job_run_id INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL,
  PRIMARY KEY (source, job_id, run_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_run_keys_by_age ON job_run_keys (accepted_at);

CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
${eventColumns(COLUMN_WORDS)}
) STRICT;
CREATE INDEX events_by_alert ON events (alert_id, id) WHERE alert_id IS NOT NULL;
CREATE INDEX events_by_job_run ON events (job_run_id) WHERE job_run_id IS NOT NULL;
CREATE INDEX events_by_source ON events (source, kind);
CREATE INDEX events_by_kind ON events (kind);
CREATE INDEX events_by_time ON events (accepted_at, id);

CREATE TABLE early_clears (
  source TEXT NOT NULL,
  key TEXT NOT NULL,
  variant TEXT NOT NULL,
  last_reported_at INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (source, key, variant)
) STRICT, WITHOUT ROWID;
CREATE INDEX early_clears_by_age ON early_clears (made_at);


-- History outlives its webhook, so webhook_id refers to nothing. A delivery's id is never used again (AUTOINCREMENT):
-- receivers know deliveries by it.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id INTEGER NOT NULL,
  webhook_id INTEGER NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'pending', 'sending', 'delivered', 'failed', 'cancelled', 'superseded', 'outdated')),
  attempts_made INTEGER NOT NULL DEFAULT 0,
  -- Attempts that do not count in the retry schedule: those before a retry by hand, and lost leases.
  attempts_uncounted INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  -- When the first attempt of its schedule began.
  begun_at INTEGER,
  lease_until INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  last_reason TEXT,
  fallback_of INTEGER,
  -- How many fallbacks led to it, so that a chain of them ends even where its history is no longer kept.
  fallback_depth INTEGER NOT NULL DEFAULT 0,
  operation_id INTEGER,
  -- The node that leased it last.
  leased_by TEXT,
  -- A restored file gives ids anew, so a delivery also keeps the epoch in which it was made.
  epoch TEXT,
  -- That of its own event; queue_urgency is that of the most urgent in its alert queue (domain/delivery/urgency.ts has the numbers).
  urgency INTEGER NOT NULL DEFAULT 2,
  queue_urgency INTEGER NOT NULL DEFAULT 2,
  last_failure TEXT,
  -- When the fallback is notified if it has not been delivered by then.
  fallback_at INTEGER
) STRICT;
-- Partial indexes keep the hot set small, however much history there is.
CREATE INDEX deliveries_webhook_queue ON deliveries (webhook_id, queue_urgency, due_at, id) WHERE state = 'pending';
CREATE INDEX deliveries_fallback ON deliveries (fallback_at) WHERE fallback_at IS NOT NULL AND finished_at IS NULL;
CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE state = 'sending';
CREATE INDEX deliveries_alert_queue ON deliveries (webhook_id, subject, event_id) WHERE finished_at IS NULL;
-- Of equal entries an index has the ids in order: so lists read them state by state, however rare a state is.
CREATE INDEX deliveries_unsuccessful ON deliveries (state)
  WHERE state IN ('failed', 'cancelled', 'superseded', 'outdated');
CREATE INDEX deliveries_unsuccessful_by_webhook ON deliveries (webhook_id, state)
  WHERE state IN ('failed', 'cancelled', 'superseded', 'outdated');
CREATE INDEX deliveries_ended ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_by_event ON deliveries (event_id);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);

CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  delivery_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT NOT NULL,
  request TEXT,
  response TEXT,
  timing TEXT,
  failure TEXT
) STRICT;
CREATE UNIQUE INDEX attempts_by_delivery ON attempts (delivery_id, number);

-- What the receiver of each webhook in current-state mode was last sent about each alert, and what it should be sent (domain/receiver-state/receiver-state.ts).
CREATE TABLE receiver_states (
${receiverStateColumns(COLUMN_WORDS)}
) STRICT, WITHOUT ROWID;
CREATE INDEX receiver_states_by_webhook ON receiver_states (webhook_id, alert_id);
CREATE INDEX receiver_states_out_of_sync ON receiver_states (resync, webhook_id, alert_id) WHERE resync > 0;

${operationTable(COLUMN_WORDS)}
CREATE INDEX operations_by_state ON operations (state, id);
CREATE INDEX operations_ended ON operations (finished_at) WHERE finished_at IS NOT NULL;


${cursorTables(COLUMN_WORDS)}

CREATE TABLE activity (
${activityColumns(COLUMN_WORDS)}
) STRICT, WITHOUT ROWID;
`
