import { sendCrowd } from './crowd.ts'
import { type Attack, type Held, jsonRequest, requestBytes } from './target.ts'

/** A pattern that takes nearly all that one token may have. */
const HEAVY = '(?:.?){180}b'
/** Patterns whose every step is taken for values of `a`: the dearest that there are. */
const THOROUGH = '(?:.*a){50}[x-z]'
const DEAREST = '(?:[acegikmoqsuwy]*){60}[0-9]'
const OBJECTS_PER_WAVE = 15
/** Reports of one request; each has a value of its own. */
const ALERTS_PER_WAVE = 60

/** Matchers that cost much in different ways; none of them matches an alert of anybody. */
const SHAPES: readonly ((serial: number) => string)[] = [
  (serial) => `label.x=~"${HEAVY}${serial}"`,
  (serial) => `label.x=~"${THOROUGH}${serial}"`,
  (serial) => `label.x=~"${DEAREST}${serial}"`,
  (serial) => `label.y="${serial}", label.x=~"${HEAVY}${serial}"`,
  (serial) => `label.x=~"aa.*${HEAVY}${serial}"`,
  (serial) => `label.z${serial}="1", label.x=~"(?:.?){480}b"`,
  (serial) => `label.x=~"${Array.from({ length: 700 }, (_, at) => (serial + at).toString(36)).join('|')}"`,
]

interface Door {
  readonly id: string
  readonly path: string
  readonly holds: Exclude<Held, 'nothing'>
  readonly method?: 'PUT'
  readonly bodyOf: (match: string, serial: number) => object
}

const DOORS: readonly Door[] = [
  {
    id: 'heavy-silences',
    path: '/v1/silences',
    holds: 'silences:write',
    bodyOf: (match) => ({ match, for: '10h', reason: 'r' }),
  },
  {
    id: 'heavy-alertmanager-silences',
    path: '/intake/prometheus/api/v2/silences',
    holds: 'silences:write',
    bodyOf: (_match, serial) => ({
      matchers: Array.from({ length: 2 }, () => ({ name: 'x', value: `${HEAVY}${serial}`, isRegex: true })),
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      createdBy: `somebody ${serial}`,
      comment: 'r',
    }),
  },
  {
    id: 'heavy-webhooks',
    path: '/v1/webhooks',
    holds: 'webhooks:write',
    bodyOf: (match, serial) => ({ name: `heavy ${serial}`, url: 'http://127.0.0.1:9/', match }),
  },
  {
    id: 'heavy-windows',
    path: '/v1/windows',
    holds: 'webhooks:write',
    bodyOf: (match, serial) => ({
      name: `heavy ${serial}`,
      match,
      reason: 'r',
      zone: 'UTC',
      begins: '00:00',
      for: '24h',
      repeat: 'FREQ=DAILY',
    }),
  },
  {
    id: 'heavy-set-plans',
    path: '/v1/webhooks',
    method: 'PUT',
    holds: 'webhooks:write',
    bodyOf: (_match, serial) => ({
      dry_run: true,
      webhooks: Array.from({ length: 20 }, (_, index) => ({
        name: `planned ${serial} ${index}`,
        url: 'http://127.0.0.1:9/',
        match: `label.x=~"${HEAVY}${serial} ${index}"`,
      })),
    }),
  },
  {
    id: 'heavy-routing-previews',
    path: '/v1/routing/preview',
    holds: 'deliveries:read',
    bodyOf: (match) => ({ match }),
  },
  {
    id: 'heavy-silence-previews',
    path: '/v1/silences/preview',
    holds: 'deliveries:read',
    bodyOf: (match) => ({ match }),
  },
  {
    id: 'heavy-window-previews',
    path: '/v1/windows/preview',
    holds: 'deliveries:read',
    bodyOf: (match) => ({ match, zone: 'UTC', begins: '00:00', for: '24h', repeat: 'FREQ=DAILY' }),
  },
  {
    id: 'heavy-routing-tests',
    path: '/v1/routing/test',
    holds: 'deliveries:read',
    bodyOf: (_match, serial) => ({ labels: labelsAt(serial) }),
  },
]

const FILTER = encodeURIComponent(`x=~"${HEAVY}"`)

/** Views that hold all alerts against what is stored, or against patterns of their own. */
const VIEWS: readonly (readonly [id: string, path: (serial: number) => string])[] = [
  ['heavy-alert-lists', () => '/v1/alerts?limit=500'],
  ['heavy-alert-filters', (serial) => `/v1/alerts?limit=500&search=${'a'.repeat(100)}${serial}`],
  ['heavy-on-call', (serial) => `/v1/on-call?search=x${serial % 10}&label=x%3D${serial}`],
  ['heavy-explanations', (serial) => `/v1/events/${1 + (serial % 500)}/explain`],
  ['heavy-alertmanager-alerts', () => `/intake/prometheus/api/v2/alerts?filter=${FILTER}`],
  ['heavy-alertmanager-filters', () => `/intake/prometheus/api/v2/silences?filter=${FILTER}`],
]

/** Matchers of which one that is stored, or all together, would take long for each alert. */
export const matchingAttacks: readonly Attack[] = [...DOORS.map(throughDoor), ...VIEWS.map(throughView)]

function labelsAt(serial: number) {
  return { x: 'a'.repeat(512 - (serial % 200)), y: String(serial), [`z${serial}`]: '1' }
}

function throughView([id, pathOf]: (typeof VIEWS)[number]): Attack {
  let serial = 0
  return {
    id,
    title: `4 × GET ${pathOf(0).slice(0, 60)} at once`,
    holds: 'deliveries:read',
    pauseMs: 500,
    wave: ({ port, tokens }, signal) => {
      serial += 1
      const says = [requestBytes({ path: pathOf(serial), token: tokens['deliveries:read'] })]
      return sendCrowd({ port }, { count: 4, says, reads: true, holdMs: 5_000 }, signal)
    },
  }
}

function throughDoor({ id, path, holds, method, bodyOf }: Door): Attack {
  let serial = 0
  return {
    id,
    title: `${OBJECTS_PER_WAVE} × ${method ?? 'POST'} ${path} with dear patterns, then ${ALERTS_PER_WAVE} alerts that resist them`,
    holds,
    pauseMs: 500,
    wave: ({ port, tokens }, signal) => {
      const posts = Array.from({ length: OBJECTS_PER_WAVE }, () => {
        serial += 1
        const match = SHAPES[serial % SHAPES.length]!(serial)
        const body = JSON.stringify(bodyOf(match, serial))
        return jsonRequest(path, { token: tokens[holds], body, ...(method && { method }) })
      })
      const alerts = Array.from({ length: ALERTS_PER_WAVE }, (_, index) => ({
        key: `${id} ${index}`,
        name: id,
        state: serial % 2 === 0 ? 'low' : 'high',
        labels: labelsAt(serial + index),
      }))
      const report = jsonRequest('/v1/alerts', {
        token: tokens['events:write'],
        body: JSON.stringify(alerts),
      })
      return sendCrowd(
        { port },
        { count: 1, says: [Buffer.concat([...posts, report])], reads: true, holdMs: 1_500 },
        signal,
      )
    },
  }
}
