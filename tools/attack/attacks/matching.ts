import { sendCrowd } from './crowd.ts'
import { jsonRequest } from './requests.ts'
import type { Attack, Held } from './target.ts'

/** A pattern that is within every limit, and as dear as any for its size. */
const HEAVY = '(?:.?){240}b'
const OBJECTS_PER_WAVE = 15

/** Matchers that cost much in different ways; none of them matches an alert of anybody. */
const SHAPES: readonly ((serial: number) => string)[] = [
  (serial) => `label.x=~"${HEAVY}${serial}"`,
  (serial) => `label.y="${serial}", label.x=~"${HEAVY}${serial}"`,
  (serial) => `label.x=~"aa.*${HEAVY}${serial}"`,
  (serial) => `label.z${serial}="1", label.x=~"(?:.?){480}b"`,
  (serial) => `label.x=~"${Array.from({ length: 700 }, (_, at) => (serial + at).toString(36)).join('|')}"`,
]

interface Door {
  readonly id: string
  readonly path: string
  readonly holds: Exclude<Held, 'nothing'>
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
]

/** Matchers of which one that is stored, or all together, would take long for each alert. */
export const matchingAttacks: readonly Attack[] = DOORS.map(throughDoor)

function throughDoor({ id, path, holds, bodyOf }: Door): Attack {
  let serial = 0
  return {
    id,
    title: `${OBJECTS_PER_WAVE} × POST ${path} with dear patterns, then an alert that resists them`,
    holds,
    pauseMs: 500,
    wave: ({ port, tokens }, signal) => {
      const posts = Array.from({ length: OBJECTS_PER_WAVE }, () => {
        serial += 1
        const match = SHAPES[serial % SHAPES.length]!(serial)
        return jsonRequest(path, { token: tokens[holds], body: JSON.stringify(bodyOf(match, serial)) })
      })
      const labels = { x: 'a'.repeat(512 - (serial % 7)), y: String(serial), [`z${serial}`]: '1' }
      const alert = { key: `${id} ${serial}`, name: id, state: 'low', labels }
      const report = jsonRequest('/v1/alerts', {
        token: tokens['events:write'],
        body: JSON.stringify(alert),
      })
      return sendCrowd(
        { port },
        { count: 1, says: [Buffer.concat([...posts, report])], reads: true, holdMs: 1_500 },
        signal,
      )
    },
  }
}
