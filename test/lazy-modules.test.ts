import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createRequire, registerHooks } from 'node:module'
import { it } from 'node:test'

it('a service without an OpenID provider, on SQLite and with no database to ask, loads the libraries for neither', async () => {
  const asked = new Set<string>()
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      // What the tests themselves ask for does not count.
      if (context.parentURL?.includes('/src/')) asked.add(specifier)
      return next(specifier, context)
    },
  })
  // Only what is loaded from here on is seen.
  const { startApp } = await import('./support/app/start-app.ts')
  const app = await startApp({ database: 'sqlite' })
  const start = await app.call('GET', '/v1/oidc/start')
  await app.call('GET', '/v1/sign-in')
  await app.stop()
  hooks.deregister()

  assert.equal(start.status, 404)
  assert.ok(asked.has('fastify'), 'what is loaded is seen')
  assert.ok(!asked.has('openid-client'))
  assert.ok(![...asked].some((specifier) => specifier.startsWith('@opentelemetry/')))
  assert.ok(![...asked].some((specifier) => /^pg(?:\/|$)/.test(specifier)))
})

it('of undici a service loads what calls receivers, and no browser', async () => {
  await import('./support/app/start-app.ts')
  const loaded = Object.keys(createRequire(import.meta.url).cache).map((path) => path.replaceAll('\\', '/'))

  assert.ok(loaded.some((path) => path.endsWith('/undici/lib/dispatcher/agent.js')))
  assert.deepEqual(
    loaded.filter((path) => /\/undici\/(?:index|lib\/web\/.*)\.js$/.test(path)),
    [],
  )
})

it("of Node's own HTTP a service loads what serves, and no second client", () => {
  const script = `
    await import('./src/app/app.ts')
    console.log(process.moduleLoadList.filter((name) => /NativeModule (?:http|.*undici.*)$/.test(name)).join())`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })

  assert.equal(stdout, 'NativeModule http\n')
})

it('a command loads no other, and YAML only what needs it', async () => {
  const asked = new Set<string>()
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      asked.add(specifier)
      return next(specifier, context)
    },
  })
  const [{ runTool }, { ADMIN_TOKEN, startApp }] = await Promise.all([
    import('./cli/run-tool.ts'),
    import('./support/app/start-app.ts'),
  ])
  const app = await startApp({ listen: true })
  const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }
  await runTool(['webhook', 'list'], { environment })
  const isAskedBefore = asked.has('yaml')
  const isOtherAskedBefore = [...asked].some((specifier) => specifier.endsWith('/definitions/export.ts'))
  await runTool(['export'], { environment })
  await app.stop()
  hooks.deregister()

  assert.ok(asked.has('yaml'), 'what is loaded is seen')
  assert.ok(!isAskedBefore)
  assert.ok(!asked.has('string-width'), 'nothing that was printed is wide')
  assert.ok([...asked].some((specifier) => specifier.endsWith('/definitions/export.ts')))
  assert.ok(!isOtherAskedBefore)
})
