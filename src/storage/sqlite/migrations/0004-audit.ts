/** Who changed what and when. Rows are only added, and removed by age; an id is never used again. */
export const auditLog = `
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- Null: done without a token. The name is the token's then; neither follows a token that is gone.
  token_id INTEGER,
  actor_name TEXT NOT NULL,
  address TEXT,
  action TEXT NOT NULL,
  object_type TEXT NOT NULL,
  object_id INTEGER,
  object_name TEXT,
  -- Secrets are hidden before they come here.
  changes TEXT NOT NULL,
  note TEXT
) STRICT;
CREATE INDEX audit_by_object ON audit (object_type, object_id);
CREATE INDEX audit_by_action ON audit (action);
CREATE INDEX audit_by_actor ON audit (actor_name);
CREATE INDEX audit_by_token ON audit (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX audit_by_time ON audit (at);
`
