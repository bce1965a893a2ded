import type { ApiDeps } from '../../deps/api-deps.ts'
import { type Instant, formatInstant } from '../../../domain/instant.ts'
import { PAGE_CHARACTERS_MAX } from '../../../domain/page.ts'
import { WARNING_CURSOR, type SourceCursor } from '../../../domain/source/source-cursor.ts'
import type { SourceSettings } from '../../../domain/source/source.ts'
import type { PushSource } from '../../../intake/source.ts'
import type { Store } from '../../../storage/store.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { instantOrNull, instantSchema, nullable, nullableText } from '../resource.ts'

const SOURCE_KINDS = ['push', 'poll', 'listen'] as const

const sourceSchema = Type.Object(
  {
    name: Type.String('The `source` of its alerts and job runs.'),
    dialect: Type.String('Its dialect.'),
    kind: Type.Enum(
      SOURCE_KINDS,
      '`push`: it reports here; `poll`: its database is polled; `listen`: its notifications are received.',
    ),
    address: Type.String(
      'The path where it reports, or the database that is polled, without user and password.',
    ),
    last_reported_at: nullable(
      instantSchema('The time of its last report, from the newest alerts and job runs.'),
    ),
    checked_at: nullable(instantSchema('The time of the last poll, successful or not; null for `push`.')),
    read_until: nullable(instantSchema('Everything up to this time is stored; null for `push`.')),
    failure: nullableText('Why the last poll failed, and the remedy; null: it succeeded.'),
    failing_since: nullable(instantSchema('Since when it fails.')),
    warning: nullableText('The latest value that Tocsin had to guess, such as an unknown state; null: none.'),
    warned_at: nullable(instantSchema('When that was last noted; at most once an hour.')),
  },
  { title: 'Source', description: 'A source of alerts or job runs, with its problems.' },
)

/** Lists are by the age of an alert; older ones may have been reported since. */
const NEWEST_ALERTS = { limit: 50, charactersMax: PAGE_CHARACTERS_MAX } as const
/** Limits sources read at a time. */
const AT_ONCE = 10

export function knownSourceRoutes(deps: ApiDeps): readonly Route[] {
  return [
    defineRoute({
      route: 'GET /v1/sources',
      scope: 'deliveries:read',
      id: 'listSources',
      summary: 'List the sources with their problems',
      description:
        'All of them, ordered by name: each dialect under its own name, and those of TOCSIN_SOURCES_FILE. A source without a report is one that nobody uses.',
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

async function listSources({ store, sources, askedSources, basePath }: ApiDeps) {
  const all = [
    ...sources.map((source) => ({
      name: source.name,
      toWire: async (reportedAt: Instant | null) => {
        const warning = await store.findSourceCursor(source.name, WARNING_CURSOR)
        return toPushWire(source, reportedAt, { basePath, warning })
      },
    })),
    ...askedSources.map((source) => ({
      name: source.name,
      toWire: async (reportedAt: Instant | null) =>
        toAskedWire(source, reportedAt, await store.findSourceCursor(source.name, '')),
    })),
  ].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const items = []
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const some = all.slice(start, start + AT_ONCE)
    items.push(
      ...(await Promise.all(some.map(async ({ name, toWire }) => toWire(await findLastReport(store, name))))),
    )
  }
  return items
}

/** Reads alerts and job runs, so that no report has to note its time. */
async function findLastReport(store: Store, source: string): Promise<Instant | null> {
  const [alerts, runs] = await Promise.all([
    store.listAlerts({ source }, NEWEST_ALERTS),
    store.listJobRuns({ source }, { limit: 1 }),
  ])
  const moments = [...alerts.map(({ observedAt }) => observedAt), ...runs.map(({ acceptedAt }) => acceptedAt)]
  return moments.length === 0 ? null : Math.max(...moments)
}

function toPushWire(
  { name, dialect }: PushSource,
  reportedAt: Instant | null,
  { basePath, warning }: { readonly basePath: string; readonly warning: SourceCursor | undefined },
) {
  return {
    name,
    dialect: dialect.name,
    kind: 'push' as const,
    address: `${basePath}/intake/${name}${dialect.path ?? ''}`,
    last_reported_at: instantOrNull(reportedAt),
    checked_at: null,
    read_until: null,
    failure: null,
    failing_since: null,
    warning: warning?.failure ?? null,
    warned_at: instantOrNull(warning?.checkedAt ?? null),
  }
}

function toAskedWire(
  { name, dialect, database }: SourceSettings,
  reportedAt: Instant | null,
  cursor: SourceCursor | undefined,
) {
  return {
    name,
    dialect,
    kind: dialect === 'pg_notify' ? ('listen' as const) : ('poll' as const),
    address: database ? `${database.host}:${database.port}/${database.database}` : '',
    last_reported_at: instantOrNull(reportedAt),
    checked_at: cursor ? formatInstant(cursor.checkedAt) : null,
    read_until: instantOrNull(cursor?.position ?? null),
    failure: cursor?.failure ?? null,
    failing_since: instantOrNull(cursor?.failingSince ?? null),
    warning: null,
    warned_at: null,
  }
}
