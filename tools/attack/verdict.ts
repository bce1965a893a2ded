import type { SiegeFact } from './siege.ts'

/** What must hold under all attacks together. */
export const BUDGET = {
  residentMbMax: 600,
  residentMbGrowthMax: 100,
  responseMsMedianMax: 500,
  responseMsMax: 2_000,
} as const

export interface Judged {
  readonly what: string
  readonly found: string
  readonly budget: string
  readonly holds: boolean
}

/** One row for each part of the budget. */
export function validate(fact: SiegeFact): readonly Judged[] {
  const { monitor, residentMbMax, residentMbBefore, residentMbAfter } = fact
  const growth = residentMbAfter - residentMbBefore
  return [
    {
      what: 'the process',
      found: fact.isAlive ? 'lives' : 'has ended',
      budget: 'lives',
      holds: fact.isAlive,
    },
    most('resident memory', { found: residentMbMax, max: BUDGET.residentMbMax, unit: 'MB' }),
    most('resident memory afterwards, above before', {
      found: growth,
      max: BUDGET.residentMbGrowthMax,
      unit: 'MB',
    }),
    most('/healthz, median', { found: fact.healthMs.p50, max: BUDGET.responseMsMedianMax, unit: 'ms' }),
    most('/healthz, worst', { found: fact.healthMs.max, max: BUDGET.responseMsMax, unit: 'ms' }),
    most('/readyz, median', { found: fact.readyMs.p50, max: BUDGET.responseMsMedianMax, unit: 'ms' }),
    most('/readyz, worst', { found: fact.readyMs.max, max: BUDGET.responseMsMax, unit: 'ms' }),
    {
      what: 'alerts of a decent monitor',
      found: `${monitor.taken} taken (${monitor.putOff} put off, ${monitor.unanswered} unanswered, one waited ${Math.round(monitor.takenMsMax)} ms), ${monitor.delivered} delivered`,
      budget: 'taken, and all of them delivered',
      holds: monitor.taken > 0 && monitor.delivered === monitor.taken,
    },
  ]
}

function most(
  what: string,
  { found, max, unit }: { readonly found: number; readonly max: number; readonly unit: string },
): Judged {
  return {
    what,
    found: `${Math.round(found)} ${unit}`,
    budget: `at most ${max} ${unit}`,
    holds: found <= max,
  }
}
