import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { it } from 'node:test'

it('a service without an OpenID provider never loads the library for one', async () => {
  const asked = new Set<string>()
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      asked.add(specifier)
      return next(specifier, context)
    },
  })
  // Only what is loaded from here on is seen.
  const { startApp } = await import('./support/start-app.ts')
  const app = await startApp()
  const start = await app.call('GET', '/v1/oidc/start')
  await app.call('GET', '/v1/sign-in')
  await app.stop()
  hooks.deregister()

  assert.equal(start.status, 404)
  assert.ok(asked.has('fastify'), 'what is loaded is seen')
  assert.ok(!asked.has('openid-client'))
})
