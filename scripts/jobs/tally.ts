/** How many tests came to which end. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * The counts of one process about its tests in its closing lines; without those it counts as one test itself. Pure.
 */
export function readTally(output: string, isGood: boolean): Tally {
  const counts = new Map(
    [...output.matchAll(/^ℹ (pass|fail|cancelled|skipped) (\d+)$/gm)].map(([, name = '', count]) => [
      name,
      Number(count),
    ]),
  )
  if (counts.size === 0) return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 }
  const failed = (counts.get('fail') ?? 0) + (counts.get('cancelled') ?? 0)
  return {
    passed: counts.get('pass') ?? 0,
    // It may have failed outside of its tests.
    failed: isGood ? failed : Math.max(failed, 1),
    skipped: counts.get('skipped') ?? 0,
  }
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)
  return {
    passed: sum((tally) => tally.passed),
    failed: sum((tally) => tally.failed),
    skipped: sum((tally) => tally.skipped),
  }
}

/** E.g. `12 passed, 0 failed, 1 skipped`. */
export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The lines about tests that were left out, with the reason of each. Pure. */
export function findSkips(output: string): readonly string[] {
  return output.split('\n').filter((line) => /^\s*﹣ /.test(line))
}
