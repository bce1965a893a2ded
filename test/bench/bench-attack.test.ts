import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import type { SiegeFact } from '../../tools/attack/siege.ts'

const RUN_MS_MAX = 600_000

describe('npm run attack', () => {
  for (const engine of ['sqlite', 'postgres']) {
    it(`does not end the service on ${engine}, nor lose anything that was accepted`, () => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ['tools/attack/main.ts', '--engine', engine, '--seconds', '4', '--calm', '2', '--json'],
        { encoding: 'utf8', timeout: RUN_MS_MAX, maxBuffer: 2 ** 24 },
      )
      const sieges = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly fact: SiegeFact })

      // How long responses take, and how much is held meanwhile, says as much about the machine as about the
      // service: the command itself checks that.
      assert.equal(sieges.length, 2, stderr)
      for (const { fact } of sieges) {
        assert.ok(fact.isAlive, stderr)
        assert.ok(fact.monitor.taken > 0)
        assert.equal(fact.monitor.delivered, fact.monitor.taken)
        assert.ok(
          fact.attacks.every(({ waves }) => waves > 0),
          JSON.stringify(fact.attacks),
        )
      }
    })
  }
})
