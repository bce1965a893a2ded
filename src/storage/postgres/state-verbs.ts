import { resyncScripts, stateScripts } from '../records/receiver-states.ts'
import { previewScripts } from '../records/webhooks.ts'
import type { StoreVerbs } from '../store.ts'
import type { StateVerbs } from '../state-verbs.ts'
import { countOpenNotificationsVerb } from './overview/count-open-notifications.ts'
import { runIn, verbsOf } from './connection/run-script.ts'
import type { Parts } from './parts/parts.ts'
import { webhookWork } from './webhooks/webhook-work.ts'
import { escalateToFallbacks } from './receiver-state/late.ts'
import { createMissingDeliveries } from './intake/missing-deliveries.ts'

/** Keeping receivers at the present. */
export function stateVerbs(parts: Parts): Pick<StoreVerbs, keyof StateVerbs> {
  return {
    ...verbsOf(parts.database, stateScripts(), {}),
    ...countOpenNotificationsVerb(parts),

    // Nobody else is at what is remembered of the webhook meanwhile.
    resyncWebhook: (id, resync) =>
      parts.database.transaction(
        (transaction) => {
          const work = webhookWork(transaction, parts)
          return runIn(transaction, resyncScripts({ seals: parts, work }).resyncWebhook(id, resync))
        },
        { lock: 'webhooks' },
      ),

    // What it counts is one statement, which sees one moment.
    previewModeChange: (id, edit, when) =>
      parts.database.transaction(
        (transaction) => {
          const work = webhookWork(transaction, parts)
          return runIn(transaction, previewScripts({ work }).previewModeChange(id, edit, when))
        },
        { lock: 'none' },
      ),

    createMissingDeliveries: (step) => createMissingDeliveries(parts, step),
    escalateToFallbacks: (step) => escalateToFallbacks(parts, step),
  }
}
