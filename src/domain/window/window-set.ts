import { WEBHOOKS_CHANGED, type WebhookSetChange } from '../webhook/webhook-set.ts'
import type { MaintenanceWindow, NewWindow } from './window.ts'

/** A step towards a set of maintenance windows. Negative ids of webhooks as in `WebhookSetStep`. */
export type WindowSetStep =
  | { readonly kind: 'create'; readonly path: string; readonly after: NewWindow }
  | {
      readonly kind: 'change'
      readonly path: string
      readonly before: MaintenanceWindow
      readonly after: MaintenanceWindow
    }
  | { readonly kind: 'delete'; readonly path: string; readonly before: MaintenanceWindow }

export interface WindowSetChange {
  /** Validated; deletions come first. */
  readonly steps: readonly WindowSetStep[]
  /** All windows that the plan was made from, newest first. */
  readonly expected: readonly Pick<MaintenanceWindow, 'id' | 'updatedAt'>[]
}

export interface DefinitionSetChange extends WebhookSetChange {
  /** Changed after the webhooks; undefined: they stay. */
  readonly windows?: WindowSetChange | undefined
}

export const WINDOWS_CHANGED = WEBHOOKS_CHANGED.replace('a webhook', 'a webhook or maintenance window')
