import { flowTable, headerTable, webhookColumns } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Webhooks, the state of their receivers, and changes that deliveries have yet to catch up with. */
export const webhooks = `
CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);

-- Counts up with every change of a webhook, so that nodes know when to read them anew.
CREATE TABLE webhooks_version (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL,
  -- A random word of the database for one timeline of the server, which each promotion changes; null: a new one is to begin.
  epoch text,
  timeline text
);
INSERT INTO webhooks_version (version) VALUES (1);

-- A standby has none, and can only be read.
CREATE FUNCTION current_timeline() RETURNS text LANGUAGE sql AS $$
  SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
$$;

CREATE FUNCTION current_epoch(epoch text, timeline text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF pg_is_in_recovery() THEN RETURN ''; END IF;
  IF epoch IS NULL OR timeline IS DISTINCT FROM left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) THEN
    RAISE EXCEPTION 'the epoch is over' USING ERRCODE = 'TC001';
  END IF;
  RETURN epoch;
END $$;

CREATE TABLE webhooks (
${webhookColumns(COLUMN_WORDS)},
  -- The version in which it was last written: nodes read only those that are newer than what they know.
  changed_in bigint NOT NULL DEFAULT 1
);
CREATE INDEX webhooks_changed ON webhooks (changed_in);
-- Who names a webhook as the fallback, asked whenever one is changed or deleted.
CREATE INDEX webhooks_by_fallback ON webhooks (fallback_webhook_id) WHERE fallback_webhook_id IS NOT NULL;

-- What was deleted in which version; only of the last so many versions.
CREATE TABLE webhook_deletions (deleted_in bigint PRIMARY KEY, webhook_id bigint NOT NULL);

${headerTable(COLUMN_WORDS)}

-- They were disabled, enabled or deleted, and not all of their deliveries have followed.
CREATE TABLE unfinished_webhook_changes (webhook_id bigint PRIMARY KEY);

-- The recent behaviour of its receiver; no row: healthy.
${flowTable(COLUMN_WORDS)}
`
