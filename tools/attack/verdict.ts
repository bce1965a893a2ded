import type { SiegeFact } from './siege.ts'

export interface Budget {
  readonly residentMbMax: number
  readonly residentMbGrowthMax: number
  readonly responseMsMedianMax: number
  readonly responseMsMax: number
}

/** The budget for floods of connections, requests and bodies, which keep the processor of the attacker busy, too. */
const FLOOD_BUDGET: Budget = {
  residentMbMax: 600,
  residentMbGrowthMax: 100,
  responseMsMedianMax: 500,
  responseMsMax: 2_000,
}

/** The budget for attacks by matchers, which are few requests, each of them allowed. */
const MATCHING_BUDGET: Budget = { ...FLOOD_BUDGET, responseMsMax: 500 }

export const BUDGETS = { floods: FLOOD_BUDGET, matchers: MATCHING_BUDGET }

export interface Judged {
  readonly what: string
  readonly found: string
  readonly budget: string
  readonly holds: boolean
}

/** Compares the facts with the budget, a row for each of its limits. */
export function validate(fact: SiegeFact, budget: Budget): readonly Judged[] {
  const { monitor, residentMbMax, residentMbBefore, residentMbAfter } = fact
  const growth = residentMbAfter - residentMbBefore
  return [
    {
      what: 'the process',
      found: fact.isAlive ? 'lives' : 'has ended',
      budget: 'lives',
      holds: fact.isAlive,
    },
    most('resident memory', { found: residentMbMax, max: budget.residentMbMax, unit: 'MB' }),
    most('resident memory afterwards, above before', {
      found: growth,
      max: budget.residentMbGrowthMax,
      unit: 'MB',
    }),
    most('/healthz, median', { found: fact.healthMs.p50, max: budget.responseMsMedianMax, unit: 'ms' }),
    most('/healthz, worst', { found: fact.healthMs.max, max: budget.responseMsMax, unit: 'ms' }),
    most('/readyz, median', { found: fact.readyMs.p50, max: budget.responseMsMedianMax, unit: 'ms' }),
    most('/readyz, worst', { found: fact.readyMs.max, max: budget.responseMsMax, unit: 'ms' }),
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
