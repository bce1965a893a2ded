import { isOtherwise } from '../matching/compile-match.ts'
import type { PayloadType } from '../webhook/webhook.ts'
import type { RoutedWebhook } from './routed-webhook.ts'

/**
 * Says that events may notify nobody: enabled webhooks of a payload type have matchers, and none gets what they leave.
 * Undefined: that cannot be.
 */
export function whyNobodyIsLeft(
  webhooks: Iterable<RoutedWebhook>,
  payloadType: PayloadType,
): string | undefined {
  const enabled = [...webhooks].filter((one) => one.enabled && one.payloadType === payloadType)
  const getsTheRest = ({ match }: RoutedWebhook) => match === null || isOtherwise(match)
  if (enabled.length === 0 || enabled.some(getsTheRest)) return undefined
  const what = payloadType === 'ALERT' ? 'alerts' : 'job runs'
  return `No enabled webhook for ${what} gets what these matchers leave: give one of them match: otherwise.`
}
