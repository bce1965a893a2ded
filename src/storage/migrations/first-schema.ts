import type { ColumnWords } from './later-migrations.ts'

/* Tables of the first schema, and columns of tables, that the engines have in common. */

export const peopleTables = ({ id, keyed, strict, text, whole }: ColumnWords) => `CREATE TABLE tokens (
  id ${id},
  name ${text} NOT NULL,
  scopes ${text} NOT NULL,
  prefix ${text} NOT NULL,
  hash ${text} NOT NULL,
  created_at ${whole} NOT NULL,
  expires_at ${whole},
  revoked_at ${whole},
  last_used_at ${whole}
)${strict};

CREATE TABLE users (
  id ${id},
  name ${text} NOT NULL,
  -- The name as it is compared: case makes no difference.
  name_key ${text} NOT NULL UNIQUE,
  role ${text} NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  -- With its parameters; null: nobody can sign in by a password.
  password_hash ${text},
  oidc_issuer ${text},
  oidc_subject ${text},
  disabled_at ${whole},
  created_at ${whole} NOT NULL,
  last_sign_in_at ${whole}
)${strict};
CREATE UNIQUE INDEX users_by_identity ON users (oidc_issuer, oidc_subject) WHERE oidc_issuer IS NOT NULL;

CREATE TABLE sessions (
  id ${id},
  -- SHA-256 of the secret.
  hash ${text} NOT NULL UNIQUE,
  user_id ${whole} REFERENCES users (id) ON DELETE CASCADE,
  token_id ${whole} REFERENCES tokens (id) ON DELETE CASCADE,
  kind ${text} NOT NULL CHECK (kind IN ('console', 'token_service')),
  created_at ${whole} NOT NULL,
  seen_at ${whole} NOT NULL,
  expires_at ${whole} NOT NULL,
  address ${text} NOT NULL,
  user_agent ${text} NOT NULL,
  CHECK ((user_id IS NULL) <> (token_id IS NULL))
)${strict};
CREATE INDEX sessions_by_user ON sessions (user_id, kind, seen_at) WHERE user_id IS NOT NULL;
CREATE INDEX sessions_by_token ON sessions (token_id, kind, seen_at) WHERE token_id IS NOT NULL;
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (seen_at) WHERE kind = 'console';

CREATE TABLE invitations (
  -- SHA-256 of the code.
  hash ${text} PRIMARY KEY,
  purpose ${text} NOT NULL CHECK (purpose IN ('first_admin', 'new_user', 'new_password')),
  user_id ${whole} REFERENCES users (id) ON DELETE CASCADE,
  role ${text} NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  expires_at ${whole} NOT NULL
)${keyed};
-- Those for a first admin are of nobody.
CREATE INDEX invitations_by_user ON invitations (user_id);
CREATE INDEX invitations_by_end ON invitations (expires_at);
`

export const auditTable = ({
  id,
  strict,
  text,
  whole,
}: ColumnWords) => `-- Who changed what and when. Rows are only added, and removed by age; an id is never used again.
CREATE TABLE audit (
  id ${id},
  at ${whole} NOT NULL,
  -- Null: done without a token. The name is that of the time; neither refers to a token that is gone.
  token_id ${whole},
  actor_name ${text} NOT NULL,
  address ${text},
  action ${text} NOT NULL,
  object_type ${text} NOT NULL,
  object_id ${whole},
  object_name ${text},
  -- Secrets are hidden before they come here.
  changes ${text} NOT NULL,
  note ${text},
  -- Null: done by no user.
  user_id ${whole}
)${strict};`

export const webhookColumns = ({ flag, id, integer, text, whole }: ColumnWords) => `  id ${id},
  name ${text} NOT NULL,
  url ${text} NOT NULL,
  enabled ${flag} NOT NULL,
  method ${text} NOT NULL,
  payload_template ${text} NOT NULL,
  payload_type ${text} NOT NULL CHECK (payload_type IN ('ALERT', 'JOB')),
  low_alert ${flag} NOT NULL,
  medium_alert ${flag} NOT NULL,
  high_alert ${flag} NOT NULL,
  cleared_alert ${flag} NOT NULL,
  description ${text} NOT NULL,
  timeout_ms ${whole},
  retry_schedule_ms ${text},
  concurrency_max ${integer},
  rate_limit ${text},
  response_bytes_max ${whole},
  tls ${text},
  response_rule ${text},
  fallback_webhook_id ${whole},
  signing_secrets ${text} NOT NULL DEFAULT '[]',
  mode ${text} NOT NULL DEFAULT 'every_change',
  missed_alerts ${text} NOT NULL DEFAULT 'skip',
  clear_request ${text},
  fallback_after_ms ${whole},
  max_age_ms ${whole},
  disabled_reason ${text},
  revision ${whole} NOT NULL,
  created_at ${whole} NOT NULL,
  updated_at ${whole} NOT NULL`

export const headerTable = ({ id, strict, text, whole }: ColumnWords) => `CREATE TABLE webhook_headers (
  id ${id},
  webhook_id ${whole} NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  key ${text} NOT NULL,
  value ${text} NOT NULL
)${strict};
CREATE INDEX webhook_headers_by_webhook ON webhook_headers (webhook_id, id);`

export const flowTable = ({
  integer,
  real,
  strict,
  text,
  whole,
  zero,
}: ColumnWords) => `CREATE TABLE webhook_flow (
  webhook_id ${whole} PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  failures ${integer} NOT NULL${zero},
  failing_since ${whole},
  pause_ms ${whole} NOT NULL${zero},
  paused_until ${whole},
  asked_until ${whole},
  pause_reason ${text},
  rate_next_at ${real} NOT NULL${zero},
  -- What somebody asked for by hand is the next that is sent to the webhook.
  first_delivery_id ${whole},
  failed_delivery_id ${whole},
  rejected_at ${whole},
  -- Rejections since the last acceptance.
  rejections ${integer} NOT NULL DEFAULT 0,
  reject_reason ${text},
  accepted_at ${whole},
  first_accepted_at ${whole}
)${strict};`

export const alertTable = ({ id, integer, strict, text, whole }: ColumnWords) => `CREATE TABLE alerts (
  id ${id},
  source ${text} NOT NULL,
  key ${text} NOT NULL,
  name ${text} NOT NULL,
  state ${text} NOT NULL CHECK (state IN ('cleared', 'low', 'medium', 'high')),
  since ${whole} NOT NULL,
  changed_at ${whole} NOT NULL,
  observed_at ${whole} NOT NULL,
  expires_at ${whole},
  details ${text} NOT NULL,
  warnings ${text} NOT NULL,
  stale_count ${integer} NOT NULL,
  -- The time of the newest report that counted.
  last_reported_at ${whole},
  ended_by ${text},
  -- The number of its last episode.
  episode_number ${integer} NOT NULL DEFAULT 0,
  UNIQUE (source, key)
)${strict};`

export const jobRunTable = ({ id, strict, text, whole }: ColumnWords) => `CREATE TABLE job_runs (
  id ${id},
  source ${text} NOT NULL,
  job_id ${text} NOT NULL,
  run_id ${text} NOT NULL,
  name ${text} NOT NULL,
  status ${text} NOT NULL CHECK (status IN ('success', 'failure', 'cancelled')),
  started_at ${whole},
  finished_at ${whole} NOT NULL,
  details ${text} NOT NULL,
  accepted_at ${whole} NOT NULL
)${strict};
CREATE INDEX job_runs_by_job ON job_runs (job_id, id);`

export const eventColumns = ({
  text,
  whole,
}: ColumnWords) => `  kind ${text} NOT NULL CHECK (kind IN ('alert', 'job_run')),
  source ${text} NOT NULL,
  name ${text} NOT NULL,
  at ${whole} NOT NULL,
  accepted_at ${whole} NOT NULL,
  alert_id ${whole},
  job_run_id ${whole},
  -- The members that only one kind has.
  body ${text} NOT NULL,
  -- Shows whether a stored event is what was taken in (rows/event-row.ts).
  digest ${whole}`

export const cursorTables = ({
  id,
  keyed,
  octets,
  strict,
  text,
  whole,
}: ColumnWords) => `CREATE TABLE source_cursors (
  id ${id},
  source ${text}${octets} NOT NULL,
  -- Empty: the source as a whole.
  name ${text}${octets} NOT NULL CHECK (length(name) <= 200),
  position ${whole},
  checked_at ${whole} NOT NULL,
  failure ${text},
  failing_since ${whole},
  UNIQUE (source, name)
)${strict};
CREATE INDEX source_cursors_by_check ON source_cursors (checked_at);

CREATE TABLE source_locks (
  source ${text} PRIMARY KEY,
  holder ${text} NOT NULL,
  held_until ${whole} NOT NULL
)${keyed};`

export const activityColumns = ({ text, whole }: ColumnWords) => `  -- The beginning of the minute.
  at ${whole} NOT NULL,
  -- The process that counted: its row is its own.
  node ${text} NOT NULL,
  events ${whole} NOT NULL,
  attempts ${whole} NOT NULL,
  delivered ${whole} NOT NULL,
  retried ${whole} NOT NULL,
  failed ${whole} NOT NULL,
  latency ${text} NOT NULL,
  response ${text} NOT NULL,
  -- Of the backlog, the highest that was seen; null: nobody looked.
  unfinished ${whole},
  oldest_due_ms ${whole},
  -- Of the backlog, what stood still for receivers that are paused; null: nobody looked.
  paused ${whole},
  oldest_paused_ms ${whole},
  PRIMARY KEY (at, node)`

export const operationTable = ({ id, strict, text, whole }: ColumnWords) => `CREATE TABLE operations (
  id ${id},
  kind ${text} NOT NULL CHECK (kind IN ('retry', 'cancel', 'reroute')),
  filter ${text} NOT NULL,
  target_webhook_id ${whole},
  state ${text} NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'failed')),
  reason ${text},
  -- It looks at the deliveries after from_id up to up_to_id, which is fixed when it begins: so it always ends.
  from_id ${whole} NOT NULL,
  up_to_id ${whole} NOT NULL,
  last_id ${whole} NOT NULL,
  examined_count ${whole} NOT NULL DEFAULT 0,
  changed_count ${whole} NOT NULL DEFAULT 0,
  skipped_count ${whole} NOT NULL DEFAULT 0,
  created_at ${whole} NOT NULL,
  finished_at ${whole},
  created_by ${text} NOT NULL,
  cancelled_count ${whole} NOT NULL DEFAULT 0,
  held_count ${whole} NOT NULL DEFAULT 0,
  notified_count ${whole} NOT NULL DEFAULT 0,
  already_notified_count ${whole} NOT NULL DEFAULT 0
)${strict};`

export const receiverStateColumns = ({
  bit,
  integer,
  text,
  whole,
}: ColumnWords) => `  alert_id ${whole} NOT NULL,
  webhook_id ${whole} NOT NULL,
  sent_state ${text} NOT NULL,
  sent_episode_number ${integer} NOT NULL,
  uncertain ${bit} NOT NULL,
  desired_state ${text} NOT NULL,
  desired_episode_number ${integer} NOT NULL,
  event_id ${whole} NOT NULL,
  resync ${bit} NOT NULL,
  out_of_sync_since ${whole},
  escalated ${bit} NOT NULL,
  PRIMARY KEY (alert_id, webhook_id)`
