import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('every generated file is as the code would write it now', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
    encoding: 'utf8',
  })

  assert.equal(stderr, '')
  assert.equal(status, 0)
})
