import { LATE_MS_MIN } from '../../../domain/health-problem.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { searchWebhooks } from '../../../domain/overview/webhook-search.ts'
import { mapPage } from '../../../domain/page.ts'
import { type FlowRow, toBreaker } from '../../rows/flow-row.ts'
import { toWebhook } from '../../rows/webhook-row.ts'
import type { Disabling } from '../../scripts/webhook-rows.ts'
import { resyncScripts } from '../../scripts/receiver-states.ts'
import { webhookSetScripts } from '../../scripts/webhook-set.ts'
import { disableByReceiver, type WebhookDeps, webhookScripts } from '../../scripts/webhooks.ts'
import type { StoreMethods } from '../../store.ts'
import type { WebhookMethods } from '../../webhook-methods.ts'
import type { Scripts, TransactionScript } from '../../transactions/transaction-script.ts'
import type { Transaction } from '../connection/database.ts'
import { runIn } from '../connection/run-script.ts'
import { statement } from '../connection/statement.ts'
import { readPage, type Sized } from '../history/list-scans.ts'
import type { Deps } from '../node-memory/deps.ts'
import { type JoinedRow, openWebhook, SELECT_WEBHOOKS } from '../node-memory/webhook-cache.ts'
import { QUEUES_WITH_PENDING } from '../queue/queue-scan.ts'
import { catchUp, type Follow, noteChange, webhookWork } from './webhook-work.ts'

/** Counts the octets before each row, so that the page also ends by size ($3). */
const SELECT_PAGE = statement<
  [after: WebhookId, limit: number | null, charactersMax: number | null],
  JoinedRow & Sized
>(`
WITH sized AS (
    SELECT id, count(*) OVER () AS listed_count, sum(octets) OVER (ORDER BY id) - octets AS octets_before
    FROM (
      SELECT id, octet_length(url) + octet_length(payload_template) + coalesce(octet_length(clear_request), 0)
        + coalesce(octet_length(tls), 0) + (
          SELECT coalesce(sum(octet_length(value)), 0) FROM webhook_headers WHERE webhook_id = webhooks.id
        ) AS octets
      FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2
    ) AS page
  )
  SELECT listed.*, sized.listed_count FROM (${SELECT_WEBHOOKS}) AS listed JOIN sized ON sized.id = listed.id
  WHERE $3::bigint IS NULL OR octets_before < $3 ORDER BY listed.id`)
const SELECT_ONE = statement<[id: WebhookId], JoinedRow>(`${SELECT_WEBHOOKS} WHERE id = $1`)

/** Blocks all other work of the cluster, so such changes take few round trips. */
const CHANGING = { lock: 'webhooks' } as const

const CHANGES = [
  'createWebhook',
  'changeWebhook',
  'deleteWebhook',
  'applyWebhooks',
  'rotateSigningSecret',
  'removeSigningSecrets',
  'resumeWebhook',
  'resyncWebhook',
] as const
type Change = (typeof CHANGES)[number]

const scriptsOf = (given: WebhookDeps): Scripts<Change> => ({
  ...webhookScripts(given),
  ...webhookSetScripts({ ...given, noteChange }),
  ...resyncScripts(given, given.work),
})

export function webhookMethods(deps: Deps): WebhookMethods & Pick<StoreMethods, 'resyncWebhook'> {
  const { database } = deps
  const changing = async (name: Change, args: readonly unknown[]): Promise<unknown> => {
    const { result, behind } = await database.transaction(async (transaction) => {
      const left: Omit<Follow, 'limit'>[] = []
      const scripts = scriptsOf({ ...deps, work: webhookWork(transaction, deps, left) })
      const script = scripts[name] as (...args: readonly unknown[]) => TransactionScript<unknown>
      return { result: await runIn(transaction, script(...args)), behind: left }
    }, CHANGING)
    for (const change of behind) await catchUp(deps, change)
    return result
  }
  const changes = CHANGES.map((name) => [name, (...args: readonly unknown[]) => changing(name, args)])
  return {
    ...(Object.fromEntries(changes) as Pick<StoreMethods, Change>),

    async listWebhooks({ after = 0, limit, charactersMax = null }) {
      const rows = readPage(await database.read(SELECT_PAGE, [after, limit ?? null, charactersMax]))
      return mapPage(rows, (row) => toWebhook(openWebhook(deps, row)))
    },

    async findWebhook(id) {
      const [row] = await database.read(SELECT_ONE, [id])
      return row && toWebhook(openWebhook(deps, row))
    },
  }
}

/** Disables a webhook, for transactions with the lock `webhooks`, see `disableByReceiver`. */
export function disableWebhook(
  transaction: Transaction,
  deps: Pick<Deps, 'webhookSeals' | 'box' | 'historySeals'>,
  disabling: Disabling,
): Promise<boolean> {
  const work = webhookWork(transaction, deps)
  return runIn(transaction, disableByReceiver({ ...deps, work }, disabling))
}

/** Webhooks without a row were never called. */
const FLOWS = statement<[], FlowRow>('SELECT * FROM webhook_flow')

export const OVERDUE = statement<[before: Instant], OverdueRow>(
  `${QUEUES_WITH_PENDING} SELECT webhook_id, min(due_at) AS due_at FROM queue WHERE due_at <= $1 GROUP BY webhook_id`,
)

const REVISIONS = statement<[after: WebhookId, limit: number | null], { id: WebhookId; revision: number }>(
  'SELECT id, revision FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2',
)

const NAMES = statement<[ids: readonly WebhookId[]], { id: WebhookId; name: string; enabled: boolean }>(
  'SELECT id, name, enabled FROM webhooks WHERE id = ANY ($1)',
)

interface OverdueRow {
  readonly webhook_id: WebhookId
  readonly due_at: Instant
}

/** The node searches its cache, because addresses may be encrypted in the database. */
export function webhookSearchMethods({
  database,
  webhooks,
}: Deps): Pick<StoreMethods, 'searchWebhooks' | 'listRevisions' | 'nameWebhooks'> {
  return {
    async searchWebhooks(search, page, now) {
      const [all, rows, overdue] = await Promise.all([
        database.transaction((transaction) => webhooks.all(transaction)),
        database.read(FLOWS, []),
        database.read(OVERDUE, [now - LATE_MS_MIN]),
      ])
      const flows = new Map(rows.map((row) => [row.webhook_id, row]))
      const dueAts = new Map(overdue.map((row) => [row.webhook_id, row.due_at]))
      const queueOf = (id: WebhookId) => ({
        breaker: toBreaker(flows.get(id)),
        dueAt: dueAts.get(id) ?? null,
      })
      return searchWebhooks(all.values(), { queueOf, now, search, page })
    },

    listRevisions: ({ after = 0, limit }) => database.read(REVISIONS, [after, limit ?? null]),

    nameWebhooks: (ids) => database.read(NAMES, [ids]),
  }
}
