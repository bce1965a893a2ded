import { formatInstant, type Instant } from '../../../domain/instant.ts'
import type { SourceCursor } from '../../../domain/source/source-cursor.ts'
import type { SourceSettings } from '../../../domain/source/source.ts'
import type { PushSource } from '../../../intake/source.ts'
import { Type } from '../../routes/schema-builder.ts'
import { instantOrNull, instantSchema, nullable, nullableText } from '../shapes.ts'

export const SOURCE_KINDS = ['push', 'poll', 'listen'] as const

export const sourceSchema = Type.Object(
  {
    name: Type.String({ description: 'The `source` of its alerts and job runs.' }),
    dialect: Type.String({ description: 'Its dialect.' }),
    kind: Type.Enum([...SOURCE_KINDS], {
      description:
        '`push`: it reports here; `poll`: its database is polled; `listen`: its notifications are received.',
    }),
    address: Type.String({
      description: 'The path where it reports, or the database that is polled, without user and password.',
    }),
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
