import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse } from 'yaml'
import { SETTINGS } from '../../src/config/config.ts'
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

    it(`${file} has secrets in files alone, which its head says how to make`, () => {
      const text = read(`packaging/container/${file}`)
      const { services, secrets = {} } = parse(text, { merge: true }) as {
        readonly services: Readonly<Record<string, { environment: object; secrets?: readonly string[] }>>
        readonly secrets?: Readonly<Record<string, { readonly file: string }>>
      }
      const inVariables = new Set(['POSTGRES_PASSWORD'])
      for (const { env, secret } of Object.values(SETTINGS)) if (secret === true) inVariables.add(env)

      for (const { environment, secrets: mounted = [] } of Object.values(services))
        for (const [name, value] of Object.entries(environment) as [string, string][]) {
          assert.ok(!inVariables.has(name), name)
          if (name.endsWith('_FILE')) assert.ok(mounted.includes(value.replace('/run/secrets/', '')), value)
        }
      for (const { file: path } of Object.values(secrets))
        assert.match(text, new RegExp(`^# +${path.replace('./', '')} +\\S`, 'm'))
    })
  }
})
