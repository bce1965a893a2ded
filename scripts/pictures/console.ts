import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  emptyActivity,
  HISTOGRAM_BUCKETS,
  MINUTE_MS,
  type Activity,
} from '../../src/domain/overview/activity.ts'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import { startConsole, type TestConsole, type TestPage } from '../../test/console/console.ts'
import { fillWithSamples } from '../../test/console/sample-data.ts'
import { eventually } from '../../test/support/time/eventually.ts'
import { PASSWORD } from '../../test/support/people/people.ts'
import { FIGURES } from './figures.ts'

/** More of the same would add nothing. */
const HOURS = 2
const OUTAGE_MINUTES = 14

/** Takes the pictures of the console. */
export async function takeConsole(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-screenshots-'))
  try {
    await rememberHours(join(folder, 'tocsin.db'))
    const console = await startConsole({ folder })
    const samples = await fillWithSamples(console.app)
    try {
      await takeAll(console, await failAgain(console))
    } finally {
      await console.stop()
      await samples.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function takeAll(console: TestConsole, failedId: number): Promise<void> {
  const overview = await open(console, '/')
  // Down to the plots.
  await overview.setViewportSize({ width: 1280, height: 1000 })
  await overview.getByText('Deliveries per minute').waitFor()
  await take(overview, 'console-overview-light')

  const story = await open(console, `/deliveries?state=failed&open=${failedId}`)
  await story.getByText('upstream is being deployed').first().waitFor()
  await take(story, 'console-delivery-light')

  const form = await open(console, '/webhooks/1/edit')
  await form.getByRole('navigation', { name: 'Sections of the form' }).getByText('Template').click()
  await form
    .getByRole('region', { name: 'Preview' })
    .getByLabel('Body of the request', { exact: true })
    .waitFor()
  await form.getByLabel('Loading the editor').waitFor({ state: 'detached' })
  await take(form, 'console-webhook-light')
}

function open(console: TestConsole, path: string): Promise<TestPage> {
  return console.open(path, { by: { username: 'ada', password: PASSWORD } })
}

async function take(page: TestPage, name: string): Promise<void> {
  await page.locator('[aria-busy=true]').filter({ visible: true }).waitFor({ state: 'detached' })
  await page.screenshot({ path: join(FIGURES, `${name}.png`), animations: 'disabled', caret: 'hide' })
  process.stdout.write(`docs/figures/${name}.png\n`)
}

/**
 * The one whose story is shown has been tried before: the oldest that failed, whichever that is in this run.
 * Returns its id.
 */
async function failAgain({ app }: TestConsole): Promise<number> {
  const { json: failed } = await app.call('GET', '/v1/deliveries?state=failed')
  const id: number = failed.items.at(-1).id
  await app.call('POST', `/v1/deliveries/${id}/retry`)
  await eventually('the second attempt has failed', async () => {
    const { json } = await app.call('GET', `/v1/deliveries/${id}`)
    return json.state === 'failed' && json.attempts_made === 2
  })
  return id
}

/** How it went before: quiet hours, and one receiver that has just begun to fail. */
async function rememberHours(path: string): Promise<void> {
  const { store } = await openSqliteStore({ file: path, sizeMax: 0 })
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const minutes = Array.from({ length: HOURS * 60 }, (_, index) => minuteOf(now, index + 1))
  await store.recordActivity('sample', minutes)
  await store.close()
}

function minuteOf(now: number, ago: number): Activity {
  // Always the same waves, so that a new picture shows only what is new.
  const wave = Math.sin(ago / 7) + 0.6 * Math.sin(ago / 2.3) + 0.4 * Math.cos(ago * 1.7)
  const events = Math.round(46 + 11 * wave)
  const failing = ago <= OUTAGE_MINUTES ? Math.round(events * 0.3) : 0
  const delivered = events * 2 - failing
  const slow = Math.round(delivered * 0.02)
  return {
    ...emptyActivity(now - ago * MINUTE_MS),
    events,
    attempts: delivered + failing,
    delivered,
    retried: failing + (ago % 9 === 0 ? 2 : 0),
    failed: failing === 0 ? 0 : Math.round(failing / 6),
    latency: histogram({ 6: delivered - slow, 8: slow, ...(failing > 0 && { 15: failing }) }),
    response: histogram({ 5: delivered - slow, 7: slow }),
    backlog: {
      unfinished: failing === 0 ? Math.round(3 + 2 * Math.abs(wave)) : (OUTAGE_MINUTES - ago + 1) * 11,
      paused: failing === 0 ? 0 : 40,
      oldestPausedMs: failing === 0 ? 0 : (OUTAGE_MINUTES - ago + 1) * 60_000,
      oldestDueMs: failing === 0 ? 200 : (OUTAGE_MINUTES - ago + 1) * 900,
    },
  }
}

/** Counts by bucket. */
function histogram(counts: Readonly<Record<number, number>>): readonly number[] {
  return Array.from({ length: HISTOGRAM_BUCKETS }, (_, place) => counts[place] ?? 0)
}
