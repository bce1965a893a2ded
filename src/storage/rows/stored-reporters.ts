import type { Variant } from '../../domain/alert/alert.ts'
import type { Firing, Reporter, Said } from '../../domain/reporter/reporter.ts'
import type { Instant } from '../../domain/instant.ts'

/** A reporter as it is stored: by position, and its times relative to one another, because each alert has some. */
export type StoredReporter = readonly [
  digest: string,
  token: string,
  name: string,
  endedAt: Instant | null,
  /** Start, end, and whether it ended (1) in turn; the times relative to the first start below. */
  said: readonly number[],
  firings: readonly StoredFiring[],
]

type StoredFiring = readonly [
  startsAt: Instant,
  heardAt: Instant,
  promiseMs: number,
  leadMs: number,
  end: number,
  ...distancesMs: number[],
]

/** The episode of an alert, as releases up to 0.3 stored it. */
interface StoredEpisode {
  readonly startsAt: Instant
  readonly expiresAt: Instant | null
}

/** The stored members about the reporters of an alert, or of one of its variants. */
export interface StoredReports {
  readonly reporters?: readonly StoredReporter[]
  readonly episodes?: readonly StoredEpisode[]
}

export type StoredVariant = Omit<Variant, 'reporters'> & StoredReports

/** By position; only ever added to. */
const ENDS = [undefined, 'cut', 'said', 'unheard', 'replaced'] as const satisfies readonly Firing['end'][]

export function toStoredReporter({ digest, token, name, endedAt, said, firings }: Reporter): StoredReporter {
  const base = firings[0]?.startsAt ?? 0
  const times = said.flatMap(({ startsAt, endsAt, isEnd }) => [startsAt - base, endsAt - base, Number(isEnd)])
  return [digest, token, name, endedAt, times, firings.map(toStoredFiring)]
}

function toStoredFiring({ startsAt, heardAt, promiseMs, leadMs, end, distancesMs }: Firing): StoredFiring {
  return [startsAt, heardAt, promiseMs, leadMs, ENDS.indexOf(end), ...distancesMs]
}

/** Reads the reporters of an alert. Releases up to 0.3 stored only their episodes, without a sender. */
export function readReporters(
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
    return { startsAt, leadMs, heardAt: observedAt, promiseMs, distancesMs: [] }
  })
  return firings.map((firing) => ({ ...NAMELESS, firings: [firing] }))
}

const NAMELESS = { digest: '', token: '', name: 'a sender of before the upgrade', endedAt: null, said: [] }

function toReporter([digest, token, name, endedAt, times, stored]: StoredReporter): Reporter {
  const firings = stored.map(toFiring)
  const base = firings[0]?.startsAt ?? 0
  const said = Array.from({ length: Math.floor(times.length / 3) }, (_, index): Said => {
    const [startsAt = 0, endsAt = 0, isEnd] = times.slice(index * 3)
    return { startsAt: base + startsAt, endsAt: base + endsAt, isEnd: isEnd === 1 }
  })
  return { digest, token, name, endedAt, said, firings }
}

function toFiring([startsAt, heardAt, promiseMs, leadMs, end, ...distancesMs]: StoredFiring): Firing {
  const word = ENDS[end]
  return { startsAt, heardAt, promiseMs, leadMs, distancesMs, ...(word !== undefined && { end: word }) }
}

export function toStoredVariant({ reporters, ...variant }: Variant): StoredVariant {
  return reporters ? { ...variant, reporters: reporters.map(toStoredReporter) } : variant
}

export function readVariant(
  { reporters, episodes, ...variant }: StoredVariant,
  observedAt: Instant,
): Variant {
  const read = readReporters({ ...(reporters && { reporters }), ...(episodes && { episodes }) }, observedAt)
  return read ? { ...variant, reporters: read } : variant
}
