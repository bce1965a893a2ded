import { operationTable, receiverStateColumns } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Deliveries, their attempts, receiver states, and operations. */
export const deliveries = `
-- Only what is unfinished: waiting, pending or sending. A delivery's id is never used again: receivers know it.
CREATE SEQUENCE delivery_ids;
CREATE TABLE deliveries (
  id bigint PRIMARY KEY DEFAULT nextval('delivery_ids'),
  event_id bigint NOT NULL,
  -- The accepted_at of its event.
  event_at bigint NOT NULL,
  webhook_id bigint NOT NULL,
  subject text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'pending', 'sending')),
  attempts_made integer NOT NULL DEFAULT 0,
  -- Attempts that do not count in the retry schedule: those before a retry by hand, and lost leases.
  attempts_uncounted integer NOT NULL DEFAULT 0,
  due_at bigint,
  -- When the first attempt of its schedule began.
  begun_at bigint,
  lease_until bigint,
  created_at bigint NOT NULL,
  last_reason text,
  fallback_of bigint,
  -- How many fallbacks led to it, so that a chain of them ends even where its history is no longer kept.
  fallback_depth integer NOT NULL DEFAULT 0,
  operation_id bigint,
  -- Which node has leased it, and for which attempt: node:attempt.
  leased_by text,
  -- An id can be given twice, by a standby that took over or a restored database, so the epoch in which it was made is kept.
  epoch text DEFAULT nullif(current_setting('tocsin.epoch', true), ''),
  -- That of its own event; queue_urgency is that of the most urgent in its alert queue (domain/delivery/urgency.ts has the numbers).
  urgency smallint NOT NULL DEFAULT 2,
  queue_urgency smallint NOT NULL DEFAULT 2,
  last_failure text,
  -- When the fallback is notified if it has not been delivered by then.
  fallback_at bigint
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000,
        autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
-- Of an alert queue one delivery at most is pending or sending, whatever two nodes do at once.
CREATE UNIQUE INDEX deliveries_head ON deliveries (subject, webhook_id) WHERE state <> 'waiting';
CREATE INDEX deliveries_alert_queue ON deliveries (subject, webhook_id, event_id, id);
CREATE INDEX deliveries_webhook_queue ON deliveries (webhook_id, queue_urgency, due_at, id) WHERE state = 'pending';
-- Small, so that what has lost its lease is looked for in all of it: one index less to write with each claim.
CREATE INDEX deliveries_sending ON deliveries (webhook_id) WHERE state = 'sending';
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_fallback ON deliveries (fallback_at) WHERE fallback_at IS NOT NULL;
CREATE INDEX deliveries_by_event ON deliveries (event_id);

-- What has ended: delivered, failed or cancelled. Retried, it moves back.
CREATE TABLE ended_deliveries (
  id bigint NOT NULL,
  event_id bigint NOT NULL,
  event_at bigint NOT NULL,
  webhook_id bigint NOT NULL,
  subject text NOT NULL,
  state text NOT NULL,
  attempts_made integer NOT NULL,
  attempts_uncounted integer NOT NULL,
  begun_at bigint,
  created_at bigint NOT NULL,
  finished_at bigint NOT NULL,
  last_reason text,
  fallback_of bigint,
  fallback_depth integer NOT NULL,
  operation_id bigint,
  epoch text,
  urgency smallint NOT NULL DEFAULT 2,
  last_failure text,
  PRIMARY KEY (id, event_at)
) PARTITION BY RANGE (event_at);
-- With the state before the id, a list of each state is a piece of the index, however rare the state is.
CREATE INDEX ended_deliveries_by_webhook ON ended_deliveries (webhook_id, state, id);
CREATE INDEX ended_deliveries_unsuccessful ON ended_deliveries (state, id) WHERE state <> 'delivered';
CREATE INDEX ended_deliveries_by_event ON ended_deliveries (event_id);
-- Asked only whether anything of a day ended after some time; so it may be coarse, and costs the writers next to nothing.
CREATE INDEX ended_deliveries_by_time ON ended_deliveries USING brin (finished_at) WITH (pages_per_range = 32);

CREATE TABLE attempts (
  -- The event_at of its delivery.
  event_at bigint NOT NULL,
  delivery_id bigint NOT NULL,
  number integer NOT NULL,
  started_at bigint NOT NULL,
  outcome text NOT NULL,
  reason text NOT NULL,
  request text,
  response text,
  timing text,
  failure text,
  PRIMARY KEY (delivery_id, number, event_at)
) PARTITION BY RANGE (event_at);
-- Compresses and opens several times as fast as the default; a server that was built without it keeps that.
DO $$ BEGIN
  ALTER TABLE attempts ALTER COLUMN request SET COMPRESSION lz4, ALTER COLUMN response SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL; END $$;

-- What the receiver of each webhook in current-state mode was last sent about each alert, and what it should be sent (domain/receiver-state/receiver-state.ts).
CREATE TABLE receiver_states (
${receiverStateColumns(COLUMN_WORDS)}
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000,
        autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX receiver_states_by_webhook ON receiver_states (webhook_id, alert_id);
CREATE INDEX receiver_states_out_of_sync ON receiver_states (resync, webhook_id, alert_id) WHERE resync > 0;

${operationTable(COLUMN_WORDS)}
CREATE INDEX operations_by_state ON operations (state, id);
CREATE INDEX operations_ended ON operations (finished_at) WHERE finished_at IS NOT NULL;
`
