/**
 * What each webhook that is kept at the present was told of each alert, and what it should know (domain/telling/told.ts); of alerts, how
 * often they were raised. `fallback_at`: when the fallback is told if a delivery has not arrived by then. The CHECK on the states
 * of deliveries is changed in the declaration, as it is without reading a row: what it allowed before, it allows still. So are the two
 * indexes of what has ended without being delivered, for there is no row yet that they would have to gain.
 */
export const told = `
ALTER TABLE alerts ADD COLUMN raise INTEGER NOT NULL DEFAULT 0;

PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''failed'', ''cancelled'')', '''failed'', ''cancelled'', ''superseded'', ''outdated'')')
WHERE tbl_name = 'deliveries' AND type IN ('table', 'index');
PRAGMA writable_schema = RESET;
ALTER TABLE deliveries ADD COLUMN fallback_at INTEGER;
CREATE INDEX deliveries_fallback ON deliveries (fallback_at) WHERE fallback_at IS NOT NULL AND finished_at IS NULL;

CREATE TABLE told (
  alert_id INTEGER NOT NULL,
  webhook_id INTEGER NOT NULL,
  known_state TEXT NOT NULL,
  known_raise INTEGER NOT NULL,
  maybe INTEGER NOT NULL,
  present_state TEXT NOT NULL,
  present_raise INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  owed INTEGER NOT NULL,
  owed_since INTEGER,
  follows INTEGER NOT NULL,
  PRIMARY KEY (alert_id, webhook_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX told_by_webhook ON told (webhook_id, alert_id);
CREATE INDEX told_owed ON told (owed, webhook_id, alert_id) WHERE owed > 0;
`
