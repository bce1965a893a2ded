import { CopyRefusal } from './ends.ts'
import type { WebhookId } from '../../domain/ids.ts'

/** A process was killed while deliveries were following a change of these webhooks; the next one goes on with that. */
export function refuseCatchingUp(webhookIds: readonly WebhookId[], name: string): void {
  if (webhookIds.length === 0) return
  throw new CopyRefusal(
    `In ${name} not all deliveries have followed the last change of their webhooks (${webhookIds.join(', ')}).`,
    ['Start a node on it for a minute, stop it, and copy then.'],
  )
}
