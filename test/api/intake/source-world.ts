import assert from 'node:assert/strict'
import type { CallResponse } from '../../support/app/start-app.ts'
import { SourceApps } from '../../support/sources/start-with-sources.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { NOW, SOURCES } from './edge-case-dialects.ts'

export type World = Awaited<ReturnType<SourceWorlds['start']>>

/** Apps that take in reports of every dialect, and what a test asks of one. */
export class SourceWorlds {
  readonly #apps = new SourceApps()

  async start(options: { listen?: boolean } = {}) {
    const clock = new FakeClock(NOW)
    const app = await this.#apps.start(SOURCES, { clock, ...options })
    const events = () => app.store.listEvents({}, { limit: 1_000 })
    return {
      app,
      clock,
      events,
      send: (source: string, body: object) => app.call('POST', `/intake/${source}`, body),
      /** Sends a body to a source and returns the results. */
      report: async (source: string, body: object) =>
        resultsOf(await app.call('POST', `/intake/${source}`, body)),
      shown: async () => (await app.call('GET', '/v1/alerts')).json.items,
    }
  }

  stop(): Promise<void> {
    return this.#apps.stop()
  }
}

export function resultsOf({ status, json, text }: CallResponse): readonly string[] {
  assert.equal(status, 200, text)
  return json.results.map(({ result }: { result: string }) => result)
}
