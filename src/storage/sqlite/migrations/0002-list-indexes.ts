/**
 * For the lists by source, key, name, kind and status: a word that is rare, or not there, must not read the whole table.
 * By time, for what removes old job runs.
 */
export const listIndexes = `
CREATE INDEX alerts_by_source ON alerts (source);
CREATE INDEX alerts_by_key ON alerts (key);
CREATE INDEX alerts_by_name ON alerts (name);
CREATE INDEX job_runs_by_source ON job_runs (source);
CREATE INDEX job_runs_by_status ON job_runs (status);
CREATE INDEX job_runs_by_time ON job_runs (accepted_at);
CREATE INDEX events_by_source ON events (source);
CREATE INDEX events_by_kind ON events (kind);
CREATE INDEX deliveries_unsuccessful_by_webhook ON deliveries (webhook_id, id) WHERE state IN ('failed', 'cancelled');
`
