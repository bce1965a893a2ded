import type { NewEvent } from '../alert/event.ts'

/** The lower, the sooner. The numbers are stored, so none ever gets another meaning. */
export const URGENCY = { high: 0, endOfHigh: 1, normal: 2, low: 3 } as const
export type Urgency = (typeof URGENCY)[keyof typeof URGENCY]

/** All urgencies, the most urgent first. */
export const URGENCIES = [
  URGENCY.high,
  URGENCY.endOfHigh,
  URGENCY.normal,
  URGENCY.low,
] as const satisfies readonly Urgency[]

/** A clear is as urgent as what was sent, and goes after raises. */
export const URGENCY_NAMES = ['high', 'normal', 'low'] as const
export type UrgencyName = (typeof URGENCY_NAMES)[number]

export function urgencyName(urgency: Urgency): UrgencyName {
  if (urgency === URGENCY.low) return 'low'
  return urgency === URGENCY.normal ? 'normal' : 'high'
}

/** Puts alerts that become high, and failed jobs, first. */
export function urgencyOf(event: NewEvent): Urgency {
  if (event.kind === 'job_run') return OF_JOBS[event.status]
  if (event.newState === 'cleared') return event.oldState === 'high' ? URGENCY.endOfHigh : URGENCY.normal
  return OF_RAISED[event.newState]
}

const OF_JOBS = { failure: URGENCY.high, cancelled: URGENCY.normal, success: URGENCY.low } as const
const OF_RAISED = { high: URGENCY.high, medium: URGENCY.normal, low: URGENCY.low } as const

export function moreUrgent(one: Urgency, other: Urgency): Urgency {
  return one < other ? one : other
}
