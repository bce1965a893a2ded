import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { actorOf } from '../../../src/api/auth/actor.ts'
import { defineRoute } from '../../../src/api/routes/route.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'

describe('who makes the change that a request asks for', () => {
  const route = (path: string, scope: 'admin' | null, note?: string) =>
    defineRoute({
      route: `GET ${path}`,
      scope,
      id: 'who',
      summary: 'Who is it?',
      responses: { 200: { description: 'The actor.' } },
      handler: async (input) => ({ status: 200, body: actorOf(input, note) }),
    })
  const server = serveRoutes([
    route('/token', 'admin'),
    route('/old', 'admin', 'through v6'),
    route('/open', null),
  ])
  after(() => server.close())

  for (const { what, path, actor } of [
    {
      what: 'the token under its name, and where it came from',
      path: '/token',
      actor: { tokenId: 1, userId: null, name: 'test', address: '192.0.2.9' },
    },
    {
      what: 'what else should be known',
      path: '/old',
      actor: { tokenId: 1, userId: null, name: 'test', address: '192.0.2.9', note: 'through v6' },
    },
    {
      what: 'without any caller: somebody',
      path: '/open',
      actor: { tokenId: null, userId: null, name: 'somebody', address: '192.0.2.9' },
    },
  ]) {
    it(what, async () => {
      const response = await server.inject({ method: 'GET', url: path, remoteAddress: '192.0.2.9' })

      assert.deepEqual(response.json(), actor)
    })
  }
})
