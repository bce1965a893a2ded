import { alertTable, eventColumns, jobRunTable } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Alerts, job runs and their events. */
export const alerts = `
${alertTable(COLUMN_WORDS)}
CREATE INDEX alerts_active ON alerts (id) WHERE state <> 'cleared';
CREATE INDEX alerts_expiring ON alerts (expires_at) WHERE expires_at IS NOT NULL AND state <> 'cleared';
CREATE INDEX alerts_silent ON alerts (observed_at, id) WHERE state = 'cleared';
CREATE INDEX alerts_by_key ON alerts (key, id);
-- A name may be longer than an index takes.
CREATE INDEX alerts_by_name ON alerts (left(name, 200), id);

${jobRunTable(COLUMN_WORDS)}
CREATE INDEX job_runs_by_source ON job_runs (source, status, id);
CREATE INDEX job_runs_by_status ON job_runs (status, id);
CREATE INDEX job_runs_by_time ON job_runs (accepted_at, id);

-- Of all three together, which may be longer than an index takes. A backslash begins an escape in a bytea.
CREATE FUNCTION job_run_digest(source text, job_id text, run_id text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(
    sha256(replace(source, '\\', '\\\\')::bytea)
    || sha256(replace(job_id, '\\', '\\\\')::bytea)
    || sha256(replace(run_id, '\\', '\\\\')::bytea))
$$;

-- What was reported must stay known longer than its history is kept, so the keys have a small table of their own.
CREATE TABLE job_run_keys (
  source text NOT NULL,
  job_id text NOT NULL,
  run_id text NOT NULL,
  job_run_id bigint NOT NULL,
  accepted_at bigint NOT NULL,
  digest bytea GENERATED ALWAYS AS (job_run_digest(source, job_id, run_id)) STORED PRIMARY KEY
);
CREATE INDEX job_run_keys_by_age ON job_run_keys (accepted_at);

CREATE SEQUENCE event_ids;
CREATE TABLE events (
  id bigint NOT NULL DEFAULT nextval('event_ids'),
${eventColumns(COLUMN_WORDS)},
  -- In this order it serves lists, which go by id; the time in it is what a partitioned table asks for.
  PRIMARY KEY (id, accepted_at)
) PARTITION BY RANGE (accepted_at);
CREATE INDEX events_by_alert ON events (alert_id, id) WHERE alert_id IS NOT NULL;
CREATE INDEX events_by_job_run ON events (job_run_id) WHERE job_run_id IS NOT NULL;
CREATE INDEX events_by_source ON events (source, kind, id);
CREATE INDEX events_by_kind ON events (kind, id);

CREATE TABLE early_clears (
  source text NOT NULL,
  key text NOT NULL,
  variant text NOT NULL,
  last_reported_at bigint NOT NULL,
  made_at bigint NOT NULL,
  PRIMARY KEY (source, key, variant)
);
CREATE INDEX early_clears_by_age ON early_clears (made_at);
`
