import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../support/time/eventually.ts'
import { freePort } from '../support/network/free-port.ts'
import { createEmptyTestDatabase } from '../support/databases/test-engine.ts'

const root = dirname(dirname(import.meta.dirname))
const PASSWORD = 'choose-one'

/** The shell blocks of the section, as they stand there. */
async function blocks(): Promise<readonly string[]> {
  const doc = await readFile(join(root, 'docs/cluster.md'), 'utf8')
  const section = doc.slice(doc.indexOf('## Start two nodes'), doc.indexOf('## The address'))
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}

describe('docs/cluster.md', () => {
  const running: ChildProcess[] = []
  let folder = ''
  after(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  it('its commands start two nodes, as the role that it makes, and show them; no password is seen', async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-doc-'))
    const [making = '', starting = '', showing = ''] = await blocks()
    const address = new URL(await createEmptyTestDatabase())
    const ports = [await freePort(), await freePort()]

    // Roles are shared by all databases of the server, so that of this test has a name of its own.
    const role = `tocsin_doc_${process.pid}`
    const [makeRole = '', makeDatabase = ''] = [...making.matchAll(/-c (?:"([^"]+)"|'([^']+)')/g)].map(
      ([, double, single]) => double ?? single,
    )
    const database = address.pathname.slice(1)
    await asOwner(address, [
      makeRole.replace('tocsin', role),
      makeDatabase.replace(
        'CREATE DATABASE tocsin OWNER tocsin',
        `ALTER DATABASE ${database} OWNER TO ${role}`,
      ),
    ])
    address.username = role
    const inPlace = (text: string) =>
      text
        .replaceAll('postgres://tocsin@db.internal/tocsin', address.href)
        .replaceAll(':8480', `:${ports[0]}`)
        .replaceAll(':8481', `:${ports[1]}`)
    const environment = Object.fromEntries(
      [...inPlace(starting).matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    )
    assert.equal(environment['PGPASSWORD'], PASSWORD)
    const tool = (line: string) => {
      const child = spawn(process.execPath, [join(root, 'bin/tocsin.js'), ...line.split(' ').slice(1)], {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: folder, ...environment },
      })
      running.push(child)
      const written = { child, text: '' }
      child.stdout.on('data', (chunk: Buffer) => (written.text += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (written.text += chunk.toString()))
      return written
    }

    const nodes = [...inPlace(starting).matchAll(/^tocsin serve .*$/gm)].map(([line]) => tool(line))
    assert.equal(nodes.length, 2)
    for (const port of ports) {
      await eventually(`a node is ready on ${port}`, async () => {
        assert.ok(
          nodes.every(({ child }) => child.exitCode === null),
          nodes.map(({ text }) => text).join(),
        )
        return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok
      })
    }
    const shown = tool(inPlace(showing).trim())
    await once(shown.child, 'close')
    for (const { child } of nodes) child.kill('SIGTERM')
    await Promise.all(nodes.map(({ child }) => once(child, 'close')))

    assert.equal(shown.text.match(/^[0-9a-f]{12}\*? .* all /gm)?.length, 2, shown.text)
    assert.deepEqual(
      nodes.map(({ child }) => child.exitCode),
      [0, 0],
    )
    assert.ok(nodes.every(({ text }) => text.includes('Tocsin listens on') && !text.includes(PASSWORD)))
  })

  it('a password in the address is shown neither by a node that waits to start nor by tocsin migrate', async () => {
    const port = await freePort()
    const secret = 'never-shown-word'
    for (const command of ['serve', 'migrate']) {
      const child = spawn(process.execPath, [join(root, 'src/main.ts'), command], {
        env: {
          PATH: process.env['PATH'],
          TOCSIN_LISTEN: '127.0.0.1:0',
          TOCSIN_DATABASE: `postgres://me:${secret}@127.0.0.1:${port}/tocsin`,
        },
      })
      let text = ''
      child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
      const closed = once(child, 'close')
      if (command === 'serve') {
        await eventually('it says why it waits', () => text.includes('ECONNREFUSED'))
        child.kill()
      }
      const [code] = (await closed) as [number]

      assert.equal(code, command === 'serve' ? 0 : 1, text)
      assert.match(text, /ECONNREFUSED/)
      assert.ok(!text.includes(secret), text)
    }
  })
})

async function asOwner(address: URL, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: address.href })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
