/**
 * A delivery's id can be given twice: by a standby that took over without the last transactions, by a database that was
 * restored. So a delivery also keeps the epoch in which it was made. What there is already keeps none, and its name.
 *
 * The epoch is a random word of the database for one timeline of the server, which each promotion changes; it is null when
 * a new one is to begin. Each transaction that writes tells its epoch by a setting of its own, so the same connection may
 * lead to another server at any time; releases that do not know of it insert none.
 */
export const epochs = `
ALTER TABLE webhooks_version ADD COLUMN epoch text, ADD COLUMN timeline text;
ALTER TABLE deliveries ADD COLUMN epoch text;
ALTER TABLE deliveries ALTER COLUMN epoch SET DEFAULT nullif(current_setting('tocsin.epoch', true), '');
ALTER TABLE ended_deliveries ADD COLUMN epoch text;

-- A standby has none, and can only be read.
CREATE FUNCTION present_timeline() RETURNS text LANGUAGE sql AS $$
  SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
$$;

CREATE FUNCTION present_epoch(epoch text, timeline text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF pg_is_in_recovery() THEN RETURN ''; END IF;
  IF epoch IS NULL OR timeline IS DISTINCT FROM left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) THEN
    RAISE EXCEPTION 'the epoch is over' USING ERRCODE = 'TC001';
  END IF;
  RETURN epoch;
END $$;
`
