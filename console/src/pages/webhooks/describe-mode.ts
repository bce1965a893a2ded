import type { Webhook } from './webhook-types.ts'

/** Describes the mode in words. */
export function describeMode({ payload_type: type, mode, missed_alerts }: Webhook): string {
  if (type === 'JOB') return 'Each job run'
  if (mode === 'every_change') return 'Every change, in order'
  const ofMissed = missed_alerts === 'notify' ? ', also alerts that came and went' : ''
  return `Current state: one message per alert, one when it ends${ofMissed}`
}
