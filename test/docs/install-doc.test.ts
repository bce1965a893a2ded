import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse } from 'yaml'
import { VERSION } from '../../src/runtime/version.ts'
import { runTool } from '../cli/run-tool.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('docs/install.md', () => {
  it('names the packages of this release', () => {
    const named = [...read('docs/install.md').matchAll(/tocsin[-_](?<version>\d+\.\d+\.\d+)/g)]

    assert.ok(named.length >= 5)
    for (const { groups } of named) assert.equal(groups?.['version'], VERSION)
  })
})

describe('the compose files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-compose-'))
  after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'database'), 'postgres://tocsin:choose-one@postgres/tocsin\n')
  writeFileSync(join(folder, 'admin-token'), 'tcn_the-same-for-all-nodes\n')

  for (const file of ['compose.yaml', 'compose-postgres.yaml']) {
    it(`${file} starts the image of this release with settings that it takes`, async () => {
      const { services } = parse(read(`packaging/container/${file}`), { merge: true }) as {
        readonly services: Readonly<
          Record<string, { readonly image: string; readonly environment: Record<string, string> }>
        >
      }
      const own = Object.values(services).filter(({ image }) => image.startsWith('localhost/tocsin'))

      assert.ok(own.length > 0)
      for (const { image, environment } of own) {
        assert.equal(image, `localhost/tocsin:${VERSION}`)
        const settings = Object.entries(environment).map(([name, value]) => [
          name,
          value.replace('/run/secrets', folder),
        ])
        const { code, err } = await runTool(['config', 'check'], {
          environment: Object.fromEntries(settings),
        })
        assert.equal(code, 0, err)
      }
    })
  }
})
