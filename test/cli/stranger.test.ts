import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const main = join(import.meta.dirname, '../../src/main.ts')
/** No user of the machine has it, so there is no home and no name either. */
const STRANGER = 65_531
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'

/** `postgres` runs jobs, `nagios` reports checks, and somebody looks: none of them may look into the data folder. */
describe('the command line of a user who is not that of the service', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-stranger-'))
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'address'), `${NOWHERE}\n`)
    writeFileSync(join(folder, 'data', 'admin-token'), 'tcn_secret\n')
    chmodSync(join(folder, 'data'), process.getuid?.() === 0 ? 0o700 : 0o000)
    chmodSync(folder, 0o755)
  })
  after(() => {
    chmodSync(join(folder, 'data'), 0o700)
    rmSync(folder, { recursive: true })
  })

  const run = (argv: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const asStranger = process.getuid?.() === 0 ? { uid: STRANGER, gid: STRANGER } : {}
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...argv], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TOCSIN_DATA_FOLDER: join(folder, 'data'), ...environment },
      encoding: 'utf8',
      ...asStranger,
    })
    assert.doesNotMatch(stderr, /fault of its own|^ {4}at /m)
    return { code: status, out: stdout, err: stderr }
  }

  it('status says where it asked, and what to give', () => {
    const { code, err } = run(['status'])

    assert.equal(code, 1)
    assert.match(err, /^http:\/\/127\.0\.0\.1:8480 (cannot be reached|responded)|token/)
    assert.match(err, /--url|--token/)
  })

  it('run runs the command, and says in one line that it could not be reported', () => {
    const { code, out, err } = run(['run', '--no-spool', '--', 'sh', '-c', 'echo done; exit 3'], {
      TOCSIN_URL: NOWHERE,
      TOCSIN_TOKEN: 'wrong token',
    })

    assert.deepEqual([code, out], [3, 'done\n'])
    assert.match(err, /^tocsin run: this run could not be reported: [^\n]+\n$/)
  })

  it('alert send says where it asked', () => {
    const { code, err } = run(['alert', 'send', '--key', 'a', '--name', 'A', '--state', 'high'])

    assert.equal(code, 1)
    assert.match(err, /--url|--token/)
  })

  it('knows its version', () => {
    assert.deepEqual(run(['--version']).code, 0)
  })
})
