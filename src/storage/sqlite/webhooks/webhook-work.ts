import { runStep } from '../../transactions/transaction-script.ts'
import type { WebhookWork } from '../../scripts/webhook-work.ts'
import type { WebhookDeliveries } from '../node-memory/catch-up.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function webhookWork({ webhookSeals, webhooks, catchUp, queues }: SqliteDeps): WebhookWork {
  return {
    open: ({ row, headers }) => webhookSeals.open(row, headers),

    neighboursOf: () => runStep(() => webhooks.all()),

    *noting(_what, id, write) {
      yield* write
      yield* runStep(() => webhooks.renew(id))
    },

    // A note has what is left, and `CatchUp` continues.
    follow: (what, change) => runStep(() => catchUp.begin(what, change)),

    changeBreaker: (id, change, now) =>
      runStep(() => {
        // Held deliveries may be due now.
        queues.noteDue(id, now)
        queues.changeBreaker(id, change)
      }),
  }
}

/** While the database is opened, the caches are empty. */
export function workAtStart(
  deliveries: Pick<WebhookDeliveries, 'begin'>,
): Pick<WebhookWork, 'noting' | 'follow'> {
  return {
    *noting(_what, _id, write) {
      yield* write
    },

    follow: (what, change) => runStep(() => deliveries.begin(what, change)),
  }
}
