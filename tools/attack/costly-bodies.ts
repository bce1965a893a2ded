import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeAlertGroups } from '../../src/api/intake/alertmanager-wire.ts'
import { listEtag } from '../../src/api/server/etag.ts'
import { decodeForeign, FORM_BYTES_MAX, FORM_FIELDS_MAX } from '../../src/api/body/foreign-body.ts'
import { VALUES_MAX } from '../../src/api/body/json-limits.ts'
import { PAGE_LIMIT_MAX, PAGING } from '../../src/api/v1/paging.ts'
import type { Alert, Observation } from '../../src/domain/alert/alert.ts'
import { observe } from '../../src/domain/alert/observe.ts'
import { readFieldMapping } from '../../src/domain/source/field-mapping.ts'
import { severityReader } from '../../src/domain/alert/severity.ts'
import type { DialectName } from '../../src/domain/source/source.ts'
import { VARIANTS_MAX } from '../../src/domain/alert/variants.ts'
import { CLOSED } from '../../src/domain/flow/breaker.ts'
import { searchWebhooks } from '../../src/domain/overview/webhook-search.ts'
import { WRITES_MAX } from '../../src/domain/write-weight.ts'
import { ALERTS_MAX, type ReadContext } from '../../src/intake/reading/dialect.ts'
import { PUSH_DIALECTS } from '../../src/intake/sources/dialects.ts'
import { alert, NOW, observation, webhook } from '../../test/support/build.ts'
import type { CostlyCall } from './costly-call.ts'

/** `TOCSIN_BODY_SIZE_MAX` if it is not set. */
const BODY_BYTES = 4 * 1024 ** 2

const fixtures = join(import.meta.dirname, '../../test/fixtures/sources')

const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Some readers remember what they read of an object: each run has a body of its own, as each request has. */
const reparsed = (body: unknown) => JSON.parse(JSON.stringify(body)) as unknown

const MAPPED = {
  items: 'alerts',
  fields: { key: 'fingerprint', name: 'labels.alertname', state: 'status', at: 'startsAt', labels: 'labels' },
}

const FIXTURES: Partial<Record<DialectName, string>> = {
  cloudevents: 'cloudevents-batch',
  json: 'alertmanager',
}

/** Members without which a body is not read. */
const KEPT = /^(?:type|transition|timestamp|time|version|specversion|state|status|date|startsAt|endsAt)$/

/**
 * A recorded body as long as it may be: its list repeated as often as values and bytes allow, or, without a list,
 * each of its texts made as long as all of them together may be.
 */
function enlarged(dialect: DialectName): unknown {
  const file = join(fixtures, `${FIXTURES[dialect] ?? dialect}.json`)
  const body: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const members = body as Readonly<Record<string, unknown>>
  const [name, list] = Array.isArray(body)
    ? [undefined, body]
    : (Object.entries(members).find(([, value]) => Array.isArray(value)) ?? [])
  if (!Array.isArray(list)) {
    const bytesMax = dialect === 'nagios' ? FORM_BYTES_MAX : BODY_BYTES
    const count = JSON.stringify(body).split('":').length
    return lengthened(body, Math.floor(bytesMax / count))
  }
  const count = Math.min(
    BODY_BYTES / JSON.stringify(list).length,
    ALERTS_MAX / list.length,
    VALUES_MAX / countValues(list),
  )
  const many = Array.from({ length: Math.floor(count) - 1 }, () => list).flat()
  return name === undefined ? many : { ...members, [name]: many }
}

function lengthened(value: unknown, length: number): unknown {
  if (typeof value === 'string') return filled(`${value} `, length)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      KEPT.test(name) ? member : lengthened(member, length),
    ]),
  )
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1)
}

function contextOf(dialect: DialectName): ReadContext {
  return {
    source: 'source',
    now: NOW,
    sender: { principal: 'token 1', name: 'attacker', address: '127.0.0.1' },
    severity: severityReader(undefined),
    raised: [],
    ignoreLabels: ['severity'],
    ...(dialect === 'json' && { mapping: readFieldMapping('json', MAPPED, []) }),
  }
}

const DIALECTS: readonly CostlyCall[] = PUSH_DIALECTS.map((dialect) => ({
  what: `read a body of ${dialect.title}`,
  input: 'as recorded, its list or texts as long as they may be',
  prepare: () => {
    const body = enlarged(dialect.name)
    const context = contextOf(dialect.name)
    let next = reparsed(body)
    return () => {
      const given = next
      if (dialect.readInSteps) return dialect.readInSteps(given, context)
      next = reparsed(body)
      return dialect.read(given, context)
    }
  },
}))

const LABELS_OF_MANY = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`label${at}`, 'x']))
const LONG_LABELS = Object.fromEntries(
  Array.from({ length: 15 }, (_, at) => [`label${at}`, filled('x', 65_536)]),
)

const variantOf = (index: number): Observation =>
  observation({
    variant: String(index).padStart(16, '0'),
    at: NOW + index,
    details: { labels: LABELS_OF_MANY },
  })

const decoded = (input: string, contentType: string, plain: string): CostlyCall => ({
  what: 'unpack and read a body',
  input,
  prepare: () => {
    const packed = gzipSync(plain)
    const about = { contentType, contentEncoding: 'gzip', bytesMax: BODY_BYTES, onUnpacked: () => undefined }
    return (doInPieces) => decodeForeign(packed, about, (_bytes, steps) => doInPieces(steps))
  },
})

const WEBHOOKS = Array.from({ length: 1_000 }, (_, id) =>
  webhook({
    id: id + 1,
    url: `https://h.example/${filled('a/', 1_900)}`,
    payloadTemplate: filled('x', 1_000),
  }),
)

/** Costly calls by bodies of the dialects, and by lists. */
export const COSTLY_BODIES: readonly CostlyCall[] = [
  ...DIALECTS,
  {
    what: 'read a body of Prometheus',
    input: 'one alert with 15 labels of 65,536 characters',
    prepare: () => {
      const prometheus = PUSH_DIALECTS.find(({ name }) => name === 'prometheus')
      return () => prometheus?.readInSteps?.([{ labels: LONG_LABELS }], contextOf('prometheus'))
    },
  },
  decoded('gzip, a form of 1,000 fields, 256 KB', 'application/x-www-form-urlencoded', formOf()),
  decoded('gzip, JSON of 4 MB in one text', 'application/json', JSON.stringify(filled('x', BODY_BYTES - 10))),
  decoded('gzip, 99,000 members, 4 MB', 'application/json', manyMembers()),
  {
    what: 'observe alerts',
    input: `a part of ${WRITES_MAX}, all variants of one alert that has ${VARIANTS_MAX}`,
    prepare: () => () => {
      let known: Alert | undefined
      for (let index = 0; index < WRITES_MAX; index += 1) {
        const { alert: observed } = observe(known, variantOf(index), NOW)
        known = observed && { id: 1, ...observed }
      }
    },
  },
  {
    what: 'write alerts as Alertmanager does',
    input: `${ALERTS_MAX} of 2 KB, in groups`,
    prepare: () => {
      const labels = { alertname: 'x', text: filled('x', 1_900) }
      const alerts = Array.from({ length: ALERTS_MAX }, (_, id) => ({
        ...alert({ id, source: 'prometheus', key: String(id).padStart(16, '0'), details: { labels } }),
        silencedBy: [],
        mutedBy: [],
      }))
      return () => writeAlertGroups(alerts, {})
    },
  },
  {
    what: 'work out the ETag of a page',
    input: `${PAGE_LIMIT_MAX} webhooks`,
    prepare: () => () => listEtag(WEBHOOKS.slice(0, PAGE_LIMIT_MAX), false),
  },
  {
    what: 'read a cursor',
    input: '64 KB of digits',
    prepare: () => () => PAGING.before.parse([filled('MTIz', 65_536)]),
  },
  {
    what: 'search webhooks',
    input: '1,000 with URLs of 2 KB, for 500 characters, health by health',
    prepare: () => () =>
      searchWebhooks(WEBHOOKS, {
        queueOf: () => ({ breaker: CLOSED, dueAt: null }),
        now: NOW,
        search: { search: filled('/a', 498) },
        page: { limit: PAGE_LIMIT_MAX },
      }),
  },
]

function formOf(): string {
  const length = Math.floor(FORM_BYTES_MAX / FORM_FIELDS_MAX) - 10
  return Array.from({ length: FORM_FIELDS_MAX }, (_, at) => `f${at}=${filled('%41', length)}`).join('&')
}

function manyMembers(): string {
  const object = Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`name${at}`.padEnd(30, 'x'), 1]))
  return JSON.stringify(Array.from({ length: 1_000 }, () => object))
}
