import { PAGE_LENGTH, type Resealed } from '../encryption-rules.ts'
import type { HeaderRow, StoredWebhook, WebhookRow } from '../rows/webhook-row.ts'
import type { SealedColumn } from '../webhook-seals.ts'
import { change, many, together, type Script } from './script.ts'
import { statement } from './statement.ts'

/** The next ones after this id, as they are stored: what is sealed stays sealed. */
export function* storedPage(after: number): Script<readonly StoredWebhook[]> {
  const page = { after, limit: PAGE_LENGTH }
  const [rows, headers] = yield* together([many(SELECT_PAGE, page), many(SELECT_HEADERS, page)])
  const byWebhook = Map.groupBy(headers, (header) => header.webhook_id)
  return rows.map((row) => ({ row, headers: byWebhook.get(row.id) ?? [] }))
}

/** Not marked as changed: what it says is the same. */
export function* sealAnew({ row, columns, headers }: Resealed & { readonly row: WebhookRow }): Script<void> {
  const { id, url, payload_template, tls, signing_secrets } = { ...row, ...columns }
  const isAnew = Object.keys(columns).length > 0
  yield* together([
    ...(isAnew ? [change(SEAL_COLUMNS, { id, url, payload_template, tls, signing_secrets })] : []),
    ...headers.map((header) => change(SEAL_HEADER, header)),
  ])
}

interface After {
  readonly after: number
  readonly limit: number
}

const SELECT_PAGE = statement<After, WebhookRow>(
  'SELECT * FROM webhooks WHERE id > @after ORDER BY id LIMIT @limit',
)
const SELECT_HEADERS = statement<After, HeaderRow>(
  `SELECT * FROM webhook_headers
   WHERE webhook_id IN (SELECT id FROM webhooks WHERE id > @after ORDER BY id LIMIT @limit) ORDER BY id`,
)
const SEAL_COLUMNS = statement<Pick<WebhookRow, 'id' | SealedColumn>>(
  `UPDATE webhooks SET url = @url, payload_template = @payload_template, tls = @tls, signing_secrets = @signing_secrets
   WHERE id = @id`,
)
const SEAL_HEADER = statement<{ id: number; value: string }>(
  'UPDATE webhook_headers SET value = @value WHERE id = @id',
)
