import { resyncScripts, stateScripts } from '../scripts/receiver-states.ts'
import { announcementScripts } from '../scripts/announcements.ts'
import { silenceScripts } from '../scripts/silences.ts'
import { windowScripts } from '../scripts/windows.ts'
import { previewScripts } from '../scripts/webhooks.ts'
import { change } from '../transactions/transaction-script.ts'
import type { StoreMethods } from '../store.ts'
import type { SilenceMethods } from '../silence-methods.ts'
import type { StateMethods } from '../state-methods.ts'
import type { AnnouncementMethods, WindowMethods } from '../window-methods.ts'
import { countOpenNotificationsMethod } from './overview/count-open-notifications.ts'
import { runIn, methodsOf } from './connection/run-script.ts'
import type { Deps } from './node-memory/deps.ts'
import { COUNT_UP, webhookWork } from './webhooks/webhook-work.ts'
import { escalateToFallbacks } from './receiver-state/late.ts'
import { createMissingDeliveries } from './intake/missing-deliveries.ts'

/** No event is decided while a silence or a maintenance window changes. */
const CHANGING = { lock: 'webhooks' } as const

/** Methods that keep receivers in sync. */
export function stateMethods(
  deps: Deps,
): Pick<
  StoreMethods,
  | keyof StateMethods
  | Exclude<keyof SilenceMethods, 'holdClaims'>
  | keyof WindowMethods
  | keyof AnnouncementMethods
> {
  const silenceDeps = { ...deps, noteChange: () => change(COUNT_UP, {}) }
  return {
    ...methodsOf(deps.database, stateScripts(), {}),
    ...methodsOf(deps.database, silenceScripts(silenceDeps), {
      createSilence: CHANGING,
      changeSilence: CHANGING,
      endSilence: CHANGING,
    }),
    ...methodsOf(deps.database, announcementScripts(), {}),
    ...methodsOf(deps.database, windowScripts(silenceDeps), {
      createWindow: CHANGING,
      changeWindow: CHANGING,
      skipOccurrence: CHANGING,
      restoreOccurrence: CHANGING,
      deleteWindow: CHANGING,
      createWindowSilences: CHANGING,
    }),
    ...countOpenNotificationsMethod(deps),

    // Nobody else is at what is remembered of the webhook meanwhile.
    resyncWebhook: (id, resync) =>
      deps.database.transaction(
        (transaction) => {
          const work = webhookWork(transaction, deps)
          return runIn(transaction, resyncScripts({ seals: deps, work }).resyncWebhook(id, resync))
        },
        { lock: 'webhooks' },
      ),

    // The counts come from one statement, which sees one moment.
    previewModeChange: (id, edit, when) =>
      deps.database.transaction(
        (transaction) => {
          const work = webhookWork(transaction, deps)
          return runIn(transaction, previewScripts({ work }).previewModeChange(id, edit, when))
        },
        { lock: 'none' },
      ),

    createMissingDeliveries: (step) => createMissingDeliveries(deps, step),
    escalateToFallbacks: (step) => escalateToFallbacks(deps, step),
  }
}
