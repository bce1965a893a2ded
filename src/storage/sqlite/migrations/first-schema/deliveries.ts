import { operationTable, receiverStateColumns } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Deliveries, their attempts, receiver states, and operations. */
export const deliveries = `
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
`
