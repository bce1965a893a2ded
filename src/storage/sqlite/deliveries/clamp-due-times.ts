import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import { askedEndOf } from '../../../domain/flow/breaker.ts'
import { dueAheadsMsMax, retryPolicyOf } from '../../../domain/delivery/retry-policy.ts'
import { URGENCIES } from '../../../domain/delivery/urgency.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { SyncMethods } from '../connection/run-script.ts'

export function clampMethods({ db, queues, webhooks }: SqliteDeps): Pick<SyncMethods, 'clampDueTimes'> {
  // Casts: see queue-reads.ts.
  const clamp = db.prepare<{
    now: Instant
    webhookId: WebhookId
    aheadsMs: string
    most: number
    slackMs: number
    limit: number
  }>(
    `UPDATE deliveries SET due_at = @now WHERE id IN (
       SELECT id FROM deliveries INDEXED BY deliveries_webhook_queue
       WHERE webhook_id = CAST(@webhookId AS INTEGER) AND state = 'pending' AND queue_urgency IN (${URGENCIES.join(', ')}) AND due_at > CAST(@now AS INTEGER) + @slackMs
         AND due_at > @now + @slackMs + json_extract(@aheadsMs, '$[' || CAST(min(attempts_made - attempts_uncounted, @most) AS INTEGER) || ']')
       LIMIT CAST(@limit AS INTEGER))`,
  )
  return {
    clampDueTimes({ now, limit, scheduleMs }) {
      let count = 0
      for (const { webhookId, breaker } of queues.all()) {
        const webhook = webhooks.find(webhookId)
        if (!webhook || count >= limit) continue
        const policy = retryPolicyOf(webhook, { scheduleMs })
        const aheadsMs = dueAheadsMsMax(policy, (askedEndOf(breaker, now) ?? 0) > now)
        const { changes } = clamp.run({
          now,
          webhookId,
          aheadsMs: JSON.stringify(aheadsMs),
          most: aheadsMs.length - 1,
          slackMs: CLOCKS_APART_MS_MAX,
          limit: limit - count,
        })
        if (changes > 0) queues.noteDue(webhookId, now)
        count += changes
      }
      return count
    },
  }
}
