import type { Issue } from '../../src/domain/errors.ts'
import { HIDDEN } from '../../src/domain/redaction/redact.ts'
import { formatCount } from '../../src/domain/spelling.ts'
import type { Refused } from './plan-view.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { asNumber, asObject, asText } from '../view/response.ts'

export interface ForeignWebhook {
  readonly name: string
  /** Members as `PUT /v1/webhooks` takes them. Hidden headers are `***`; a hidden URL is absent. */
  readonly members: JsonObject
  readonly isUrlHidden: boolean
}

export interface ForeignReading {
  readonly webhooks: readonly ForeignWebhook[]
  readonly refused: readonly Refused[]
  readonly notes: readonly string[]
}

const TEXTS = ['url', 'method', 'payload_template'] as const
const FLAGS = ['enabled', 'low_alert', 'med_alert', 'high_alert', 'cleared_alert'] as const
const KNOWN: ReadonlySet<string> = new Set(['id', 'name', ...TEXTS, ...FLAGS, 'http_headers', 'payload_type'])
/** The first version with webhooks for job runs. */
const JOBS_SINCE = 14

/** Returns the id of a webhook that a list shows in part: reading it alone may give the rest. */
export function idOfPartial(webhook: unknown): number | undefined {
  const members = asObject(webhook)
  const isWhole = [...TEXTS, ...FLAGS, 'http_headers'].every((member) => members[member] !== undefined)
  return isWhole ? undefined : asNumber(members['id'])
}

/**
 * Reads the webhooks of another server. Other members (time limits, TLS, …) stay as they are here. Pure;
 * accepts anything.
 */
export function readForeignWebhooks(webhooks: readonly unknown[], version: number): ForeignReading {
  const readings = webhooks.map(readWebhook)
  const byName = Map.groupBy(readings, ({ name }) => name)
  const isUnique = ({ name }: OneReading) => byName.get(name)?.length === 1
  const twice = [...byName].filter(([, same]) => same.length > 1)
  return {
    webhooks: readings.filter((one) => isUnique(one) && one.issues.length === 0),
    refused: [
      ...readings.filter((one) => isUnique(one) && one.issues.length > 0),
      ...twice.map(([name, same]) => {
        const ids = same.map(({ id }) => id).join(', ')
        const message = `stands for ${same.length} webhooks of the other server (ids ${ids}); a webhook is found by its name, so give them different ones there`
        return { name, issues: [{ path: 'name', message }] }
      }),
    ],
    notes: [
      ...describeUnknown(readings),
      ...(version >= JOBS_SINCE
        ? []
        : [
            `v${version} does not say which webhooks are for job runs: new ones are created for alerts. If the server has v15, copy from there.`,
          ]),
    ],
  }
}

interface OneReading extends ForeignWebhook {
  readonly id: string
  readonly issues: readonly Issue[]
  readonly unknown: readonly string[]
}

function readWebhook(webhook: unknown, index: number): OneReading {
  const given = Object.fromEntries(Object.entries(asObject(webhook)).filter(([, value]) => value !== null))
  const id = asText(given['id'])
  const name = typeof given['name'] === 'string' && given['name'] !== '' ? given['name'] : undefined
  const issues: Issue[] =
    name === undefined ? [{ path: 'name', message: 'is no text: a webhook is found by its name' }] : []
  const wrong = (path: string, wanted: string) =>
    issues.push({ path, message: `is ${describeValue(given[path])}, but must be ${wanted}` })

  for (const member of TEXTS) if (!isOf(given[member], 'string')) wrong(member, 'a text')
  for (const member of FLAGS) if (!isOf(given[member], 'boolean')) wrong(member, 'true or false')
  const { payload_type: type, url } = given
  if (type !== undefined && type !== 'ALERT' && type !== 'JOB') wrong('payload_type', 'ALERT or JOB')
  if (url === undefined) wrong('url', 'a text')
  const isUrlHidden = typeof url === 'string' && url.includes(HIDDEN)
  const headers = readHeaders(given['http_headers'], issues)
  const members = [...TEXTS, ...FLAGS, 'payload_type'].filter(
    (member) => given[member] !== undefined && !(member === 'url' && isUrlHidden),
  )
  return {
    id,
    name: name ?? (id === '' ? `(no name, entry ${index + 1})` : `(no name, id ${id})`),
    members: {
      ...Object.fromEntries(members.map((member) => [member, given[member]])),
      ...(given['http_headers'] !== undefined && {
        http_headers: headers.map(({ key, value, isHidden }) => ({
          http_header_key: key,
          http_header_value: isHidden ? HIDDEN : value,
        })),
      }),
    },
    isUrlHidden,
    issues,
    unknown: Object.keys(given).filter((member) => !KNOWN.has(member)),
  }
}

interface ForeignHeader {
  readonly key: string
  readonly value: string
  readonly isHidden: boolean
}

function readHeaders(value: unknown, issues: Issue[]): readonly ForeignHeader[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    issues.push({ path: 'http_headers', message: `is ${describeValue(value)}, but must be a list` })
    return []
  }
  return value.flatMap((entry: unknown, index) => {
    const { http_header_key: key, http_header_value: text } = asObject(entry)
    if (typeof key === 'string' && (typeof text === 'string' || text === null)) {
      return [{ key, value: text ?? '', isHidden: MASK.test(text ?? '') }]
    }
    issues.push({
      path: `http_headers[${index}]`,
      message: 'must have the texts http_header_key and http_header_value',
    })
    return []
  })
}

/** The mask that servers write for a hidden value, alone or after a scheme. */
const MASK = /(?:^|\s)(?:\*{3,}|•{3,})$/

function isOf(value: unknown, type: 'string' | 'boolean'): boolean {
  return value === undefined || typeof value === type
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  // A value in the wrong member may be a secret.
  return typeof value === 'string'
    ? 'a text'
    : `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`
}

function describeUnknown(readings: readonly OneReading[]): readonly string[] {
  const counts = Map.groupBy(
    readings.flatMap(({ unknown }) => unknown),
    (member) => member,
  )
  return [...counts]
    .slice(0, 20)
    .map(
      ([member, { length }]) =>
        `${formatCount(length)} of the webhooks there ${length === 1 ? 'has' : 'have'} ${member.slice(0, 100)}, which is not copied.`,
    )
}
