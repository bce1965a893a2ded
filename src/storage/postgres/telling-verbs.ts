import { resyncScripts, toldScripts } from '../records/told.ts'
import { foreseeScripts } from '../records/webhooks.ts'
import type { StoreVerbs } from '../store.ts'
import type { TellingVerbs } from '../telling-verbs.ts'
import { countTellingsVerb } from './overview/count-tellings.ts'
import { runIn, verbsOf } from './connection/run-script.ts'
import type { Parts } from './parts/parts.ts'
import { webhookWork } from './webhooks/webhook-work.ts'
import { tellFallbacks } from './telling/late.ts'
import { takeUpOwed } from './intake/take-up-owed.ts'

/** Keeping receivers at the present. */
export function tellingVerbs(parts: Parts): Pick<StoreVerbs, keyof TellingVerbs> {
  return {
    ...verbsOf(parts.database, toldScripts(), {}),
    ...countTellingsVerb(parts),

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
    foreseeMove: (id, edit, when) =>
      parts.database.transaction(
        (transaction) => {
          const work = webhookWork(transaction, parts)
          return runIn(transaction, foreseeScripts({ work }).foreseeMove(id, edit, when))
        },
        { lock: 'none' },
      ),

    takeUpOwed: (step) => takeUpOwed(parts, step),
    tellFallbacks: (step) => tellFallbacks(parts, step),
  }
}
