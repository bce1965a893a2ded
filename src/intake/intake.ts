import type { Clock } from '../runtime/clock.ts'
import { AppError } from '../domain/errors.ts'
import type { Observation } from '../domain/alert/alert.ts'
import type { JobRunReport } from '../domain/alert/job-run.ts'
import type { IntakeFact } from '../telemetry/facts.ts'
import type { JobRunAccepted, ObservationAccepted, Store } from '../storage/store.ts'
import type { OpenTime } from '../domain/open-time.ts'
import { type PendingBatch, PendingLimit } from './intake-limits.ts'
import { refusalOf, type RefusedReport, writeApart } from './write-reports.ts'
import { countCharacters } from '../domain/page.ts'
import { REPORT_CHARACTERS_MAX, shortenDetails, SHORTENED } from '../domain/alert/report-limits.ts'
import { fittingWithin, NO_MATCH_ROWS, sumRows, WRITES_MAX } from '../domain/write-weight.ts'

/** The assumed number of matching webhooks before the first batch. */
const UNKNOWN_FAN_OUT = 20
/**
 * Weight of the newest call if its fan-out is smaller: one report that few webhooks match does not mean that webhooks
 * are gone.
 */
const NEWEST_SHARE = 0.2

export interface IntakeDeps {
  readonly store: Pick<Store, 'acceptObservations' | 'acceptJobRuns' | 'claimsSeeWrites' | 'matchRows'>
  readonly clock: Clock
  readonly openIntake: {
    readonly openTime: OpenTime
    /** Called before the first report after a time in which none could be accepted. */
    readonly begin: () => Promise<void> | undefined
  }
  /** Reported alerts and job runs that may wait for their commit. */
  readonly pendingMax: number
  /** Limits the weight of one batch; `WRITES_MAX` by default. */
  readonly batchWeightMax?: number
  /** Set: no memory for reports. */
  readonly memoryRefusal: () => AppError | undefined
  /** Called after each commit that may have created deliveries; a lost call costs a poll interval at most. */
  readonly wake: () => void
  /** Called when reports are on their way to the store: claims of this tick may share their transaction. */
  readonly onWriting: () => void
  readonly onAccepted: (fact: IntakeFact) => void
  readonly onRejected: (reason: RejectReason, error: unknown) => void
}

/** Why reports were refused: too many wait, no memory is left, the database cannot be written, or a fault. */
export type RejectReason = 'overloaded' | 'memory' | 'unavailable' | 'failed'

interface ReportKind<Report, Accepted> {
  readonly write: (batch: readonly Report[]) => Promise<readonly Accepted[]>
  readonly onAccepted: (report: Report, accepted: Accepted) => void
  readonly nameOf: (report: Report) => string
}

/**
 * Accepts reports of all dialects. A resolved promise means committed: the event and all its deliveries. Rejects with
 * `unavailable` when too much is waiting, memory is short, or the database cannot be written; then nothing of the batch
 * was stored.
 */
export class Intake {
  readonly #deps: IntakeDeps
  readonly #pending: PendingLimit
  readonly #batchSizes: BatchSizes

  constructor(deps: IntakeDeps) {
    this.#deps = deps
    this.#pending = new PendingLimit(deps.pendingMax)
    this.#batchSizes = new BatchSizes(deps.batchWeightMax)
  }

  /**
   * Accepts a list in batches, sized by matching webhooks and the cost of patterns, so that others are
   * served in between. If the database fails, earlier batches stay stored, and the sender repeats the list.
   * All reports but refused ones are stored before this rejects.
   */
  async acceptObservations(observations: readonly Observation[]): Promise<readonly ObservationAccepted[]> {
    const { store, clock, openIntake, onAccepted } = this.#deps
    const beganAt = clock.now()
    const { reports, characterCount } = fitReports(observations)
    return this.#run({ count: reports.length, characterCount }, reports, {
      nameOf: ({ name, key }) => `"${name}" (key "${key}")`,
      write: (batch) => store.acceptObservations(batch, clock.now(), openIntake.openTime),
      onAccepted: ({ source, trace, warnings = [] }, { result, eventId, notifiedNobody }) => {
        const warningCount = warnings.length
        onAccepted({ kind: 'alert', source, eventId, beganAt, result, notifiedNobody, warningCount, trace })
      },
    })
  }

  /** Accepts a list in batches, as `acceptObservations` does. */
  async acceptJobRuns(runs: readonly JobRunReport[]): Promise<readonly JobRunAccepted[]> {
    const { store, clock, onAccepted } = this.#deps
    const beganAt = clock.now()
    const { reports, characterCount } = fitReports(runs)
    return this.#run({ count: reports.length, characterCount }, reports, {
      nameOf: ({ jobId, runId }) => `run "${runId}" of job "${jobId}"`,
      write: (batch) => store.acceptJobRuns(batch, clock.now()),
      onAccepted: ({ source, trace }, { result, eventId, notifiedNobody }) =>
        onAccepted({
          kind: 'job_run',
          source,
          eventId,
          beganAt,
          result,
          notifiedNobody,
          warningCount: 0,
          trace,
        }),
    })
  }

  async #run<Report extends { readonly source: string }, Accepted extends { readonly deliveryCount: number }>(
    batch: PendingBatch,
    reports: readonly Report[],
    kind: ReportKind<Report, Accepted>,
  ): Promise<readonly Accepted[]> {
    if (batch.count === 0) return []
    const refusal = this.#deps.memoryRefusal()
    if (refusal) {
      this.#deps.onRejected('memory', refusal)
      throw refusal
    }
    if (!this.#pending.enter(batch)) {
      const overloaded = this.#pending.refusal()
      this.#deps.onRejected('overloaded', overloaded)
      throw overloaded
    }
    try {
      return await this.#writeAll(reports, kind)
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.code === 'unavailable'
      this.#deps.onRejected(isUnavailable ? 'unavailable' : 'failed', error)
      throw error
    } finally {
      this.#pending.leave(batch)
    }
  }

  async #writeAll<
    Report extends { readonly source: string },
    Accepted extends { readonly deliveryCount: number },
  >(
    reports: readonly Report[],
    { write, onAccepted, nameOf }: ReportKind<Report, Accepted>,
  ): Promise<readonly Accepted[]> {
    const accepted: (Accepted | undefined)[] = []
    const refused: RefusedReport<Report>[] = []
    for (let start = 0; start < reports.length;) {
      const end = start + this.#batchSizes.next(this.#deps.store.matchRows?.())
      const batch = start === 0 && end >= reports.length ? reports : reports.slice(start, end)
      const written = await writeApart(batch, (some) => this.#writeBatch(some, write))
      accepted.push(...written.accepted)
      refused.push(...written.refused)
      start += batch.length
    }
    for (const [index, report] of reports.entries()) {
      const one = accepted[index]
      if (one !== undefined) onAccepted(report, one)
    }
    if (refused.length > 0) throw refusalOf(refused, { count: reports.length, nameOf })
    return accepted.filter((one) => one !== undefined)
  }

  async #writeBatch<Report, Accepted extends { readonly deliveryCount: number }>(
    batch: readonly Report[],
    write: (batch: readonly Report[]) => Promise<readonly Accepted[]>,
  ): Promise<readonly Accepted[]> {
    const { wake, onWriting, store, openIntake } = this.#deps
    // Without a gap there is no await, so that writes share a transaction with claims of the same tick.
    const opening = openIntake.begin()
    if (opening) await opening
    const written = write(batch)
    onWriting()
    const accepted = await written
    const deliveryCount = accepted.reduce((sum, one) => sum + one.deliveryCount, 0)
    this.#batchSizes.note(batch.length, deliveryCount)
    if (!store.claimsSeeWrites && deliveryCount > 0) wake()
    return accepted
  }
}

interface Report {
  readonly details: object
  readonly warnings?: readonly string[]
}

/**
 * Shortens texts above the limits of a report, with a note if possible: a foreign monitor cannot be changed, and part
 * of a text is better than no alert. The API has refused such reports before.
 */
function fitReports<Given extends Report>(
  given: readonly Given[],
): { readonly reports: readonly Given[]; readonly characterCount: number } {
  let characterCount = 0
  let reports: Given[] | undefined
  for (const [index, report] of given.entries()) {
    const count = countCharacters(report.details)
    characterCount += Math.min(count, REPORT_CHARACTERS_MAX)
    if (count > REPORT_CHARACTERS_MAX) (reports ??= [...given])[index] = shortened(report)
  }
  return { reports: reports ?? given, characterCount }
}

function shortened<Given extends Report>(report: Given): Given {
  const details = shortenDetails(report.details)
  return 'state' in report
    ? { ...report, details, warnings: [...(report.warnings ?? []), SHORTENED] }
    : { ...report, details }
}

/** Chooses the sizes of batches by the number of deliveries that earlier batches created. */
export class BatchSizes {
  #fanOut = UNKNOWN_FAN_OUT
  readonly #weightMax: number

  constructor(weightMax = WRITES_MAX) {
    this.#weightMax = weightMax
  }

  /** Returns the size of the next batch, at least one. `matchRows`: the cost of patterns for each report. */
  next(matchRows = NO_MATCH_ROWS): number {
    return fittingWithin(this.#weightMax, this.#fanOut + sumRows(matchRows))
  }

  note(reportCount: number, deliveryCount: number): void {
    if (reportCount === 0) return
    const fanOut = deliveryCount / reportCount
    const isMore = fanOut > this.#fanOut
    this.#fanOut = isMore ? fanOut : this.#fanOut + (fanOut - this.#fanOut) * NEWEST_SHARE
  }
}
