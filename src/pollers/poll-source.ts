import type { DatabaseSource } from '../domain/source/database-source.ts'
import type { Instant } from '../domain/instant.ts'
import type { Intake } from '../intake/intake.ts'
import type { Ask, AskedDatabase } from './asked-database.ts'
import { type CursorStore, RememberedRuns, type SeenRuns } from './remembered-runs.ts'
import { PAGE_ROWS, type RunRow, type Scheduler } from './scheduler.ts'

/**
 * Rows may become visible this much later than the end that they record, so each poll begins this long before the
 * cursor.
 */
export const OVERLAP_MS = 10 * 60_000
/** The number of ids of unended runs that are read again. */
const OVERLAP_IDS = 1_000
const UNENDED = 'unended'

export interface PollDeps {
  readonly store: CursorStore
  readonly intake: Pick<Intake, 'acceptJobRuns'>
  readonly clock: { now(): Instant }
  /** Runs that ended before would be pruned at once. */
  readonly retentionMs: number
}

export interface PolledSource {
  readonly name: string
  readonly scheduler: Scheduler
  readonly settings: DatabaseSource
  readonly database: Pick<AskedDatabase, 'poll'>
  /** Runs accepted lately, so that each poll passes on new ones only; the store would know their keys anyway. */
  readonly seen: SeenRuns
}

/**
 * Polls a source once: accepts every run that ended since the cursor, page by page in the order of their
 * ends, and moves the cursor after each accepted page; keys prevent duplicates. The first poll begins
 * `OVERLAP_MS` before now; a later one at the cursor, but never before the retention. `keepOn` is asked
 * before each page; false ends the poll. Returns the number of new runs.
 */
export async function pollSource(
  deps: PollDeps,
  source: PolledSource,
  keepOn: () => Promise<boolean>,
): Promise<number> {
  const position = (await deps.store.findSourceCursor(source.name, ''))?.position ?? null
  let cursor: PageCursor | undefined
  let count = 0
  do {
    const { rows, now } = await source.database.poll(async (ask) => {
      const now = await askTime(ask)
      cursor ??= { endedUs: firstMoment(position, now, deps.retentionMs) * 1_000, id: '' }
      return { now, rows: await ask<RunRow>(source.scheduler.ended, [cursor.endedUs, cursor.id, PAGE_ROWS]) }
    })
    count += await takeIn(deps, source, rows, now)
    const last = rows.at(-1)
    if (last) cursor = { endedUs: last.ended_us ?? 0, id: last.run_id }
    const reached = last ? Math.floor((last.ended_us ?? 0) / 1_000) : position === null ? now : null
    await deps.store.writeSourceCursors(
      [{ source: source.name, name: '', position: reached }],
      deps.clock.now(),
    )
    source.seen.forgetBefore(Math.max(position ?? 0, reached ?? 0) - OVERLAP_MS)
    if (rows.length < PAGE_ROWS) return count + (await pollWithoutEnd(deps, source, keepOn))
  } while (await keepOn())
  return count
}

interface PageCursor {
  readonly endedUs: number
  readonly id: string
}

/** Returns where a poll begins. A position ahead of a clock that was set back does not stop polling. */
export function firstMoment(position: number | null, now: Instant, retentionMs: number): Instant {
  return Math.max(Math.min(position ?? now, now) - OVERLAP_MS, now - Math.max(retentionMs, OVERLAP_MS))
}

/** Accepts runs seen unfinished earlier, then those that are over without an end. */
async function pollWithoutEnd(
  deps: PollDeps,
  source: PolledSource,
  keepOn: () => Promise<boolean>,
): Promise<number> {
  const remembered = await RememberedRuns.read(deps.store, source.name, deps.clock.now())
  return (
    (await pollRemembered(deps, source, remembered)) +
    (await pollUnended(deps, source, { remembered, keepOn }))
  )
}

/** Limit of unfinished runs of one source; the newest are remembered. */
const UNFINISHED_MAX = 10_000

/**
 * Accepts runs seen unfinished earlier that are over now, whatever their ids, and remembers those unfinished now.
 * Forgets a run without a row.
 */
async function pollRemembered(
  deps: PollDeps,
  source: PolledSource,
  remembered: RememberedRuns,
): Promise<number> {
  const { unfinished, over } = source.scheduler
  const known = remembered.unfinished
  const { now, ids, rows } = await source.database.poll(async (ask) => {
    const ids = (await ask<Pick<RunRow, 'run_id'>>(unfinished, [UNFINISHED_MAX])).map((row) => row.run_id)
    const still = new Set(ids)
    const gone = known.filter((id) => !still.has(id))
    const rows = gone.length === 0 ? [] : await ask<RunRow>(over, [JSON.stringify(gone)])
    return { now: await askTime(ask), ids, rows }
  })
  const count = await takeIn(deps, source, rows, now)
  await remembered.noteUnfinished(ids)
  const still = new Set(ids)
  await remembered.forget(known.filter((id) => !still.has(id)))
  return count
}

interface UnfinishedPoll {
  readonly remembered: RememberedRuns
  readonly keepOn: () => Promise<boolean>
}

/**
 * Accepts runs that are over without an end and were never seen unfinished, by id. The first poll skips those it finds.
 */
async function pollUnended(
  deps: PollDeps,
  source: PolledSource,
  { remembered, keepOn }: UnfinishedPoll,
): Promise<number> {
  const { unended, lastUnended } = source.scheduler
  if (unended === undefined || lastUnended === undefined) return 0
  const write = (position: number | null) =>
    deps.store.writeSourceCursors([{ source: source.name, name: UNENDED, position }], deps.clock.now())
  const position = (await deps.store.findSourceCursor(source.name, UNENDED))?.position ?? null
  if (position === null) {
    const [row] = await source.database.poll((ask) => ask<{ readonly last: number }>(lastUnended))
    // Beyond the reach of the overlap as well.
    await write((row?.last ?? 0) + OVERLAP_IDS)
    return 0
  }
  let behind = Math.max(0, position - OVERLAP_IDS)
  await remembered.forgetReceiverStatesUpTo(behind)
  let count = 0
  do {
    const { rows, now } = await source.database.poll(async (ask) => ({
      now: await askTime(ask),
      rows: await ask<RunRow>(unended, [behind, PAGE_ROWS]),
    }))
    const unsent = rows.filter((row) => !remembered.isReported(row.run_id))
    count += await takeIn(deps, source, unsent, now)
    await remembered.noteNotified(unsent.map((row) => row.run_id))
    behind = Number(rows.at(-1)?.run_id ?? behind)
    await write(rows.length > 0 ? behind : null)
    if (rows.length < PAGE_ROWS) return count
  } while (await keepOn())
  return count
}

async function takeIn(
  { intake }: PollDeps,
  { name, scheduler, settings, seen }: PolledSource,
  rows: readonly RunRow[],
  now: Instant,
): Promise<number> {
  const runs = rows
    .map((row) => scheduler.toReport(row, { source: name, settings, now }))
    .filter((run) => !seen.has(run))
  const accepted = await intake.acceptJobRuns(runs)
  for (const run of runs) seen.add(run)
  return accepted.filter(({ result }) => result !== 'duplicate').length
}

async function askTime(ask: Ask): Promise<Instant> {
  const [row] = await ask<{ readonly now: Instant }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  )
  return row?.now ?? 0
}
