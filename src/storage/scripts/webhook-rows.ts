import type { HeaderId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { FormerWebhook } from '../../domain/routing/routed-webhook.ts'
import type { NewHeader } from '../../domain/webhook/webhook.ts'
import { PAGE_LENGTH, type Resealed } from '../encryption-keys.ts'
import type { HeaderRow, RoutedRow, StoredWebhook, WebhookRow } from '../rows/webhook-row.ts'
import { REVISED_COLUMNS, toRoutedWebhook, WEBHOOK_COLUMNS } from '../rows/webhook-row.ts'
import type { Dialect, TransactionScript } from '../transactions/transaction-script.ts'
import { change, many, one, statement, together } from '../transactions/transaction-script.ts'
import type { OpenedWebhook, SealedColumn, WebhookSeals } from '../webhook-seals.ts'
import type { HeaderWrites } from '../webhook-writes.ts'
import type { WebhookWork } from './webhook-work.ts'

export interface FoundWebhook extends OpenedWebhook {
  readonly stored: StoredWebhook
}

interface Seals {
  readonly webhookSeals: WebhookSeals
}

export function* selectWebhook(
  work: Pick<WebhookWork, 'open'>,
  id: WebhookId,
): TransactionScript<FoundWebhook | undefined> {
  const [row, headers] = yield* together([one(SELECT_ONE, { id }), many(SELECT_HEADERS_OF, { id })])
  if (!row) return undefined
  const stored = { row, headers }
  return { ...work.open(stored), stored }
}

/** Returns a page after this id, as stored and sealed. */
export function* storedPage(
  after: WebhookId,
  limit = PAGE_LENGTH,
): TransactionScript<readonly StoredWebhook[]> {
  const page = { after, limit }
  const [rows, headers] = yield* together([many(SELECT_PAGE, page), many(SELECT_HEADERS, page)])
  const byWebhook = Map.groupBy(headers, (header) => header.webhook_id)
  return rows.map((row) => ({ row, headers: byWebhook.get(row.id) ?? [] }))
}

/** Returns the id before the row is written: sealed values contain it as associated data. */
export function* nextWebhookId(): TransactionScript<WebhookId> {
  return (yield* one(NEXT_IDS, { count: 1 }))!.id
}

export function* nextHeaderIds(count: number): TransactionScript<readonly HeaderId[]> {
  if (count === 0) return []
  const rows = yield* many(NEXT_HEADER_IDS, { count })
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

export function* insertRow(
  { webhookSeals }: Seals,
  id: WebhookId,
  row: Omit<WebhookRow, 'id'>,
): TransactionScript<void> {
  yield* change(INSERT, { ...webhookSeals.sealRow(row, id), id })
}

export function updateRow(row: WebhookRow): TransactionScript<number> {
  return change(UPDATE, row)
}

export function removeRow(id: WebhookId): TransactionScript<number> {
  return change(REMOVE, { id })
}

export interface Disabling {
  readonly id: WebhookId
  readonly reason: string
  readonly now: Instant
}

/** Leaves everything else as stored. */
export function disableRow(disabling: Disabling): TransactionScript<number> {
  return change(DISABLE, { ...disabling, enabled: 0 })
}

/** Stores sealed values without a new revision: their meaning is the same. */
export function* reseal({
  row,
  columns,
  headers,
}: Resealed & { readonly row: WebhookRow }): TransactionScript<void> {
  const { id, url, payload_template, clear_request, tls, signing_secrets } = { ...row, ...columns }
  const sealed = { url, payload_template, clear_request, tls, signing_secrets }
  const isChanged = Object.keys(columns).length > 0
  yield* together([
    ...(isChanged ? [change(SEAL_COLUMNS, { id, ...sealed })] : []),
    ...headers.map((header) => change(SEAL_HEADER, header)),
  ])
}

export function* insertHeaders(
  { webhookSeals }: Seals,
  webhookId: WebhookId,
  headers: readonly NewHeader[],
  ids: readonly HeaderId[],
): TransactionScript<void> {
  const rows = headers.map(({ key, value }, place) => {
    const id = ids[place]!
    return { id, webhook_id: webhookId, key, value: webhookSeals.sealHeader(value, { webhookId, id }) }
  })
  yield* together(rows.map((row) => change(INSERT_HEADER, row)))
}

/** Removes and updates headers; others insert. */
export function* changeHeaders(
  { webhookSeals }: Seals,
  { webhookId, deleted, changed }: { readonly webhookId: WebhookId } & Omit<HeaderWrites, 'added'>,
): TransactionScript<void> {
  yield* together([
    ...deleted.map((id) => change(REMOVE_HEADER, { id })),
    ...changed.map(({ id, key, value }) => {
      const sealed = value === undefined ? null : webhookSeals.sealHeader(value, { webhookId, id })
      return change(UPDATE_HEADER, { id, key, value: sealed })
    }),
  ])
}

interface After {
  readonly after: WebhookId
  readonly limit: number
}

const SELECT_ONE = statement<{ id: WebhookId }, WebhookRow>('SELECT * FROM webhooks WHERE id = @id')
const SELECT_HEADERS_OF = statement<{ id: WebhookId }, HeaderRow>(
  'SELECT * FROM webhook_headers WHERE webhook_id = @id ORDER BY id',
)
const SELECT_PAGE = statement<After, WebhookRow>(
  'SELECT * FROM webhooks WHERE id > @after ORDER BY id LIMIT @limit',
)
const SELECT_HEADERS = statement<After, HeaderRow>(
  `SELECT * FROM webhook_headers
   WHERE webhook_id IN (SELECT id FROM webhooks WHERE id > @after ORDER BY id LIMIT @limit) ORDER BY id`,
)
const NEXT_IDS = statement<{ count: number }, { id: WebhookId }>(({ nextIds }) => nextIds('webhooks'))
const NEXT_HEADER_IDS = statement<{ count: number }, { id: HeaderId }>(({ nextIds }) =>
  nextIds('webhook_headers'),
)
const INSERT = statement<WebhookRow>(({ changeMark }) => {
  const columns = ['id', ...WEBHOOK_COLUMNS, ...changeMark.map(([column]) => column)]
  const values = [...['id', ...WEBHOOK_COLUMNS].map((column) => `@${column}`), ...changeMark.map(valueOf)]
  return `INSERT INTO webhooks (${columns.join(', ')}) VALUES (${values.join(', ')})`
})
const UPDATE = statement<WebhookRow>((dialect) => {
  const changes = [...WEBHOOK_COLUMNS.map((column) => `${column} = @${column}`), ...marked(dialect)]
  return `UPDATE webhooks SET ${changes.join(', ')} WHERE id = @id`
})
const DISABLE = statement<{ id: WebhookId; enabled: 0; reason: string; now: Instant }>((dialect) => {
  const changes = [
    'enabled = @enabled',
    'disabled_reason = @reason',
    'updated_at = @now',
    'routed_since = @now',
    'revision = revision + 1',
  ]
  return `UPDATE webhooks SET ${[...changes, ...marked(dialect)].join(', ')} WHERE id = @id`
})
const REMOVE = statement<{ id: WebhookId }>('DELETE FROM webhooks WHERE id = @id')
const SEAL_COLUMNS = statement<Pick<WebhookRow, 'id' | SealedColumn>>(
  `UPDATE webhooks SET url = @url, payload_template = @payload_template, clear_request = @clear_request, tls = @tls,
     signing_secrets = @signing_secrets
   WHERE id = @id`,
)
const SEAL_HEADER = statement<{ id: HeaderId; value: string }>(
  'UPDATE webhook_headers SET value = @value WHERE id = @id',
)
const INSERT_HEADER = statement<HeaderRow>(
  'INSERT INTO webhook_headers (id, webhook_id, key, value) VALUES (@id, @webhook_id, @key, @value)',
)
/** Without a value the stored one stays. */
const UPDATE_HEADER = statement<{ id: HeaderId; key: string; value: string | null }>(
  'UPDATE webhook_headers SET key = @key, value = coalesce(@value, value) WHERE id = @id',
)
const REMOVE_HEADER = statement<{ id: HeaderId }>('DELETE FROM webhook_headers WHERE id = @id')

function marked({ changeMark }: Dialect): readonly string[] {
  return changeMark.map(([column, value]) => `${column} = ${value}`)
}

function valueOf([, value]: Dialect['changeMark'][number]): string {
  return value
}

/** Keeps what decides whether a webhook is notified, before its change or deletion. */
export function keepRevision(id: WebhookId, until: Instant): TransactionScript<number> {
  return change(KEEP, { id, until })
}

/** Returns the revisions of changed and deleted webhooks that counted at this moment. */
export function* revisionsAt(at: Instant): TransactionScript<readonly FormerWebhook[]> {
  return (yield* many(SELECT_AT, { at })).map(toFormerWebhook)
}

type RevisionRow = Omit<RoutedRow, 'id'> &
  Pick<WebhookRow, 'name' | 'disabled_reason'> & {
    readonly webhook_id: WebhookId
    readonly since: Instant
    readonly until: Instant
  }

function toFormerWebhook({ webhook_id: id, name, disabled_reason, since, until, ...row }: RevisionRow) {
  return { ...toRoutedWebhook({ ...row, id }), name, disabledReason: disabled_reason, since, until }
}

const KEPT = REVISED_COLUMNS.join(', ')
/** The first of two changes in one millisecond counts: no event can have met the second revision. */
const KEEP = statement<{ id: WebhookId; until: Instant }>(
  `INSERT INTO webhook_revisions (webhook_id, since, until, ${KEPT})
   SELECT id, routed_since, @until, ${KEPT} FROM webhooks WHERE id = @id
   ON CONFLICT (until, webhook_id) DO NOTHING`,
)
const SELECT_AT = statement<{ at: Instant }, RevisionRow>(
  'SELECT * FROM webhook_revisions WHERE until > @at AND since <= @at ORDER BY webhook_id',
)
export const PRUNE_REVISIONS = statement<{ before: Instant; limit: number }>(
  `DELETE FROM webhook_revisions WHERE (until, webhook_id) IN (
     SELECT until, webhook_id FROM webhook_revisions WHERE until < @before ORDER BY until LIMIT @limit)`,
)
