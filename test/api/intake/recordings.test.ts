import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

/** What a real monitor sent, one request after the other, and what becomes of each. */
interface Recording {
  /** The monitor and its release, as its page names them. */
  readonly by: string
  readonly page: string
  readonly path: string
  readonly contentType: string
  /** When the last one had come. */
  readonly until: string
  readonly requests: readonly {
    readonly what: string
    readonly body: string
    /** Of the alert afterwards; or, where nothing is stored, a part of the note. */
    readonly becomes: object | string
  }[]
}

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'test', 'fixtures', 'recordings')
const files = readdirSync(folder)

const started: TestApp[] = []
after(() => Promise.all(started.map((app) => app.stop())))

describe('what real monitors sent', () => {
  it('was recorded of each that was tried', () => {
    assert.deepEqual(files.toSorted(), ['icinga-2.json', 'nagios.json', 'zabbix.json'])
  })

  for (const file of files) {
    const recording: Recording = JSON.parse(readFileSync(join(folder, file), 'utf8'))

    it(`${recording.by}: is read as it was meant, in its order`, async () => {
      const app = await startApp({ clock: new FakeClock(Date.parse(recording.until)) })
      started.push(app)

      for (const { what, body, becomes } of recording.requests) {
        assert.deepEqual(await report(app, recording, body), becomes, what)
      }
    })

    it(`${recording.by}: its page says that it was tried`, () => {
      assert.ok(readFileSync(join(root, 'docs', recording.page), 'utf8').includes(recording.by))
    })
  }
})

async function report(
  app: TestApp,
  { path, contentType }: Recording,
  body: string,
): Promise<object | string> {
  const { status, json } = await app.call('POST', path, body, { 'content-type': contentType })
  assert.equal(status, 200)
  const [notified] = json.results
  if (notified === undefined) return json.note
  assert.deepEqual(notified.warnings, [])
  const { json: alert } = await app.call('GET', `/v1/alerts/${notified.alert_id}`)
  return {
    result: notified.result,
    key: alert.key,
    name: alert.name,
    state: alert.state,
    since: alert.since,
    value: alert.current_value,
    info: alert.info,
    object: alert.object.name,
    server: [alert.server.name, alert.server.address],
    database: alert.database,
    link: alert.source_link,
    labels: alert.labels,
  }
}
