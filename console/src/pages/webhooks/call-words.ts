import type { ListedWebhook } from './listed-webhook.ts'

type RecentCalls = ListedWebhook['recent_calls']

/** The share of accepted attempts, `98.5 %`, as a text that never rounds a failure away; null: there was no attempt. */
export function successOf({ attempts, accepted }: Pick<RecentCalls, 'attempts' | 'accepted'>): string | null {
  if (attempts === 0) return null
  if (accepted === attempts) return '100 %'
  if (accepted === 0) return '0 %'
  const percent = Math.min(99.9, Math.max(0.1, Math.round((accepted / attempts) * 1_000) / 10))
  return `${percent} %`
}

/**
 * Tells whether the counts lag the health: another node counts its attempts some seconds later. What the counts say
 * then would contradict the health beside it.
 */
export function isBehind(
  state: string,
  { attempts, accepted }: Pick<RecentCalls, 'attempts' | 'accepted'>,
): boolean {
  return state === 'healthy' && attempts > 0 && accepted === 0
}

/** A tone only for what deviates. */
export function successTone({
  attempts,
  accepted,
}: Pick<RecentCalls, 'attempts' | 'accepted'>): 'warning' | 'bad' | undefined {
  if (attempts === 0 || accepted === attempts) return undefined
  return accepted / attempts < 0.9 ? 'bad' : 'warning'
}

/** A bar of the sparkline: heights from 0 to 1 of all attempts and of those that were not accepted. */
export interface CallBar {
  readonly height: number
  readonly failed: number
}

/** Returns a bar for each hour; the hour with the most attempts is as high as the line. */
export function barsOf(hourly: RecentCalls['hourly']): readonly CallBar[] {
  const most = Math.max(1, ...hourly.map(({ attempts }) => attempts))
  return hourly.map(({ attempts, accepted }) => ({
    height: attempts / most,
    failed: (attempts - accepted) / most,
  }))
}

/** Says the events of a webhook in few words; all states are nothing special. */
export function describeEvents(
  webhook: Pick<ListedWebhook, 'payload_type' | 'high_alert' | 'med_alert' | 'low_alert' | 'cleared_alert'>,
): string {
  if (webhook.payload_type === 'JOB') return 'Job runs'
  const states = [
    ...(webhook.high_alert ? ['high'] : []),
    ...(webhook.med_alert ? ['medium'] : []),
    ...(webhook.low_alert ? ['low'] : []),
    ...(webhook.cleared_alert ? ['cleared'] : []),
  ]
  if (states.length === 0) return 'Nothing'
  if (states.length === 4) return 'All states'
  const text = states.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
