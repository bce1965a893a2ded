import { alertTable, eventColumns, jobRunTable } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Alerts, job runs and their events. */
export const alerts = `
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
`
