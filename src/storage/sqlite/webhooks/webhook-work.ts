import { runStep } from '../../transactions/transaction-script.ts'
import type { WebhookWork } from '../../scripts/webhook-work.ts'
import type { WebhookSeals } from '../../webhook-seals.ts'
import type { WebhookQueues } from '../queue/webhook-queues.ts'
import type { CatchUp } from '../catch-up/catch-up.ts'
import type { WebhookDeliveries } from '../catch-up/webhook-deliveries.ts'
import type { WebhookCache } from './webhook-cache.ts'

interface WorkDeps {
  readonly webhookSeals: Pick<WebhookSeals, 'open'>
  readonly cache: Pick<WebhookCache, 'all' | 'renew'>
  readonly deliveries: Pick<WebhookDeliveries, 'begin'>
  readonly catchUp: Pick<CatchUp, 'beginCancelling'>
  readonly queues: Pick<WebhookQueues, 'noteDue' | 'probeNow' | 'resume' | 'remove'>
}

/** Applies a change of a webhook to the memory of the engine, which alone writes, and to the deliveries. */
export function webhookWork({ webhookSeals, cache, deliveries, catchUp, queues }: WorkDeps): WebhookWork {
  return {
    open: ({ row, headers }) => webhookSeals.open(row, headers),

    neighboursOf: () => runStep(() => cache.all()),

    *noting(_what, id, write) {
      yield* write
      yield* runStep(() => cache.renew(id))
    },

    follow: (what, { webhookId, now }) =>
      runStep(() => {
        if (what === 'cancel') {
          catchUp.beginCancelling(webhookId, now)
          queues.remove(webhookId)
        } else {
          deliveries.begin(what, { webhookId, now })
        }
        // What is left is on a note, and `CatchUp` goes on with it.
        return true
      }),

    probeNow: (id, now) =>
      runStep(() => {
        // Held deliveries may be due now.
        queues.noteDue(id, now)
        queues.probeNow(id)
      }),

    resume: (id, now) =>
      runStep(() => {
        queues.noteDue(id, now)
        queues.resume(id)
      }),
  }
}

/** While the database is opened nothing is in memory yet. */
export function workAtStart(
  deliveries: Pick<WebhookDeliveries, 'begin'>,
): Pick<WebhookWork, 'noting' | 'follow'> {
  return {
    *noting(_what, _id, write) {
      yield* write
    },

    follow: (what, change) =>
      runStep(() => {
        if (what !== 'cancel') deliveries.begin(what, change)
        return true
      }),
  }
}
