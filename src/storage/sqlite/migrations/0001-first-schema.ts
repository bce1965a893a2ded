/** Times are milliseconds since the epoch, booleans 0 and 1, structured values JSON text. */
export const firstSchema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  method TEXT NOT NULL,
  payload_template TEXT NOT NULL,
  payload_type TEXT NOT NULL CHECK (payload_type IN ('ALERT', 'JOB')),
  low_alert INTEGER NOT NULL,
  medium_alert INTEGER NOT NULL,
  high_alert INTEGER NOT NULL,
  cleared_alert INTEGER NOT NULL,
  description TEXT NOT NULL,
  timeout_ms INTEGER,
  retry_schedule_ms TEXT,
  disabled_reason TEXT,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_headers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_headers_by_webhook ON webhook_headers (webhook_id, id);

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;

CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('cleared', 'low', 'medium', 'high')),
  since INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  observed_at INTEGER NOT NULL,
  expires_at INTEGER,
  details TEXT NOT NULL,
  warnings TEXT NOT NULL,
  stale_count INTEGER NOT NULL,
  UNIQUE (source, key)
) STRICT;
CREATE INDEX alerts_active ON alerts (id) WHERE state <> 'cleared';
CREATE INDEX alerts_expiring ON alerts (expires_at) WHERE expires_at IS NOT NULL AND state <> 'cleared';
CREATE INDEX alerts_silent ON alerts (observed_at) WHERE state = 'cleared';

CREATE TABLE job_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  job_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('success', 'failure', 'cancelled')),
  started_at INTEGER,
  finished_at INTEGER NOT NULL,
  details TEXT NOT NULL,
  accepted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX job_runs_by_job ON job_runs (job_id, id);

-- What has been told must stay known longer than its history is kept, so the keys have a small table of their own.
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
  kind TEXT NOT NULL CHECK (kind IN ('alert', 'job_run')),
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL,
  alert_id INTEGER,
  job_run_id INTEGER,
  -- The members that only one kind has.
  body TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_alert ON events (alert_id, id) WHERE alert_id IS NOT NULL;
CREATE INDEX events_by_job_run ON events (job_run_id) WHERE job_run_id IS NOT NULL;
CREATE INDEX events_by_time ON events (accepted_at, id);

-- History outlives its webhook, so webhook_id refers to nothing. A delivery's id is never used again (AUTOINCREMENT):
-- receivers know deliveries by it.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id INTEGER NOT NULL,
  webhook_id INTEGER NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'pending', 'sending', 'delivered', 'failed', 'cancelled')),
  attempts_made INTEGER NOT NULL DEFAULT 0,
  -- Attempts that do not count in the retry schedule: those before a retry by hand, and lost leases.
  attempts_uncounted INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  lease_until INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  last_reason TEXT
) STRICT;
-- Partial indexes keep the hot set small, however much history there is.
CREATE INDEX deliveries_due ON deliveries (due_at, id) WHERE state = 'pending';
CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE state = 'sending';
CREATE INDEX deliveries_line ON deliveries (webhook_id, subject, id) WHERE finished_at IS NULL;
CREATE INDEX deliveries_unsuccessful ON deliveries (id) WHERE state IN ('failed', 'cancelled');
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
  answer TEXT,
  timing TEXT
) STRICT;
CREATE UNIQUE INDEX attempts_by_delivery ON attempts (delivery_id, number);
`
