import { gzipSync } from 'node:zlib'
import { sendCrowd, type Crowd } from './crowd.ts'
import { type Attack, byteChunks, type Held, jsonRequest, requestBytes, type Target } from './target.ts'
import { tokenOf } from './responses.ts'

/** The default limit of a body. */
const BODY_BYTES = 4 * 1024 ** 2

const JSON_SHAPES = {
  'deep-arrays': () => '['.repeat(BODY_BYTES / 2) + ']'.repeat(BODY_BYTES / 2),
  'deep-objects': () => `${'{"a":'.repeat(BODY_BYTES / 6)}1${'}'.repeat(BODY_BYTES / 6)}`,
  'many-members': () =>
    `{${Array.from({ length: BODY_BYTES / 12 }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`,
  'many-values': () => `[${'1,'.repeat(BODY_BYTES / 2 - 2)}1]`,
} as const

/** Bodies that never end, come in crumbs, or cost more to read than to send. */
export const bodyAttacks: readonly Attack[] = [
  bodies('unended-bodies', {
    title: '300 connections send all but the last bytes of 4 MB to an open route, and wait',
    crowd: {
      count: 300,
      says: [
        requestBytes({
          method: 'POST',
          path: '/v1/session',
          headers: ['Content-Type: application/json'],
          body: Buffer.alloc(BODY_BYTES - 304, ' '),
          contentLength: BODY_BYTES,
        }),
      ],
    },
  }),
  bodies('unended-reports', {
    title: '100 connections with a token send all but the last bytes of 4 MB, and wait',
    holds: 'events:write',
    crowd: ({ tokens }) => ({
      count: 100,
      says: [
        requestBytes({
          method: 'POST',
          path: '/v1/alerts',
          token: tokens['events:write'],
          headers: ['Content-Type: application/json'],
          body: Buffer.alloc(BODY_BYTES - 304, ' '),
          contentLength: BODY_BYTES,
        }),
      ],
    }),
  }),
  bodies('byte-chunks', {
    title: '4 connections send 24 MB each in chunks of one byte to an open route',
    crowd: { count: 4, says: byteChunks(chunkHead('/v1/session'), 24e6) },
  }),
  bodies('byte-chunks-of-reports', {
    title: '2 connections with a token send 6 MB each in chunks of one byte',
    holds: 'events:write',
    crowd: ({ tokens }) => ({
      count: 2,
      says: byteChunks({ ...chunkHead('/v1/alerts'), token: tokens['events:write'] }, 6e6),
    }),
  }),
  ...hostileJson('/v1/session', 'nothing'),
  ...hostileJson('/v1/alerts', 'events:write'),
  ...hostileJson('/intake/prometheus/api/v2/alerts', 'events:write'),
  ...['zabbix', 'nagios', 'pgdash'].map((source) => forms(source)),
]

function chunkHead(path: string) {
  return { method: 'POST', path, headers: ['Content-Type: application/json'] }
}

interface Bodies {
  readonly title: string
  readonly holds?: Held
  readonly crowd: Pick<Crowd, 'count' | 'says'> | ((target: Target) => Pick<Crowd, 'count' | 'says'>)
}

function bodies(id: string, { title, holds = 'nothing', crowd }: Bodies): Attack {
  return {
    id,
    title,
    holds,
    pauseMs: 1_000,
    wave: (target, signal) =>
      sendCrowd(
        target,
        { ...(typeof crowd === 'function' ? crowd(target) : crowd), reads: true, holdMs: 10_000 },
        signal,
      ),
  }
}

function hostileJson(path: string, holds: Held): readonly Attack[] {
  return Object.entries(JSON_SHAPES).map(([shape, make]) => {
    let body: Buffer | undefined
    return {
      id: `${shape} ${path}`,
      title: `JSON of 4 MB to ${path}: ${shape.replace('-', ' ')}`,
      holds,
      pauseMs: 1_000,
      wave: (target, signal) => {
        body ??= Buffer.from(make())
        const says = [jsonRequest(path, { ...tokenOf(target, holds), body })]
        return sendCrowd(target, { count: 3, says, reads: true, holdMs: 2_000 }, signal)
      },
    }
  })
}

/** Two million names without a value, plain and packed. */
function forms(source: string): Attack {
  const plain = Buffer.from('a&'.repeat(2e6))
  const packed = gzipSync(plain)
  const headers = ['Content-Type: application/x-www-form-urlencoded']
  return {
    id: `forms ${source}`,
    title: `forms of two million fields to /intake/${source}, plain and packed to 4 KB`,
    holds: 'events:write',
    pauseMs: 1_000,
    wave: (target, signal) => {
      const request = { method: 'POST', path: `/intake/${source}`, token: target.tokens['events:write'] }
      const says = [
        requestBytes({ ...request, headers: [...headers, 'Content-Encoding: gzip'], body: packed }),
        requestBytes({ ...request, headers, body: plain }),
      ]
      return sendCrowd(target, { count: 2, says, reads: true, holdMs: 2_000 }, signal)
    },
  }
}
