import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defineRoute } from '../../../src/api/routes/route.ts'
import type { RequestFact } from '../../../src/telemetry/facts.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'

it('the end of a request tells how long it took', async () => {
  const clock = new FakeClock()
  const ends: RequestFact[] = []
  const slow = defineRoute({
    route: 'GET /slow',
    scope: null,
    id: 'slow',
    summary: 'Takes its time',
    responses: {},
    handler: async () => {
      clock.advance(250)
      return { status: 204 }
    },
  })
  const server = serveRoutes([slow], undefined, { clock, onRequestEnd: (fact) => void ends.push(fact) })

  await server.inject({ url: '/slow' })
  await server.close()

  assert.deepEqual(
    ends.map(({ route, durationMs }) => [route, durationMs]),
    [['/slow', 250]],
  )
})
