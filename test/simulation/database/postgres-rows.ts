import type { Client } from 'pg'
import type { DeliveryFacts } from '../model/change-log.ts'
import { toReceiverState, type ReceiverStateRow } from '../../../src/storage/rows/receiver-state-row.ts'
import type { Stored, StoredAlert } from './stored.ts'

/** One row that was written, as the triggers have it: of the table, under a name of ours. */
export interface RowWritten {
  readonly on: 'deliveries' | 'ended' | 'events' | 'alerts' | 'attempts' | 'receiver_states'
  readonly before: Row | null
  readonly after: Row | null
  /** Its transaction waited for the disk, so that it is there, and all that was committed before. */
  readonly isFlushed: boolean
}

/** The columns that matter, of whichever table. */
export interface Row {
  readonly id: number
  readonly event_id: number
  readonly webhook_id: number
  readonly subject: string
  readonly state: DeliveryFacts['state']
  readonly attempts_made: number
  readonly due_at?: number | null
  readonly lease_until?: number | null
  readonly finished_at?: number | null
  readonly fallback_of: number | null
  readonly urgency: number
  readonly queue_urgency?: number
  readonly fallback_at?: number | null
  readonly last_reason?: string | null
  readonly alert_id: number | null
  readonly job_run_id: number | null
  readonly body: string
  readonly accepted_at: number
  readonly delivery_id: number
  readonly number: number
}

/**
 * In which way writing fails: with an error of the disk or by the end of the connection, at a row or at the commit;
 * or it comes about, and the connection ends before the response.
 */
export const FAULT_KINDS = ['row', 'commit', 'cut at row', 'cut at commit', 'cut after commit'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/**
 * In a schema beside that of the service: what was written, row by row, in the very transaction; and faults. The
 * rows since a fault was asked for are counted by a sequence, which no rollback takes back: so a transaction that
 * is begun again passes the row at which it was cut. What is to fail at its commit leaves a row in `doomed` for
 * each that it writes, and only those wait for the commit with a trigger. What is to be cut after its commit waits
 * there for a standby that there is not (`synchronous_standby_names` of the server): committed without a response,
 * until somebody ends it.
 */
export const WATCH = `
CREATE SCHEMA watch;
CREATE TABLE watch.changes (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, on_table text NOT NULL, before jsonb, after jsonb,
  is_flushed boolean NOT NULL DEFAULT current_setting('synchronous_commit') <> 'off');
CREATE TABLE watch.fault (kind text NOT NULL, row bigint NOT NULL);
CREATE TABLE watch.doomed (is_cut boolean NOT NULL);
CREATE SEQUENCE watch.rows;
CREATE FUNCTION watch.fail(is_cut boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_cut THEN RAISE EXCEPTION 'disk I/O error' USING ERRCODE = 'io_error'; END IF;
  PERFORM pg_terminate_backend(pg_backend_pid());
  -- The end comes as soon as it looks for it.
  PERFORM pg_sleep(60);
END $$;
CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE fault watch.fault;
BEGIN
  IF TG_ARGV[0] <> '' THEN
    INSERT INTO watch.changes (on_table, before, after) VALUES (TG_ARGV[0], to_jsonb(OLD), to_jsonb(NEW));
  END IF;
  SELECT * INTO fault FROM watch.fault;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF fault.kind = 'cut after commit' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  ELSIF fault.kind IN ('commit', 'cut at commit') THEN
    IF TG_ARGV[0] <> '' THEN INSERT INTO watch.doomed VALUES (fault.kind = 'cut at commit'); END IF;
  ELSIF nextval('watch.rows') = fault.row THEN
    PERFORM watch.fail(fault.kind = 'cut at row');
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION watch.commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM watch.fail(NEW.is_cut);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON watch.doomed DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION watch.commit();
${Object.entries({
  'INSERT OR UPDATE OR DELETE ON deliveries': 'deliveries',
  'INSERT OR DELETE ON ended_deliveries': 'ended',
  'INSERT OR DELETE ON events': 'events',
  'DELETE ON alerts': 'alerts',
  'INSERT ON attempts': 'attempts',
  'INSERT OR UPDATE ON alerts': '',
  'INSERT OR UPDATE OR DELETE ON webhooks': '',
})
  .map(
    ([on, name], index) =>
      `CREATE TRIGGER watch_${index} AFTER ${on} FOR EACH ROW EXECUTE FUNCTION watch.note('${name}');`,
  )
  .join('\n')}
-- What changes nothing is written for the flush alone. No fault meets it.
CREATE FUNCTION watch.note_flush() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO watch.changes (on_table) VALUES ('receiver_states');
  RETURN NULL;
END $$;
CREATE TRIGGER watch_flush AFTER UPDATE ON receiver_states FOR EACH ROW WHEN (OLD.* IS NOT DISTINCT FROM NEW.*)
  EXECUTE FUNCTION watch.note_flush();
`

/** The next transactions meet it, until it is forgotten. */
export async function plantFault(client: Client, kind: FaultKind, row: number): Promise<void> {
  await client.query(
    `INSERT INTO watch.fault VALUES ('${kind}', ${row}); SELECT setval('watch.rows', 1, false)`,
  )
}

export async function forgetFault(client: Client): Promise<void> {
  await client.query('DELETE FROM watch.fault')
}

/** Ends the connections of what is committed and waits for the standby. Returns their number. */
export async function cutCommitted(client: Client): Promise<number> {
  const { rowCount } = await client.query({
    name: 'cut committed',
    text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'SyncRep'`,
  })
  return rowCount ?? 0
}

/** The rows that were committed after that number, in order. */
export async function readRowsWritten(
  client: Client,
  after: number,
): Promise<{ readonly rows: readonly RowWritten[]; readonly last: number }> {
  const { rows } = await client.query<RowWritten & { readonly number: number }>({
    name: 'changes',
    text: 'SELECT number::float8, on_table AS on, before, after, is_flushed AS "isFlushed" FROM watch.changes WHERE number > $1 ORDER BY number',
    values: [after],
  })
  return { rows, last: rows.at(-1)?.number ?? after }
}

/** `table`: what is unfinished and what has ended lie apart. */
const deliveriesIn = (table: string, due: string, finished: string, queueUrgency = 'urgency') =>
  `SELECT id::float8, event_id::float8 AS "eventId", webhook_id::float8 AS "webhookId", subject, state,
     attempts_made AS "attemptsMade", ${due}, ${finished}, fallback_of::float8 AS "fallbackOf", urgency,
     ${queueUrgency} AS "queueUrgency" FROM ${table}`

const DELIVERIES = `
${deliveriesIn('deliveries', 'due_at::float8 AS "dueAt", lease_until::float8 AS "leaseUntil"', 'NULL::float8 AS "finishedAt"', 'queue_urgency')}
UNION ALL
${deliveriesIn('ended_deliveries', 'NULL, NULL', 'finished_at::float8')}`

const ATTEMPTS =
  'SELECT delivery_id::float8 AS "deliveryId", count(*)::float8, max(number) AS last FROM attempts GROUP BY delivery_id'

const MEMORY = `
SELECT alert_id::float8, webhook_id::float8, sent_state, sent_episode_number::float8, uncertain, desired_state, desired_episode_number::float8,
  event_id::float8, resync, out_of_sync_since::float8, escalated, held_by::float8, restate, next_due::float8, reminders FROM receiver_states`

const ALERTS = `
SELECT id::float8, source || ' ' || key AS name, state, changed_at::float8 AS "changedAt", expires_at::float8 AS "promisedUntil",
  ends_at::float8 AS "endsAt"
FROM alerts`

export async function readPostgres(client: Client): Promise<Omit<Stored, 'reported'>> {
  const all = async <Each>(text: string) => (await client.query(text)).rows as readonly Each[]
  return {
    deliveries: await all<DeliveryFacts>(DELIVERIES),
    events: await readEventIds(client),
    attempts: await all<Stored['attempts'][number]>(ATTEMPTS),
    webhooks: await all<Stored['webhooks'][number]>('SELECT id::float8, enabled, url FROM webhooks'),
    alerts: await all<StoredAlert>(ALERTS),
    memory: (await all<ReceiverStateRow>(MEMORY)).map(toReceiverState),
    flows: await all<Stored['flows'][number]>(
      'SELECT webhook_id::float8 AS "webhookId", failures FROM webhook_flow',
    ),
  }
}

export async function readEventIds(client: Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ readonly id: number }>('SELECT id::float8 FROM events')
  return rows.map(({ id }) => id)
}

export async function readEndedIds(client: Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ readonly id: number }>('SELECT id::float8 FROM ended_deliveries')
  return rows.map(({ id }) => id)
}
