import { formatCount } from '../../ui/text/format.ts'
import type { ListedWebhook } from './listed-webhook.ts'
import type { FixedPart } from './webhook-search.ts'

type HealthFacts = Omit<ListedWebhook['health'], 'state' | 'explanation'> & {
  readonly state: string
  readonly pause_reason?: string | null
}

/** Tells whether waiting retries can be sent at once. */
export function canBeTriedAgain({ state }: Pick<HealthFacts, 'state'>): boolean {
  return state === 'paused' || state === 'failing' || state === 'rejecting'
}

/** Parts of a sentence; a moment can be shown as one. */
export type Words = readonly (string | { readonly at: string })[]

/**
 * Describes a receiver's health, for somebody who was just woken. `disabledReason`: why the service disabled
 * it.
 */
export function describeHealth(health: HealthFacts, disabledReason: string | null): Words {
  const { state, failures, failing_since: since, paused_until: until, pause_reason: reason } = health
  const because = reason ? ` (${reason})` : ''
  switch (state) {
    case 'disabled':
      return disabledReason === null
        ? ['Disabled: nothing is sent, and unfinished deliveries wait until it is enabled.']
        : [`The service disabled it: ${disabledReason}. Unfinished deliveries wait until it is enabled.`]
    case 'paused':
      return [
        failures === 0
          ? `The receiver asked for time${because}`
          : `Failed ${times(failures)} in a row${because}`,
        ...(since === null ? [] : [', first ', { at: since }]),
        // The moment ends with a full stop: `in 2 min.`
        ...(until === null ? ['.'] : ['. The next attempt comes ', { at: until }]),
      ]
    case 'failing':
      return [
        `Failed ${times(failures)} in a row${because}`,
        ...(since === null ? [] : [', first ', { at: since }]),
        '. It is tried again by the retry schedule.',
      ]
    case 'rejecting':
      return describeRejections(health)
    case 'never_called':
      return ['Not called yet.']
    case 'late':
      return [
        'The receiver accepts, but its deliveries are late: the oldest has been due since ',
        ...(health.late_since === null ? ['more than a minute.'] : [{ at: health.late_since }, '.']),
      ]
    default:
      return ['The last attempt was accepted.']
  }
}

function describeRejections(health: HealthFacts): Words {
  const { rejections, rejecting_since: since, reject_reason: reason, first_accepted_at: accepted } = health
  const attempts = rejections === 1 ? 'the last attempt' : `the last ${formatCount(rejections)} attempts`
  return [
    `The receiver rejected ${attempts}${reason === null ? '' : ` (${reason})`}`,
    ...(since === null ? [] : [rejections === 1 ? ' ' : ', first ', { at: since }]),
    accepted === null ? '. It has never accepted one.' : '. It has accepted none since.',
  ]
}

/** Offers to send what the old definition could not; null: nothing waits. */
export function describeOffer(
  health: Pick<HealthFacts, 'state'> & { readonly pending: number },
  fixed: FixedPart,
): string | null {
  const { pending } = health
  if (pending === 0 || !canBeTriedAgain(health)) return null
  const what = pending === 1 ? '1 delivery was' : `${formatCount(pending)} deliveries were`
  const verb = health.state === 'rejecting' ? 'rejected' : 'not accepted'
  return `${what} ${verb} with the old ${fixed}. Send ${pending === 1 ? 'it' : 'them'} now?`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${formatCount(count)} times`
}

/** Describes a webhook's unfinished deliveries; null: none. */
export function describeUnfinished(counts: {
  readonly sending: number
  readonly pending: number
  readonly waiting: number
}): string | null {
  const total = counts.sending + counts.pending + counts.waiting
  if (total === 0) return null
  // Counts of pending and waiting ones end here.
  const isMore = counts.pending >= COUNTED_MAX || counts.waiting >= COUNTED_MAX
  return total === 1 ? '1 delivery' : `${isMore ? 'more than ' : ''}${formatCount(total)} deliveries`
}

const COUNTED_MAX = 10_000

type RecentCalls = ListedWebhook['recent_calls']

/** Returns the share of accepted attempts, `98.5 %`, never rounded up to 100; null: no attempt. */
export function successOf({ attempts, accepted }: Pick<RecentCalls, 'attempts' | 'accepted'>): string | null {
  if (attempts === 0) return null
  if (accepted === attempts) return '100 %'
  if (accepted === 0) return '0 %'
  const percent = Math.min(99.9, Math.max(0.1, Math.round((accepted / attempts) * 1_000) / 10))
  return `${percent} %`
}

/** Tells whether the counts lag the health, because another node counts its attempts seconds later. */
export function isBehind(
  state: string,
  { attempts, accepted }: Pick<RecentCalls, 'attempts' | 'accepted'>,
): boolean {
  return state === 'healthy' && attempts > 0 && accepted === 0
}

/** A tone only for deviations. */
export function successTone({
  attempts,
  accepted,
}: Pick<RecentCalls, 'attempts' | 'accepted'>): 'warning' | 'bad' | undefined {
  if (attempts === 0 || accepted === attempts) return undefined
  return accepted / attempts < 0.9 ? 'bad' : 'warning'
}

/** Heights from 0 to 1 of all attempts, and of refused ones. */
interface CallBar {
  readonly height: number
  readonly failed: number
}

/** Returns a bar for each hour, relative to the busiest. */
export function barsOf(hourly: RecentCalls['hourly']): readonly CallBar[] {
  const most = Math.max(1, ...hourly.map(({ attempts }) => attempts))
  return hourly.map(({ attempts, accepted }) => ({
    height: attempts / most,
    failed: (attempts - accepted) / most,
  }))
}

export type AlertFlags = Pick<ListedWebhook, 'high_alert' | 'med_alert' | 'low_alert' | 'cleared_alert'>

/** Lists the states of alerts that a webhook gets, worst first. */
export function statesOf(webhook: AlertFlags): readonly string[] {
  return [
    ...(webhook.high_alert ? ['high'] : []),
    ...(webhook.med_alert ? ['medium'] : []),
    ...(webhook.low_alert ? ['low'] : []),
    ...(webhook.cleared_alert ? ['cleared'] : []),
  ]
}

/** Describes a webhook's events; all states are not worth a word. */
export function describeEvents(webhook: AlertFlags & Pick<ListedWebhook, 'payload_type'>): string {
  if (webhook.payload_type === 'JOB') return 'Job runs'
  const states = statesOf(webhook)
  if (states.length === 0) return 'Nothing'
  if (states.length === 4) return 'All states'
  const text = states.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
