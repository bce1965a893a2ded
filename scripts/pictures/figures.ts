import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from '../count-words.ts'

export const ROOT = join(import.meta.dirname, '../..')
export const FIGURES = join(ROOT, 'docs/figures')
const DIGESTS = join(FIGURES, 'digests.json')

/** A picture of the chat for a report that a monitor sends. */
export interface Message {
  /** Name of the picture, without its ending. */
  readonly figure: string
  /** The body that is reported, from the root of the project. */
  readonly sample: string
  /** Where the service takes it. */
  readonly path: string
  /** An alert, if it is not given. */
  readonly payloadType?: 'ALERT' | 'JOB'
}

export const MESSAGES: readonly Message[] = [
  ownMessage('prometheus', '/intake/prometheus/api/v2/alerts'),
  ...['alertmanager', 'grafana', 'zabbix', 'nagios', 'cloudevents'].map(messageFrom),
  { ...messageFrom('datadog'), figure: 'message-hosted' },
  ownMessage('json', '/v1/alerts'),
  { ...ownMessage('jobs', '/v1/job-runs'), payloadType: 'JOB' },
]

function messageFrom(source: string): Message {
  const sample = `test/fixtures/sources/${source}.json`
  return { figure: `message-${source}`, sample, path: `/intake/${source}` }
}

/** A body that is made for the picture. */
function ownMessage(source: string, path: string): Message {
  return { figure: `message-${source}`, sample: `scripts/pictures/reports/${source}.json`, path }
}

/** Returns the files that each picture shows, as patterns from the root of the project. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'console-overview-light': ['console/src/pages/overview/*'],
  'console-delivery-light': ['console/src/pages/deliveries/story/*'],
  'console-webhook-light': ['console/src/pages/webhooks/edit/*'],
  'why-not-notified': ['console/src/pages/events/who-was-notified.*'],
  ...Object.fromEntries(
    MESSAGES.map(({ figure, sample }) => [
      figure,
      ['src/presets/slack.ts', 'scripts/pictures/slack-html.ts', sample],
    ]),
  ),
}

/** Notes what the pictures show that were just taken. */
export function noteDigests(): void {
  writeFileSync(DIGESTS, `${JSON.stringify(digests(), null, 2)}\n`)
}

/** Returns the pictures whose files have changed since they were taken, and those that were never taken. */
export function olderFigures(): readonly string[] {
  const noted = JSON.parse(readFileSync(DIGESTS, 'utf8')) as Readonly<Record<string, string>>
  return Object.entries(digests())
    .filter(([figure, digest]) => noted[figure] !== digest)
    .map(([figure]) => figure)
}

function digests(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(SHOWN).map(([figure, patterns]) => [figure, digestOf(patterns)]))
}

/** A picture shows neither comments nor tests. */
function digestOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync([...patterns], { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file))
  for (const file of files.toSorted())
    hash.update(`${file}\n${withoutComments(readFileSync(join(ROOT, file), 'utf8'))}\n`)
  return hash.digest('hex').slice(0, 16)
}
