import { sendCrowd } from './crowd.ts'
import { type Attack, type Held, pipelined, requestBytes, type Target } from './target.ts'

/** Responses that are asked for in numbers, and never taken. */
export const responseAttacks: readonly Attack[] = [
  unread({ id: 'unread-documents', path: '/openapi/v1.json', connections: 13, requests: 1000 }),
  unread({ id: 'unread-assets', path: '/docs/v1-webhooks', connections: 6, requests: 1000 }),
  unread({ id: 'unread-pages', path: '/', connections: 20, requests: 1000 }),
  unread({
    id: 'unread-alerts',
    holds: 'deliveries:read',
    path: '/v1/alerts?limit=500',
    connections: 3,
    requests: 300,
  }),
  unread({
    id: 'unread-list',
    holds: 'webhooks:read',
    path: '/api/v15/webhook/',
    connections: 10,
    requests: 20,
  }),
  unread({
    id: 'unread-webhooks',
    holds: 'webhooks:read',
    path: '/v1/webhooks?limit=500',
    connections: 10,
    requests: 20,
  }),
  unread({
    id: 'unread-streams',
    holds: 'deliveries:read',
    path: '/v1/stream',
    connections: 120,
    requests: 1,
  }),
  {
    id: 'slow-readers',
    title: '500 connections ask for the largest file and read nothing of it',
    holds: 'nothing',
    pauseMs: 1_000,
    wave: (target, signal) =>
      sendCrowd(
        target,
        {
          count: 500,
          says: [requestBytes({ path: '/docs/v1-webhooks' })],
          reads: false,
          holdMs: 20_000,
        },
        signal,
      ),
  },
  {
    id: 'rush',
    title: '20 connections ask for documents as fast as they come, and read them',
    holds: 'nothing',
    pauseMs: 200,
    wave: (target, signal) =>
      sendCrowd(
        target,
        {
          count: 20,
          says: [pipelined(requestBytes({ path: '/openapi/v1.json' }), 20)],
          reads: true,
          holdMs: 3_000,
        },
        signal,
      ),
  },
]

interface Unread {
  readonly id: string
  readonly path: string
  readonly connections: number
  readonly requests: number
  readonly holds?: Held
}

function unread({ id, path, connections, requests, holds = 'nothing' }: Unread): Attack {
  return {
    id,
    title: `${connections} connections ask ${requests} times for ${path} and read nothing`,
    holds,
    pauseMs: 500,
    wave: (target, signal) =>
      sendCrowd(
        target,
        {
          count: connections,
          says: [pipelined(requestBytes({ path, ...tokenOf(target, holds) }), requests)],
          reads: false,
          holdMs: 15_000,
        },
        signal,
      ),
  }
}

export function tokenOf({ tokens }: Target, holds: Held): { readonly token?: string } {
  return holds === 'nothing' ? {} : { token: tokens[holds] }
}
