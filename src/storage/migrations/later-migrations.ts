import type { Migration } from '../migration.ts'

/** Words for columns that the engines write differently. */
export interface ColumnWords {
  /** The id, given once. */
  readonly id: string
  readonly whole: string
  readonly integer: string
  readonly bit: string
  readonly flag: string
  readonly real: string
  readonly text: string
  /** The value of a flag. */
  readonly no: string
  /** The end of a table with an id; `keyed`: of one without. */
  readonly strict: string
  readonly keyed: string
  /** The default of counts in `webhook_flow`. */
  readonly zero: string
  /** Compares a text by its octets. */
  readonly octets: string
}

/** Returns the migrations from the second to the last that the engines numbered apart. */
export function laterMigrations(words: ColumnWords): readonly Migration[] {
  return LATER.map(({ name, sql }) => ({ name, sql: sql(words) }))
}

const LATER: readonly { readonly name: string; readonly sql: (words: ColumnWords) => string }[] = [
  // The matchers of a webhook; null: it gets every event.
  {
    name: 'matchers',
    sql: () => `ALTER TABLE webhooks ADD COLUMN match text;`,
  },
  {
    name: 'routing history',
    sql: ({ bit, flag, keyed, text, whole }) => `
-- Since when the part of the webhook that decides who is notified is as it is.
ALTER TABLE webhooks ADD COLUMN routed_since ${whole} NOT NULL DEFAULT 0;
UPDATE webhooks SET routed_since = updated_at;

-- What decided who was notified, from \`since\` until a change or the deletion; kept as long as events.
CREATE TABLE webhook_revisions (
  webhook_id ${whole} NOT NULL,
  since ${whole} NOT NULL,
  until ${whole} NOT NULL,
  name ${text} NOT NULL,
  enabled ${flag} NOT NULL,
  payload_type ${text} NOT NULL,
  low_alert ${flag} NOT NULL,
  medium_alert ${flag} NOT NULL,
  high_alert ${flag} NOT NULL,
  cleared_alert ${flag} NOT NULL,
  mode ${text} NOT NULL,
  match ${text},
  fallback_webhook_id ${whole},
  disabled_reason ${text},
  PRIMARY KEY (until, webhook_id)
)${keyed};

-- 1: no webhook took it when it was accepted.
ALTER TABLE events ADD COLUMN notified_nobody ${bit} NOT NULL DEFAULT 0;
CREATE INDEX events_notified_nobody ON events (id) WHERE notified_nobody = 1;
CREATE INDEX events_notified_nobody_by_time ON events (accepted_at) WHERE notified_nobody = 1;
`,
  },
  {
    name: 'silences',
    sql: ({ bit, id, strict, text, whole }) => `
CREATE TABLE silences (
  id ${id},
  match ${text} NOT NULL,
  -- JSON; null: all webhooks.
  webhook_ids ${text},
  starts_at ${whole} NOT NULL,
  ends_at ${whole} NOT NULL,
  reason ${text} NOT NULL,
  created_by ${text} NOT NULL,
  created_at ${whole} NOT NULL,
  updated_at ${whole} NOT NULL,
  last_held_at ${whole},
  -- 1: it has ended, and holds nothing any more.
  released ${bit} NOT NULL DEFAULT 0
)${strict};
CREATE INDEX silences_live ON silences (ends_at) WHERE released = 0;
CREATE INDEX silences_by_end ON silences (ends_at);

-- The silence that holds the difference.
ALTER TABLE receiver_states ADD COLUMN held_by ${whole};
CREATE INDEX receiver_states_held ON receiver_states (held_by) WHERE held_by IS NOT NULL;
`,
  },
  {
    name: 'acknowledgements',
    sql: ({ bit, flag, no }) => `
ALTER TABLE webhooks ADD COLUMN acknowledgements ${flag} NOT NULL DEFAULT ${no};
ALTER TABLE webhook_revisions ADD COLUMN acknowledgements ${flag} NOT NULL DEFAULT ${no};
-- 1: the active state is sent once more.
ALTER TABLE receiver_states ADD COLUMN restate ${bit} NOT NULL DEFAULT 0;
`,
  },
  {
    name: 'windows',
    sql: ({ bit, flag, id, no, strict, text, whole }) => `
CREATE TABLE windows (
  id ${id},
  name ${text} NOT NULL,
  match ${text} NOT NULL,
  -- JSON; null: all webhooks.
  webhook_ids ${text},
  zone ${text} NOT NULL,
  begins ${text} NOT NULL,
  lasts_ms ${whole} NOT NULL,
  repeat ${text},
  -- JSON; null: it has a rule.
  days ${text},
  first_day ${text} NOT NULL,
  jobs ${text} NOT NULL,
  reason ${text} NOT NULL,
  created_by ${text} NOT NULL,
  created_at ${whole} NOT NULL,
  updated_at ${whole} NOT NULL,
  -- When the silence of its next occurrence is created; null: it occurs no more.
  due_at ${whole}
)${strict};
CREATE UNIQUE INDEX windows_by_name ON windows (name);
CREATE INDEX windows_due ON windows (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE silences ADD COLUMN jobs ${text} NOT NULL DEFAULT 'hold';
-- The window whose occurrence it is.
ALTER TABLE silences ADD COLUMN window_id ${whole};
-- When the occurrence begins, so that it has one silence; null: the window was changed since.
ALTER TABLE silences ADD COLUMN occurs_at ${whole};
-- Whether webhooks were notified of the occurrence: 1, of its begin; 2, nothing is left to say.
ALTER TABLE silences ADD COLUMN announced ${bit} NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX silences_by_occurrence ON silences (window_id, occurs_at) WHERE window_id IS NOT NULL;
CREATE INDEX silences_to_announce ON silences (starts_at) WHERE window_id IS NOT NULL AND announced < 2;

ALTER TABLE webhooks ADD COLUMN maintenance_windows ${flag} NOT NULL DEFAULT ${no};
ALTER TABLE webhook_revisions ADD COLUMN maintenance_windows ${flag} NOT NULL DEFAULT ${no};
`,
  },
  {
    name: 'webhook calls',
    sql: ({ strict, text, whole }) => `
CREATE TABLE webhook_calls (
  webhook_id ${whole} PRIMARY KEY REFERENCES webhooks (id) ON DELETE CASCADE,
  last_called_at ${whole},
  last_accepted_at ${whole},
  -- JSON: a count for each hour.
  hours ${text} NOT NULL
)${strict};
`,
  },
  // JSON; null: none.
  {
    name: 'webhook labels',
    sql: ({ text }) => `ALTER TABLE webhooks ADD COLUMN labels ${text};`,
  },
  // The principal who saved matchers, so that no token uses up the budget of all patterns; null: unknown.
  {
    name: 'match owners',
    sql: ({ text }) => `
ALTER TABLE webhooks ADD COLUMN match_owner ${text};
ALTER TABLE webhook_revisions ADD COLUMN match_owner ${text};
ALTER TABLE silences ADD COLUMN match_owner ${text};
ALTER TABLE windows ADD COLUMN match_owner ${text};
UPDATE silences SET match_owner = created_by;
UPDATE windows SET match_owner = created_by;`,
  },
  // Days on which a window does not occur, as JSON; null: none.
  {
    name: 'window exceptions',
    sql: ({ text }) => `ALTER TABLE windows ADD COLUMN except_days ${text};`,
  },
  {
    name: 'silences begun',
    sql: ({ bit, text }) => `
-- The token or user through which created_by was named; null: created_by is who created it.
ALTER TABLE silences ADD COLUMN created_through ${text};
-- 1: it has begun, whatever a clock that was set shows.
ALTER TABLE silences ADD COLUMN begun ${bit} NOT NULL DEFAULT 0;
-- 1: its end was given as a length.
ALTER TABLE silences ADD COLUMN has_length ${bit} NOT NULL DEFAULT 0;
UPDATE silences SET begun = 1 WHERE starts_at <= created_at OR last_held_at IS NOT NULL OR released = 1;
CREATE INDEX silences_to_begin ON silences (starts_at) WHERE released = 0 AND begun = 0;
`,
  },
  {
    name: 'alert ends',
    sql: ({ whole }) => `
ALTER TABLE alerts ADD COLUMN ends_at ${whole};
CREATE INDEX alerts_ending ON alerts (ends_at) WHERE ends_at IS NOT NULL AND state <> 'cleared';
`,
  },
  // Null: no rejection, or an earlier release saw it.
  {
    name: 'last rejections',
    sql: ({ whole }) => `ALTER TABLE webhook_flow ADD COLUMN last_rejected_at ${whole};`,
  },
]
