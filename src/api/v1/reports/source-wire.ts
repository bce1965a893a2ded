import { formatInstant, type Instant } from '../../../domain/instant.ts'
import type { SourceCursor } from '../../../domain/source/source-cursor.ts'
import type { SourceSettings } from '../../../domain/source/source.ts'
import type { PushSource } from '../../../intake/source.ts'
import { Type } from '../../routes/schema-builder.ts'
import { instantOrNull, instantSchema, nullable, nullableText } from '../shapes.ts'

export const SOURCE_KINDS = ['push', 'poll', 'listen'] as const

export const sourceSchema = Type.Object(
  {
    name: Type.String({ description: 'What its alerts and job runs have as their `source`.' }),
    dialect: Type.String({ description: 'What it speaks.' }),
    kind: Type.Enum([...SOURCE_KINDS], {
      description:
        '`push`: it reports here; `poll`: its database is polled; `listen`: its notifications are received.',
    }),
    address: Type.String({
      description:
        'Where it reports, below the address of the service; or the database that is asked, without user and password.',
    }),
    last_reported_at: nullable(
      instantSchema('The time of its last report, as far as the newest alerts and job runs show.'),
    ),
    checked_at: nullable(instantSchema('The time of the last poll, successful or not; null for `push`.')),
    read_until: nullable(instantSchema('Everything of it up to here is taken in; null for `push`.')),
    failure: nullableText('Why the last look did not go well, and what to do; null: it did.'),
    failing_since: nullable(instantSchema('Since when it has not gone well.')),
    warning: nullableText(
      'What had to be guessed about a report lately, such as a state that is not known; null: nothing.',
    ),
    warned_at: nullable(instantSchema('When that was noted last; each hour at most while it goes on.')),
  },
  { title: 'Source', description: 'One source of alerts or job runs, and how it does.' },
)

export function toPushWire(
  { name, dialect }: PushSource,
  heardAt: Instant | null,
  { basePath, warning }: { readonly basePath: string; readonly warning: SourceCursor | undefined },
) {
  return {
    name,
    dialect: dialect.name,
    kind: 'push' as const,
    address: `${basePath}/intake/${name}${dialect.path ?? ''}`,
    last_reported_at: instantOrNull(heardAt),
    checked_at: null,
    read_until: null,
    failure: null,
    failing_since: null,
    warning: warning?.failure ?? null,
    warned_at: instantOrNull(warning?.checkedAt ?? null),
  }
}

export function toAskedWire(
  { name, dialect, database }: SourceSettings,
  heardAt: Instant | null,
  cursor: SourceCursor | undefined,
) {
  return {
    name,
    dialect,
    kind: dialect === 'pg_notify' ? ('listen' as const) : ('poll' as const),
    address: database ? `${database.host}:${database.port}/${database.database}` : '',
    last_reported_at: instantOrNull(heardAt),
    checked_at: cursor ? formatInstant(cursor.checkedAt) : null,
    read_until: instantOrNull(cursor?.position ?? null),
    failure: cursor?.failure ?? null,
    failing_since: instantOrNull(cursor?.failingSince ?? null),
    warning: null,
    warned_at: null,
  }
}
