import type { Webhook } from './webhook-types.ts'

/** How it is told, in words. */
export function describeMode({ payload_type: type, mode, missed }: Webhook): string {
  if (type === 'JOB') return 'Each job run'
  if (mode === 'changes') return 'Each change, in its order'
  const ofMissed = missed === 'tell' ? ', and what was over before it could be told' : ''
  return `What is so now, once, and that it is over${ofMissed}`
}
