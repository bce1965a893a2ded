import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { bundle } from '../../scripts/build/bundle.ts'
import { root } from '../../scripts/find-node.mjs'
import { VERSION } from '../../src/runtime/version.ts'
import { startService, type Service } from '../support/app/service.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

describe('the build', () => {
  let folder: string
  let built: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-build-'))
    built = join(folder, 'program')
    execFileSync(process.execPath, [join(root, 'scripts/build/main.ts'), built], { stdio: 'pipe' })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('is the same, made again', async () => {
    const { files } = await bundle(join(root, 'src/main.ts'))
    const names = readdirSync(join(built, 'src')).sort()

    assert.deepEqual([...files.keys()].sort(), names)
    for (const name of names) assert.equal(files.get(name), readFileSync(join(built, 'src', name), 'utf8'))
  })

  it('has no sources but those of examples, and no library that is not in its licences', () => {
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
    const licences = readFileSync(join(built, 'THIRD-PARTY-LICENSES.txt'), 'utf8')

    assert.deepEqual(
      files.filter((file) => /^(?!examples\/).*\.tsx?$|\.map$|node_modules/.test(file)),
      [],
    )
    for (const library of ['fastify', 'pg', 'better-sqlite3', 'undici', 'yaml'])
      assert.match(licences, new RegExp(`^${library} [0-9]`, 'm'))
    assert.match(readFileSync(join(built, 'console/dist/licenses.md'), 'utf8'), /react-dom/)
  })

  it('does not take the place of other files', async () => {
    const other = await mkdtemp(join(folder, 'other-'))
    writeFileSync(join(other, 'mine'), 'x')
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build/main.ts'), other], {
      encoding: 'utf8',
    })

    assert.equal(status, 1)
    assert.match(stderr, /is not empty and holds no build/)
    assert.deepEqual(readdirSync(other), ['mine'])
  })

  it('answers as a command, without anything else being installed', () => {
    const run = (...argv: readonly string[]) =>
      execFileSync(process.execPath, [join(built, 'bin/tocsin.js'), ...argv], {
        encoding: 'utf8',
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: folder },
      })

    assert.equal(run('--version').trim(), VERSION)
    const { settings } = JSON.parse(run('config', 'check', '--all', '--json')) as {
      readonly settings: readonly { readonly name: string; readonly value: string }[]
    }
    const isRoot = process.getuid?.() === 0
    assert.equal(
      settings.find(({ name }) => name === 'TOCSIN_DATA_FOLDER')?.value,
      isRoot ? '/var/lib/tocsin' : join(folder, '.local/share/tocsin'),
    )
  })

  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`serves as the sources do, on ${engine}`, async (t) => {
      const place = await mkdtemp(join(folder, 'data-'))
      const receiver = await Receiver.start()
      t.after(() => receiver.stop())
      const service: Service = await startService({
        folder: place,
        main: join(built, 'src/main.js'),
        // By itself it would take that of the system.
        settings: { TOCSIN_DATA_FOLDER: place },
        ...(engine === 'postgres' && { database: await createTestDatabase() }),
      })
      t.after(() => service.stop())

      const webhook = { name: 'a', url: receiver.url }
      assert.equal((await service.request('POST', '/v1/webhooks', webhook)).status, 201)
      await service.request('POST', '/v1/alerts', { key: 'k', name: 'Lag', state: 'high' })
      await receiver.received(1)
      // Recurrences, documents and pages are loaded only when they are needed.
      const window = { zone: 'UTC', begins: '02:00', for: '1h', repeat: 'FREQ=WEEKLY' }
      assert.equal((await service.request('POST', '/v1/windows/preview', window)).status, 200)
      for (const path of ['/', '/docs/', '/openapi/v1.json', '/openapi/webhooks.schema.json']) {
        const response = await service.request('GET', path)
        await response.text()
        assert.equal(response.status, 200, path)
      }
      await eventually('the delivery is recorded', async () => {
        const response = await service.request('GET', '/v1/deliveries?state=delivered')
        return ((await response.json()) as { readonly items: readonly unknown[] }).items.length === 1
      })
      assert.doesNotMatch(service.output(), /request\.failed|TypeError/)
    })
  }
})
