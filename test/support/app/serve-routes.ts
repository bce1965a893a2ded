import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import type { Route } from '../../../src/api/routes/route.ts'
import { createServer, type ServerLimits, type ServerOptions } from '../../../src/api/server/server.ts'
import { systemChance, systemClock } from '../../../src/runtime/clock.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { LongWork } from '../../../src/runtime/long-work.ts'
import { principalByToken } from '../../../src/domain/people/principal.ts'
import { allows, type Scope } from '../../../src/domain/people/token.ts'
import { NOW } from '../build.ts'

export const TEST_LIMITS: ServerLimits = {
  connectionsMax: 1_000,
  bodyBytesMax: 100_000,
  bodiesBytesMax: 1_000_000,
  unreadBytesMax: 1_000_000,
}

/** Serves some routes alone by the real HTTP edge, for a principal whose scopes `scopes` returns at each request. */
export function serveRoutes(
  routes: readonly Route[],
  scopes: () => readonly Scope[] = () => ['admin'],
  more: Partial<ServerOptions> = {},
): FastifyInstance {
  return createServer({
    basePath: '',
    limits: TEST_LIMITS,
    clock: systemClock,
    chance: systemChance,
    longWork: new LongWork(systemClock),
    routes,
    authenticate: async (_request, scope) => {
      const token = {
        id: 1,
        name: 'test',
        scopes: scopes(),
        prefix: '',
        createdAt: NOW,
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
      }
      if (scope !== 'any' && !allows(token, scope)) throw new AppError('forbidden', `lacks ${scope}`)
      return principalByToken(token)
    },
    log: {
      error: (fields) => assert.fail(`a request failed: ${JSON.stringify(fields)}`),
      warn: () => undefined,
      info: () => undefined,
      debug: () => undefined,
    },
    onRequestEnd: () => undefined,
    ...more,
  })
}
