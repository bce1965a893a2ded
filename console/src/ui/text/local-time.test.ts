import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { fromLocalInput, toLocalInput } from './format.ts'

describe('exact times', () => {
  it('stay the same from the address into the field and back', () => {
    for (const at of ['2026-11-21T09:15:00.000Z', '2026-06-30T23:59:00.000Z']) {
      assert.equal(fromLocalInput(toLocalInput(at)), at)
    }
  })

  it('are those of the zone of the reader', async () => {
    const module = join(import.meta.dirname, 'format.ts')
    const script = `import { toLocalInput } from ${JSON.stringify(module)}; console.log(toLocalInput('2026-07-01T22:30:00Z'))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: 'Asia/Kolkata' },
      timeout: 60_000,
    })

    assert.equal(stdout.trim(), '2026-07-02T04:00')
  })

  it('are none where nothing, or only the time of day, is filled in', () => {
    assert.equal(toLocalInput(undefined), '')
    for (const text of ['', 'T10:15', 'x']) assert.equal(fromLocalInput(text), undefined)
  })
})
