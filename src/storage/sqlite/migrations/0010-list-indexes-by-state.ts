/**
 * The same indexes as before, each with one column more or another one, so that what is rare is found however much there
 * is beside it: cancelled ones among a million that failed, one status of a source, high alerts among low ones. Of equal
 * entries an index has the ids in order, so lists read them state by state.
 */
export const listIndexesByState = `
DROP INDEX deliveries_unsuccessful;
CREATE INDEX deliveries_unsuccessful ON deliveries (state) WHERE state IN ('failed', 'cancelled');
DROP INDEX deliveries_unsuccessful_by_webhook;
CREATE INDEX deliveries_unsuccessful_by_webhook ON deliveries (webhook_id, state) WHERE state IN ('failed', 'cancelled');
DROP INDEX alerts_active;
CREATE INDEX alerts_active ON alerts (state) WHERE state <> 'cleared';
DROP INDEX alerts_by_source;
CREATE INDEX alerts_by_source ON alerts (source, state);
DROP INDEX job_runs_by_source;
CREATE INDEX job_runs_by_source ON job_runs (source, status);
DROP INDEX events_by_source;
CREATE INDEX events_by_source ON events (source, kind);
`
