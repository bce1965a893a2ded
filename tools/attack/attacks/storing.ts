import { sendCrowd } from './crowd.ts'
import { type Attack, jsonRequest, NO_FACT, pipelined, requestBytes, type Target } from './target.ts'

/** So much is stored in all, that a disk is not filled by a measurement. */
const FILLED_BYTES_MAX = 100e6
const LABELS = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`label_${index}`, 'x'.repeat(900)]),
)
const ALERTS_PER_POST = 50

/** Attacks whose requests are small once much is stored. */
export const storingAttacks: readonly Attack[] = [
  fillWithAlerts(),
  {
    id: 'empty-pgdash',
    title: '3 empty reports at once to /intake/pgdash, which are held against all that is raised',
    holds: 'events:write',
    pauseMs: 1_000,
    wave: ({ port, tokens }, signal) => {
      const says = [jsonRequest('/intake/pgdash', { token: tokens['events:write'], body: '{}' })]
      return sendCrowd({ port }, { count: 3, says, reads: true, holdMs: 8_000 }, signal)
    },
  },
  {
    id: 'many-addresses',
    title: 'requests with one token from 200 addresses',
    holds: 'events:write',
    pauseMs: 500,
    wave: ({ port, tokens }, signal) =>
      sendCrowd(
        { port },
        {
          count: 200,
          says: [requestBytes({ path: '/v1/session', token: tokens['events:write'] })],
          reads: true,
          holdMs: 1_500,
          comesFrom: (index) => `127.200.1.${index + 1}`,
        },
        signal,
      ),
  },
  {
    id: 'sessions',
    title: 'sessions opened with one token, one after the other on 4 connections',
    holds: 'events:write',
    pauseMs: 500,
    wave: ({ port, tokens }, signal) => {
      const request = jsonRequest('/v1/session', { body: JSON.stringify({ token: tokens['events:write'] }) })
      return sendCrowd(
        { port },
        { count: 4, says: [pipelined(request, 20)], reads: true, holdMs: 2_000 },
        signal,
      )
    },
  },
]

/** Raised alerts as large as they come, of the source that is asked about all of its own. */
function fillWithAlerts(): Attack {
  let filled = 0
  return {
    id: 'large-alerts',
    title: `raised alerts with 60 labels of 900 characters, up to ${FILLED_BYTES_MAX / 1e6} MB in all`,
    holds: 'events:write',
    pauseMs: 300,
    wave: async ({ port, tokens }: Target, signal) => {
      if (filled >= FILLED_BYTES_MAX) return NO_FACT
      const alerts = Array.from({ length: ALERTS_PER_POST }, (_, index) => ({
        source: 'pgdash',
        key: `large ${filled} ${index}`,
        name: 'large',
        state: 'low',
        labels: LABELS,
      }))
      const post = jsonRequest('/v1/alerts', { token: tokens['events:write'], body: JSON.stringify(alerts) })
      filled += post.length
      return sendCrowd({ port }, { count: 1, says: [post], reads: true, holdMs: 3_000 }, signal)
    },
  }
}
