import { Webhook } from 'standardwebhooks'

/** A notification whose signature was right. */
export interface VerifiedNotification {
  /** The delivery: the same in each attempt, so one that was here before is a repetition. */
  readonly id: string
  /** The moment of this attempt. */
  readonly sentAt: Date
  /** As it came; a payload template may make anything of it, mostly JSON. */
  readonly body: string
}

/**
 * Checks that a notification was signed with this secret (`whsec_…`), not changed on the way, and not long ago: five minutes, as
 * Standard Webhooks has it. `body` must be the bytes as they came. Throws a `WebhookVerificationError`.
 */
export function verify(
  secret: string,
  {
    headers,
    body,
  }: {
    readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
    readonly body: string
  },
): VerifiedNotification {
  const value = (name: string) => {
    const found = headers instanceof Headers ? headers.get(name) : headers[name]
    return typeof found === 'string' ? found : ''
  }
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
  new Webhook(secret).verify(body, Object.fromEntries(names.map((name) => [name, value(name)])), {
    jsonParse: false,
  })
  return { id: value('webhook-id'), sentAt: new Date(Number(value('webhook-timestamp')) * 1000), body }
}
