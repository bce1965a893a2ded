import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { VERSION } from '../../src/runtime/version.ts'
import { SERVICE_TOKEN, startService, type Service } from '../support/app/service.ts'
import { PostgresServer } from '../support/databases/postgres-server.ts'
import { eventually } from '../support/time/eventually.ts'

const root = dirname(dirname(import.meta.dirname))
const page = readFileSync(join(root, 'docs/backup.md'), 'utf8')

/** The lines of the shell blocks of a section, as they stand there. */
function linesOf(section: string): readonly string[] {
  const [, text = ''] = page.split(`\n## ${section}\n`)
  const [own = ''] = text.split('\n## ')
  const lines = [...own.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.trimEnd().split('\n'),
  )
  assert.ok(lines.length > 0, section)
  return lines
}

/** Programs of the machine that the page names: each does what the real one would, as far as the page goes. */
const STUBS = {
  tocsin: `exec "${process.execPath}" "${join(root, 'bin/tocsin.js')}" "$@"`,
  sudo: 'exec "$@"',
  // `docker run OPTIONS IMAGE restore /backup/FILE`: the folder that is mounted is the working one. `docker exec` and
  // `docker cp` have the folder `volume` for that of the container.
  docker: `
    volume=/var/lib/tocsin
    case "$1 $2" in
      "exec tocsin") mkdir -p volume; exec "$3" "$4" "./volume\${5#$volume}";;
      "cp tocsin:"*) exec cp "./volume\${2#tocsin:$volume}" "$3";;
    esac
    for word in "$@"; do case "$word" in localhost/tocsin:*) found=1; shift; break;; *) shift;; esac; done
    test "$found" || exit 1
    command=$1; file=$2
    exec tocsin "$command" ".\${file#/backup}"`,
} as const

describe('docs/backup.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-backup-doc-'))
  /** The one that runs, or ran last. */
  let service: Service | undefined
  const started: Service[] = []
  const path = join(folder, 'bin')
  before(() => {
    mkdirSync(path)
    for (const [name, text] of Object.entries(STUBS))
      writeFileSync(join(path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  })
  after(async () => {
    for (const one of started) await one.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const data = join(folder, 'data')

  async function start(place = data, database?: string): Promise<Service> {
    const settings = { TOCSIN_LOG_LEVEL: 'warn', TOCSIN_LOG_FORMAT: 'json' }
    const made = await startService({ folder: place, settings, ...(database !== undefined && { database }) })
    started.push(made)
    service = made
    return made
  }

  /** Types a line of the page; those that stop and start the service do that. What it prints. */
  async function type(line: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
    if (/^(?:sudo systemctl|docker) stop tocsin$/.test(line)) {
      assert.equal(await service?.stop(), 0)
      return ''
    }
    if (/^(?:sudo systemctl|docker) start tocsin$/.test(line)) {
      await start()
      return ''
    }
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', line], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
      env: {
        PATH: `${path}:${process.env['PATH']}`,
        HOME: folder,
        TOCSIN_DATA_FOLDER: data,
        TOCSIN_URL: service?.url ?? '',
        TOCSIN_TOKEN: SERVICE_TOKEN,
        ...environment,
      },
    })
    assert.equal(status, 0, `${line}\n${stdout}${stderr}`)
    return stdout
  }

  async function raise(key: string): Promise<void> {
    const body = { key, name: key, state: 'high' }
    assert.equal((await service?.request('POST', '/v1/alerts', body))?.status, 200)
  }

  async function alerts(): Promise<readonly string[]> {
    const response = await service?.request('GET', '/v1/alerts')
    assert.ok(response)
    const { items } = (await response.json()) as { readonly items: readonly { readonly key: string }[] }
    return items.map(({ key }) => key).toSorted()
  }

  it('backs up while the service runs, and restores in each of its ways', async () => {
    mkdirSync(data)
    await start()
    await raise('before')
    for (const line of linesOf('Back up')) await type(line)
    await raise('after')

    const [dry = '', byHand = '', ...others] = linesOf('Restore')
    assert.match(await type(dry), /A service uses the database: stop it first\./)
    assert.deepEqual(await alerts(), ['after', 'before'])
    await service?.stop()
    assert.match(await type(byHand), /Restored /)
    await start()
    assert.deepEqual(await alerts(), ['before'])

    const ways = Object.groupBy(others, (line) =>
      line.includes('docker') ? 'container' : line.includes('epoch') ? 'epoch' : 'installed',
    )
    for (const way of [ways.installed, ways.container]) {
      await raise('after')
      assert.equal(way?.length, 3)
      for (const line of way ?? []) await type(line)
      assert.deepEqual(await alerts(), ['before'])
    }
    assert.match(
      ways.container?.[1] ?? '',
      new RegExp(`--volume tocsin:/var/lib/tocsin .* localhost/tocsin:${VERSION} restore `),
    )
    await service?.stop()
    const [epoch = ''] = ways.epoch ?? []
    await type(epoch.replace('/var/lib/tocsin', data))
    assert.equal(readdirSync(data).filter((name) => name.includes('before-restore')).length, 3)
    assert.equal(statSync(join(data, 'tocsin.db')).mode & 0o777, 0o600)
  })

  it('moves the database', async () => {
    const place = join(folder, 'srv')
    mkdirSync(place, { mode: 0o700 })
    const [line = ''] = linesOf('Move the database')

    const out = await type(line.replace('/srv/tocsin', place))

    assert.match(out, new RegExp(`Restored ${join(place, 'tocsin.db')}\\.`))
  })

  it('says true of `cp`: the file of a running service lacks what was written last, and the mark that came along tells it', async () => {
    // The epoch that the first start after a restore begins goes into the file.
    await (await start()).stop()
    const { request, stop } = await start()
    let last = 0
    await eventually('what was written last stands in the log, which has its mark', async () => {
      last += 1
      await request('POST', '/v1/alerts', { key: `last ${last}`, name: 'Last', state: 'high' })
      return existsSync(join(data, 'tocsin.db-flushed'))
    })
    const copied = join(folder, 'copied')
    mkdirSync(copied)
    for (const name of ['tocsin.db', 'tocsin.db-flushed']) copyFileSync(join(data, name), join(copied, name))
    await stop()

    const started = await start(copied)
    assert.ok(!(await alerts()).includes(`last ${last}`))
    await started.stop()
    assert.match(started.output(), /"level":"warn".*"event":"database\.log_missing"/)
  })

  const postgres = globSync('/usr/lib/postgresql/*/bin/postgres').toSorted().at(-1)
  const skip = postgres === undefined && 'it takes a PostgreSQL with its tools (apt-get install postgresql)'
  it('backs up and restores PostgreSQL', { skip }, async (t) => {
    const binaries = dirname(dirname(postgres ?? ''))
    const server = await PostgresServer.start({ binaries })
    t.after(() => server.stop())
    const inPlace = (line: string) =>
      line
        .replaceAll('postgres://tocsin@db.internal/tocsin', server.url())
        .replaceAll('postgres://tocsin@db.internal/restored', server.url('restored'))
    const environment = {
      TOCSIN_DATABASE: server.url(),
      PATH: `${path}:${binaries}/bin:${process.env['PATH']}`,
    }
    await start(data, server.url())
    await raise('in the dump')
    const [dump = '', ...lines] = linesOf('PostgreSQL')
    await type(dump, environment)
    await service?.stop()

    for (const line of lines) await type(inPlace(line), environment)

    await start(data, server.url('restored'))
    assert.deepEqual(await alerts(), ['in the dump'])
    await service?.stop()
  })
})
