import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  forgetSpooledRun,
  keepRun,
  spooledRunName,
  spooledRunsFolder,
  listSpooledRuns,
  readSpooledRun,
} from '../../cli/run/spooled-runs.ts'
import { ApiClient } from '../../cli/client/api-client.ts'
import { sendSpooledRuns } from '../../cli/run/report-run.ts'
import { THIS_MACHINE } from '../../src/commands/this-machine.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { Receiver } from '../support/network/receiver.ts'
import { NOW } from '../support/build.ts'

const root = mkdtempSync(join(tmpdir(), 'tocsin-kept-'))
after(() => rmSync(root, { recursive: true }))

let folderCount = 0
const newFolder = () => join(root, String(folderCount++), 'runs')
const nameAt = (seconds: number) => spooledRunName(NOW + seconds * 1000, '0123abcd')
const run = { service: 'http://tocsin.example', body: { name: 'nightly' } }

describe('runs that are kept', () => {
  it('are files that only their owner can read, whole or not there', async () => {
    const folder = newFolder()
    assert.equal(await keepRun(folder, nameAt(0), run, THIS_MACHINE), 0)

    assert.deepEqual(readdirSync(folder), [nameAt(0)])
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(statSync(join(folder, nameAt(0))).mode & 0o777, 0o600)
    assert.deepEqual(await readSpooledRun(folder, nameAt(0)), run)
  })

  it('are listed oldest first, without what is none of them, until they are forgotten', async () => {
    const folder = newFolder()
    assert.deepEqual(await listSpooledRuns(folder), [])
    for (const seconds of [3600, 5, 86_400]) await keepRun(folder, nameAt(seconds), run, THIS_MACHINE)
    for (const other of [`${nameAt(1)}.tmp`, `${nameAt(2)}.refused`, 'notes.txt'])
      writeFileSync(join(folder, other), '')

    assert.deepEqual(await listSpooledRuns(folder), [nameAt(5), nameAt(3600), nameAt(86_400)])
    await forgetSpooledRun(folder, nameAt(5))
    await forgetSpooledRun(folder, nameAt(5))
    assert.deepEqual(await listSpooledRuns(folder), [nameAt(3600), nameAt(86_400)])
  })

  it('are a thousand at most: the oldest make room, also those set aside', async () => {
    const folder = newFolder()
    mkdirSync(folder, { recursive: true })
    for (let second = 0; second < 1_000; second++) writeFileSync(join(folder, nameAt(second)), '{}')
    writeFileSync(join(folder, `${nameAt(-1)}.refused`), '{}')

    assert.equal(await keepRun(folder, nameAt(2_000), run, THIS_MACHINE), 2)
    const names = await listSpooledRuns(folder)
    assert.deepEqual([names.length, names[0], names.at(-1)], [1_000, nameAt(1), nameAt(2_000)])
    assert.equal(readdirSync(folder).length, 1_000)
  })

  it('take 64 MB at most', async () => {
    const folder = newFolder()
    for (const second of [1, 2, 3]) {
      await keepRun(folder, nameAt(second), run, THIS_MACHINE)
      truncateSync(join(folder, nameAt(second)), 25 * 1024 ** 2)
    }

    assert.equal(await keepRun(folder, nameAt(4), run, THIS_MACHINE), 1)
    assert.deepEqual(await listSpooledRuns(folder), [nameAt(2), nameAt(3), nameAt(4)])
  })

  it('are damaged if they are not what was written', async () => {
    const folder = newFolder()
    await keepRun(folder, nameAt(0), run, THIS_MACHINE)
    symlinkSync(join(folder, nameAt(0)), join(folder, nameAt(1)))
    mkdirSync(join(folder, nameAt(2)))
    for (const [index, text] of ['', '{', '[]', '{"service":"x"}', '{"job_run":7}'].entries())
      writeFileSync(join(folder, nameAt(3 + index)), text)
    writeFileSync(join(folder, nameAt(8)), JSON.stringify({ job_run: {}, pad: 'x'.repeat(1024 ** 2) }))

    for (let second = 1; second <= 8; second++)
      assert.equal(await readSpooledRun(folder, nameAt(second)), 'damaged', String(second))
    assert.equal(await readSpooledRun(folder, nameAt(9)), 'gone')
    // Not damaged, as far as anybody knows.
    assert.equal(await readSpooledRun(folder, 'x'.repeat(300)), 'unreadable')
  })

  it('stay where they are if this user cannot read them, and hold up no other', async () => {
    const folder = newFolder()
    const service = await Receiver.start()
    service.respondsWith(200, (_request, response) => void response.end('{}'))
    const unreadable = `${'x'.repeat(300)}.json`
    await keepRun(folder, nameAt(1), { ...run, service: service.url }, THIS_MACHINE)

    const said: string[] = []
    const settings = {
      url: new URL(service.url),
      urlFrom: 'a test',
      token: undefined,
      tokenFrom: undefined,
      ca: undefined,
    }
    const client = new ApiClient(settings, systemClock)
    const counts = await sendSpooledRuns(folder, [unreadable, nameAt(1)], client, (sentence) => {
      said.push(sentence)
    })
    await service.stop()

    assert.deepEqual([counts.unreadableCount, counts.setAsideCount, counts.sentCount], [1, 0, 1])
    assert.deepEqual(said, [])
  })

  it('say why they cannot be kept', async () => {
    const file = join(root, 'file')
    writeFileSync(file, '')

    await assert.rejects(
      keepRun(join(file, 'runs'), nameAt(0), run, THIS_MACHINE),
      /runs cannot be made: ENOTDIR\.$/,
    )
    await assert.rejects(listSpooledRuns(file), /file cannot be read: ENOTDIR\.$/)
  })

  it('lie where the state of programs belongs, unless somebody says otherwise', () => {
    const folderIn = (environment: Readonly<Record<string, string>>) =>
      spooledRunsFolder({ environment, machine: THIS_MACHINE })
    assert.equal(folderIn({ HOME: '/home/dba' }), '/home/dba/.local/state/tocsin/runs')
    assert.equal(folderIn({ HOME: '/home/dba', XDG_STATE_HOME: '/state' }), '/state/tocsin/runs')
    assert.equal(
      folderIn({ HOME: '/home/dba', XDG_STATE_HOME: 'state' }),
      '/home/dba/.local/state/tocsin/runs',
    )
  })
})
