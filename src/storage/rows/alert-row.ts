import {
  type Acknowledgement,
  type Alert,
  type AlertState,
  type EndedBy,
  RAISED_SERVER_NAME_LENGTH,
  type RaisedAlert,
  type Variant,
} from '../../domain/alert/alert.ts'
import type { AlertId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Firing, Reporter, Said } from '../../domain/reporter/reporter.ts'
import { readStored, type RowOf, text, whole } from './columns.ts'

/** The ends of firings by position; only ever appended to. */
const ENDS = [undefined, 'cut', 'said', 'expired', 'replaced'] as const satisfies readonly Firing['end'][]

const NAMELESS = { digest: '', token: '', name: 'a sender of before the upgrade', endedAt: null, said: [] }

export const ALERT_COLUMNS = {
  id: whole<AlertId>(),
  source: text(),
  key: text(),
  name: text(),
  state: text<AlertState>(),
  since: whole<Instant>(),
  changed_at: whole<Instant>(),
  observed_at: whole<Instant>(),
  expires_at: whole<Instant | null>(),
  details: text(),
  warnings: text(),
  stale_count: whole(),
  /** Null, or older than the last change, if an older release wrote the row. */
  last_reported_at: whole<Instant | null>(),
  /** Null also if an older release wrote the row. */
  ended_by: text<StoredEnd | null>(),
  episode_number: whole(),
  ends_at: whole<Instant | null>(),
}

export type AlertRow = RowOf<typeof ALERT_COLUMNS>

/** An acknowledgement; earlier releases stored no state. */
export type StoredAcknowledgement = Omit<Acknowledgement, 'state'> & Partial<Pick<Acknowledgement, 'state'>>

/** The column `details` also holds reporters and acknowledgement. */
type StoredDetails = Omit<Alert['details'], 'variants'> &
  StoredReports & {
    readonly acknowledgement?: StoredAcknowledgement
    readonly variants?: readonly StoredVariant[]
  }

export function toAlert(row: AlertRow): Alert {
  const stored = readStored<StoredDetails>(row.details, {})
  const { reporters: reports, episodes, acknowledgement, variants, ...details } = stored
  const reporters = readReporters(
    { ...(reports && { reporters: reports }), ...(episodes && { episodes }) },
    row.observed_at,
  )
  return {
    id: row.id,
    source: row.source,
    key: row.key,
    name: row.name,
    state: row.state,
    since: row.since,
    changedAt: row.changed_at,
    lastReportedAt: row.last_reported_at ?? row.changed_at,
    observedAt: row.observed_at,
    expiresAt: row.expires_at,
    details: variants
      ? { ...details, variants: variants.map((variant) => readVariant(variant, row.observed_at)) }
      : details,
    ...(reporters && { reporters }),
    ...(row.ends_at !== null && { endsAt: row.ends_at }),
    ...(acknowledgement && { acknowledgement: toAcknowledgement(acknowledgement, row.state) }),
    warnings: readStored(row.warnings, []),
    staleCount: row.stale_count,
    episodeNumber: row.episode_number,
    endedBy: row.state === 'cleared' ? (fromStoredEnd(row.ended_by) ?? endedByExpiry(row)) : null,
  }
}

/** Returns how an alert of an older release ended: by its expiry, if it had one. */
function endedByExpiry({ expires_at: expiresAt }: AlertRow): EndedBy {
  return expiresAt === null ? 'monitor' : 'expired'
}

/** The columns that are read where only counts that the alert is active. */
export const RAISED_COLUMNS = ['id', 'key', 'state', 'details'] as const
export type RaisedRow = Pick<AlertRow, (typeof RAISED_COLUMNS)[number]>

export function toRaisedAlert({ id, key, state, details }: RaisedRow): RaisedAlert {
  const { serverName } = readStored<Alert['details']>(details, {})
  return {
    id,
    key,
    state,
    ...(serverName !== undefined && { serverName: serverName.slice(0, RAISED_SERVER_NAME_LENGTH) }),
  }
}

export function toAlertRow(alert: Alert): AlertRow {
  return {
    id: alert.id,
    source: alert.source,
    key: alert.key,
    name: alert.name,
    state: alert.state,
    since: alert.since,
    changed_at: alert.changedAt,
    observed_at: alert.observedAt,
    expires_at: alert.expiresAt,
    details: JSON.stringify(toStoredDetails(alert)),
    warnings: JSON.stringify(alert.warnings),
    stale_count: alert.staleCount,
    last_reported_at: alert.lastReportedAt,
    ended_by: toStoredEnd(alert.endedBy),
    episode_number: alert.episodeNumber,
    ends_at: alert.endsAt ?? null,
  }
}

function toStoredDetails({ details, reporters, acknowledgement }: Alert): StoredDetails {
  const { variants, ...words } = details
  return {
    ...words,
    ...(variants && { variants: variants.map(toStoredVariant) }),
    ...(reporters && { reporters: reporters.map(toStoredReporter) }),
    ...(acknowledgement && { acknowledgement }),
  }
}

/** Reads an acknowledgement, without a state as of the alert's present state. */
export function toAcknowledgement(stored: StoredAcknowledgement, state: AlertState): Acknowledgement {
  return { state, ...stored }
}

/** A reporter by position, with relative times: every alert has some. */
type StoredReporter = readonly [
  digest: string,
  token: string,
  name: string,
  endedAt: Instant | null,
  /** Start, end, and whether it ended (1), alternately, relative to the first start below. */
  said: readonly number[],
  firings: readonly StoredFiring[],
]

type StoredFiring = readonly [
  startsAt: Instant,
  pushedAt: Instant,
  promiseMs: number,
  leadMs: number,
  end: number,
  ...distancesMs: number[],
]

/** An episode as releases up to 0.3 stored it. */
interface StoredEpisode {
  readonly startsAt: Instant
  readonly expiresAt: Instant | null
}

interface StoredReports {
  readonly reporters?: readonly StoredReporter[]
  readonly episodes?: readonly StoredEpisode[]
}

type StoredVariant = Omit<Variant, 'reporters'> & StoredReports

function toStoredReporter({ digest, token, name, endedAt, said, firings }: Reporter): StoredReporter {
  const base = firings[0]?.startsAt ?? 0
  const times = said.flatMap(({ startsAt, endsAt, isEnd }) => [startsAt - base, endsAt - base, Number(isEnd)])
  return [digest, token, name, endedAt, times, firings.map(toStoredFiring)]
}

function toStoredFiring({ startsAt, pushedAt, promiseMs, leadMs, end, distancesMs }: Firing): StoredFiring {
  return [startsAt, pushedAt, promiseMs, leadMs, ENDS.indexOf(end), ...distancesMs]
}

/** Reads the reporters; releases up to 0.3 stored only episodes, without a sender. */
function readReporters(
  { reporters, episodes }: StoredReports,
  observedAt: Instant,
): readonly Reporter[] | undefined {
  if (reporters) return reporters.map(toReporter)
  const promised = (episodes ?? []).flatMap(({ startsAt, expiresAt }) =>
    expiresAt === null ? [] : [{ startsAt, promiseMs: Math.max(expiresAt - observedAt, 0) }],
  )
  if (promised.length === 0) return undefined
  const firings = promised.map(({ startsAt, promiseMs }): Firing => {
    const leadMs = Math.max(startsAt - observedAt, 0)
    return { startsAt, leadMs, pushedAt: observedAt, promiseMs, distancesMs: [] }
  })
  return firings.map((firing) => ({ ...NAMELESS, firings: [firing] }))
}

function toReporter([digest, token, name, endedAt, times, stored]: StoredReporter): Reporter {
  const firings = stored.map(toFiring)
  const base = firings[0]?.startsAt ?? 0
  const said = Array.from({ length: Math.floor(times.length / 3) }, (_, index): Said => {
    const [startsAt = 0, endsAt = 0, isEnd] = times.slice(index * 3)
    return { startsAt: base + startsAt, endsAt: base + endsAt, isEnd: isEnd === 1 }
  })
  return { digest, token, name, endedAt, said, firings }
}

function toFiring([startsAt, pushedAt, promiseMs, leadMs, end, ...distancesMs]: StoredFiring): Firing {
  const word = ENDS[end]
  return { startsAt, pushedAt, promiseMs, leadMs, distancesMs, ...(word !== undefined && { end: word }) }
}

function toStoredVariant({ reporters, ...variant }: Variant): StoredVariant {
  return reporters ? { ...variant, reporters: reporters.map(toStoredReporter) } : variant
}

function readVariant({ reporters, episodes, ...variant }: StoredVariant, observedAt: Instant): Variant {
  const read = readReporters({ ...(reporters && { reporters }), ...(episodes && { episodes }) }, observedAt)
  return read ? { ...variant, reporters: read } : variant
}

/**
 * The stored word for an end. Release 0.3.0 wrote `silence` for an expiry; its nodes, which may run during an
 * upgrade, stop at words they do not know.
 */
export type StoredEnd = Exclude<EndedBy, 'expired'> | 'silence'

export function toStoredEnd(endedBy: EndedBy | null): StoredEnd | null {
  return endedBy === 'expired' ? 'silence' : endedBy
}

export function fromStoredEnd(stored: StoredEnd | null): EndedBy | null {
  return stored === 'silence' ? 'expired' : stored
}
