import type { Instant } from '../../../domain/instant.ts'
import { PAGE_CHARACTERS_MAX } from '../../../domain/page.ts'
import { WARNING_CURSOR } from '../../../domain/source/source-cursor.ts'
import type { SourceSettings } from '../../../domain/source/source.ts'
import type { PushSource } from '../../../intake/source.ts'
import type { Store } from '../../../storage/store.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { Type } from '../../routes/schema-builder.ts'
import { NO_QUERY } from '../query.ts'
import { sourceSchema, toAskedWire, toPushWire } from './source-wire.ts'

export interface KnownSourcesDeps {
  readonly store: Pick<Store, 'listAlerts' | 'listJobRuns' | 'findSourceCursor'>
  readonly sources: readonly PushSource[]
  /** Sources that are polled in a database. */
  readonly askedSources: readonly SourceSettings[]
  readonly basePath: string
}

/** Lists are by the age of an alert; one that is older may have been heard of since. */
const NEWEST_ALERTS = { limit: 50, charactersMax: PAGE_CHARACTERS_MAX } as const
/** Sources that are read at a time. */
const AT_ONCE = 10

/** Routes for sources. */
export function knownSourceRoutes(deps: KnownSourcesDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/sources',
      scope: 'deliveries:read',
      id: 'listSources',
      summary: 'List the sources with their problems',
      description:
        'All of them, ordered by name: each dialect under its own name, and those of TOCSIN_SOURCES_FILE. A source without a report is one that nobody uses.',
      tag: 'sources',
      query: NO_QUERY,
      responses: {
        200: {
          description: 'The sources.',
          schema: Type.Object({ items: Type.Array(sourceSchema) }, { title: 'SourceList' }),
        },
      },
      handler: async () => ({ status: 200, body: { items: await listSources(deps) } }),
    }),
  ]
}

async function listSources({ store, sources, askedSources, basePath }: KnownSourcesDeps) {
  const all = [
    ...sources.map((source) => ({
      name: source.name,
      toWire: async (heardAt: Instant | null) => {
        const warning = await store.findSourceCursor(source.name, WARNING_CURSOR)
        return toPushWire(source, heardAt, { basePath, warning })
      },
    })),
    ...askedSources.map((source) => ({
      name: source.name,
      toWire: async (heardAt: Instant | null) =>
        toAskedWire(source, heardAt, await store.findSourceCursor(source.name, '')),
    })),
  ].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const items = []
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const some = all.slice(start, start + AT_ONCE)
    items.push(
      ...(await Promise.all(some.map(async ({ name, toWire }) => toWire(await lastHeard(store, name))))),
    )
  }
  return items
}

/** Read from what is there anyway: nothing is written for it when a report comes. */
async function lastHeard(
  store: Pick<Store, 'listAlerts' | 'listJobRuns'>,
  source: string,
): Promise<Instant | null> {
  const [alerts, runs] = await Promise.all([
    store.listAlerts({ source }, NEWEST_ALERTS),
    store.listJobRuns({ source }, { limit: 1 }),
  ])
  const moments = [...alerts.map(({ observedAt }) => observedAt), ...runs.map(({ acceptedAt }) => acceptedAt)]
  return moments.length === 0 ? null : Math.max(...moments)
}
