/** Tokens, users, sessions, invitations, and the audit log. */
export const people = `
CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- The name as it is compared: case makes no difference.
  name_key TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  -- With its parameters; null: nobody can sign in by a password.
  password_hash TEXT,
  oidc_issuer TEXT,
  oidc_subject TEXT,
  disabled_at INTEGER,
  created_at INTEGER NOT NULL,
  last_sign_in_at INTEGER
) STRICT;
CREATE UNIQUE INDEX users_by_identity ON users (oidc_issuer, oidc_subject) WHERE oidc_issuer IS NOT NULL;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- SHA-256 of the secret.
  hash TEXT NOT NULL UNIQUE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  token_id INTEGER REFERENCES tokens (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('console', 'token_service')),
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  CHECK ((user_id IS NULL) <> (token_id IS NULL))
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, kind, seen_at) WHERE user_id IS NOT NULL;
CREATE INDEX sessions_by_token ON sessions (token_id, kind, seen_at) WHERE token_id IS NOT NULL;
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (seen_at) WHERE kind = 'console';

CREATE TABLE invitations (
  -- SHA-256 of the code.
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('first_admin', 'new_user', 'new_password')),
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Those for a first admin are of nobody.
CREATE INDEX invitations_by_user ON invitations (user_id);
CREATE INDEX invitations_by_end ON invitations (expires_at);

-- Who changed what and when. Rows are only added, and removed by age; an id is never used again.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  -- Null: done without a token. The name is that of the time; neither refers to a token that is gone.
  token_id INTEGER,
  actor_name TEXT NOT NULL,
  address TEXT,
  action TEXT NOT NULL,
  object_type TEXT NOT NULL,
  object_id INTEGER,
  object_name TEXT,
  -- Secrets are hidden before they come here.
  changes TEXT NOT NULL,
  note TEXT,
  -- Null: done by no user.
  user_id INTEGER
) STRICT;
CREATE INDEX audit_by_object ON audit (object_type, object_id);
CREATE INDEX audit_by_action ON audit (action);
CREATE INDEX audit_by_actor ON audit (actor_name);
CREATE INDEX audit_by_token ON audit (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_user ON audit (user_id) WHERE user_id IS NOT NULL;
`
