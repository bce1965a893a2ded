import { formatCount } from '../../ui/text/format.ts'
import type { Webhook } from './webhook-types.ts'

/** Counting ends here. */
const COUNTED_MAX = 10_000

/** `3 alerts are out of sync` */
export function describeOutOfSync(out_of_sync: number): string {
  return `${counted(out_of_sync)} ${out_of_sync === 1 ? 'is' : 'are'} out of sync`
}

/** `12 alerts are open` */
export function describeOpen(open: number): string {
  return `${counted(open)} ${open === 1 ? 'is' : 'are'} open`
}

/** Describes the open alerts of a webhook that is to be deleted; null: none. */
export function describeNeverClosed(open: number): { readonly alerts: string; readonly rest: string } | null {
  if (open === 0) return null
  const [whose, its] = open === 1 ? ['is', 'it'] : ['are', 'them']
  return {
    alerts: counted(open),
    rest: `that its receiver was sent and that ${whose} still open: Tocsin will not clear ${its} there`,
  }
}

/** Describes how it gets back in sync. */
export function describeOutOfSyncSince({ enabled }: { readonly enabled: boolean }): string {
  return enabled
    ? 'sent with the next change, when the receiver accepts again after failures, or when you resync'
    : 'sent when the webhook is enabled'
}

function counted(alerts: number): string {
  return alerts === 1
    ? '1 alert'
    : `${alerts >= COUNTED_MAX ? 'more than ' : ''}${formatCount(alerts)} alerts`
}

export function describeMode({ payload_type: type, mode, missed_alerts, remind }: Webhook): string {
  if (type === 'JOB') return 'Each job run'
  if (mode === 'every_change') return 'Every change, in order'
  const ofMissed = missed_alerts === 'notify' ? ', also alerts that came and went' : ''
  const ofReminders = remind === null ? '' : `, reminders after ${remind.replaceAll(',', ', ')}`
  return `Current state: one message per alert, one when it ends${ofMissed}${ofReminders}`
}
