/**
 * What each webhook that is kept at the present was told of each alert, and what it should know (domain/telling/told.ts); of alerts, how
 * often they were raised. `fallback_at`: when the fallback is told if a delivery has not arrived by then.
 *
 * What has ended may be in states that there were not before. Its CHECK goes for good: the days of history have it for their own, a
 * wider one would have to be compared with every row or to stay unproven, and nobody but this service writes there.
 */
export const told = `
ALTER TABLE alerts ADD COLUMN raise integer NOT NULL DEFAULT 0;

ALTER TABLE deliveries ADD COLUMN fallback_at bigint;
CREATE INDEX deliveries_fallback ON deliveries (fallback_at) WHERE fallback_at IS NOT NULL;

ALTER TABLE ended_deliveries DROP CONSTRAINT ended_deliveries_state_check;
DO $$ DECLARE day regclass; BEGIN
  FOR day IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'ended_deliveries'::regclass LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS ended_deliveries_state_check', day);
  END LOOP;
END $$;

CREATE TABLE told (
  alert_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  known_state text NOT NULL,
  known_raise integer NOT NULL,
  maybe smallint NOT NULL,
  present_state text NOT NULL,
  present_raise integer NOT NULL,
  event_id bigint NOT NULL,
  owed smallint NOT NULL,
  owed_since bigint,
  follows smallint NOT NULL,
  PRIMARY KEY (alert_id, webhook_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000,
        autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX told_by_webhook ON told (webhook_id, alert_id);
CREATE INDEX told_owed ON told (owed, webhook_id, alert_id) WHERE owed > 0;
`
