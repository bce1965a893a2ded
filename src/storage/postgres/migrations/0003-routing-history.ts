/** Adds what explains later who was notified: revisions of webhooks, and events that no webhook took. */
export const routingHistory = `
-- Since when the part of the webhook that decides who is notified is as it is.
ALTER TABLE webhooks ADD COLUMN routed_since bigint NOT NULL DEFAULT 0;
UPDATE webhooks SET routed_since = updated_at;

-- What decided who was notified, from "since" until a change or the deletion; kept as long as events.
CREATE TABLE webhook_revisions (
  webhook_id bigint NOT NULL,
  since bigint NOT NULL,
  until bigint NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL,
  payload_type text NOT NULL,
  low_alert boolean NOT NULL,
  medium_alert boolean NOT NULL,
  high_alert boolean NOT NULL,
  cleared_alert boolean NOT NULL,
  mode text NOT NULL,
  match text,
  fallback_webhook_id bigint,
  disabled_reason text,
  PRIMARY KEY (until, webhook_id)
);

-- 1: no webhook took it when it was accepted.
ALTER TABLE events ADD COLUMN notified_nobody smallint NOT NULL DEFAULT 0;
CREATE INDEX events_notified_nobody ON events (id) WHERE notified_nobody = 1;
CREATE INDEX events_notified_nobody_by_time ON events (accepted_at) WHERE notified_nobody = 1;
`
