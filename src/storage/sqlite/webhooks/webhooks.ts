import { isLate } from '../../../domain/health-problem.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { ListedWebhook, WebhookPage, WebhookSearch } from '../../../domain/overview/webhook-search.ts'
import { searchWebhooks } from '../../../domain/overview/webhook-search.ts'
import type { Page } from '../../../domain/page.ts'
import type { WebhookRevision } from '../../../domain/webhook/webhook.ts'
import { webhookSetScripts } from '../../scripts/webhook-set.ts'
import { runStep } from '../../transactions/transaction-script.ts'
import { previewScripts, type WebhookDeps, webhookScripts } from '../../scripts/webhooks.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { firstDueFinder } from '../queue/first-due.ts'

export function webhookMethods(deps: SqliteDeps & WebhookDeps) {
  const { records, webhooks, silences, catchUp, work } = deps
  const noteChange = () => runStep(() => silences.forget())
  return {
    ...records.methodsOf({
      ...webhookScripts(deps),
      ...webhookSetScripts({ ...deps, noteChange }),
      ...previewScripts(work),
    }),
    catchUpDeliveries: ({ limit }) => catchUp.step(limit),
    listWebhooks: (page) => webhooks.list(page),
    findWebhook: (id) => webhooks.find(id),
  } satisfies Partial<SyncMethods>
}

/** Searches webhooks in memory; reads only the first due delivery of a late one. */
export function webhookSearchMethods({ db, queues, webhooks }: SqliteDeps) {
  const firstDueOf = firstDueFinder(db)
  const queueOf = (id: WebhookId, now: Instant) => {
    const { breaker, dueAt } = queues.of(id)
    // Few reads: the webhook queue's due time is never later than the real one.
    return { breaker, dueAt: isLate(dueAt, now) ? firstDueOf(id) : null }
  }
  return {
    searchWebhooks: (search: WebhookSearch, page: WebhookPage, now: Instant): Page<ListedWebhook> =>
      searchWebhooks(webhooks.all(), { queueOf: (id) => queueOf(id, now), now, search, page }),

    listRevisions: ({ after = 0, limit }: Partial<WebhookPage>): readonly WebhookRevision[] => {
      const found = webhooks.all().filter(({ id }) => id > after)
      return found.slice(0, limit).map(({ id, revision }) => ({ id, revision }))
    },

    nameWebhooks: (ids: readonly WebhookId[]) =>
      ids.flatMap((id) => {
        const webhook = webhooks.find(id)
        return webhook ? [{ id, name: webhook.name, enabled: webhook.enabled }] : []
      }),
  }
}
