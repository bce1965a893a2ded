import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBrokenPromise } from './check.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'
import { GROUPS, scenarioOf } from './scenario.ts'

const RUNS = 150

describe('pushes of simulated servers', () => {
  for (const group of GROUPS) {
    it(`leave no alert raised too long, clear none that fires, and lose no raise: ${group}`, () => {
      for (let seed = 1; seed <= RUNS; seed += 1) {
        const broken = findBrokenPromise(scenarioOf(seed, group))
        assert.equal(broken, undefined, `${group}, seed ${seed}: ${broken}`)
      }
    })
  }

  for (const { bug, rules } of PLANTED_BUGS) {
    it(`break a promise where ${bug}`, () => {
      const seeds = Array.from({ length: RUNS }, (_, index) => index + 1)
      const isFound = seeds.some((seed) =>
        GROUPS.some((group) => findBrokenPromise(scenarioOf(seed, group), rules) !== undefined),
      )
      assert.ok(isFound, `no seed up to ${RUNS} finds it`)
    })
  }
})
