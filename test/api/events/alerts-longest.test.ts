import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp } from '../../support/app/start-app.ts'

describe('GET /v1/alerts?order=longest', () => {
  it('lists what is raised, that first which has been so for longest, on one page', async (t) => {
    const clock = new FakeClock(NOW)
    const { call, stop } = await startApp({ clock })
    t.after(stop)
    const report = async (...keys: readonly string[]) => {
      clock.advance(1_000)
      await call(
        'POST',
        '/v1/alerts',
        keys.map((key) => ({ key, name: key, state: key === 'b' ? 'low' : 'high' })),
      )
    }
    for (const key of ['c', 'b', 'a']) await report(key)
    await call('POST', '/v1/alerts', { key: 'c', name: 'c', state: 'cleared' })
    await report('c')
    const list = async (query: string) =>
      (await call('GET', `/v1/alerts?order=longest${query}`)).json as {
        items: readonly { key: string }[]
        next: unknown
      }
    const keys = async (query: string) => (await list(query)).items.map(({ key }) => key)
    const results = [
      await keys(''),
      await keys('&limit=2'),
      await keys('&state=high'),
      await keys('&active=false'),
    ]
    const { next } = await list('&limit=1')
    const refusals = [
      assertProblem(await call('GET', '/v1/alerts?order=longest&cursor=MQ&server=x'), 400),
      assertProblem(await call('GET', '/v1/alerts?order=shortest'), 400),
    ]

    assert.deepEqual(results, [['b', 'a', 'c'], ['b', 'a'], ['a', 'c'], []])
    assert.equal(next, null)
    assert.match(JSON.stringify(refusals[0]), /cursor.*does not go with .*server/)
    assert.ok(refusals[1])
  })
})
