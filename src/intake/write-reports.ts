import type { Observation } from '../domain/alert/alert.ts'
import { badnessOf } from '../domain/alert/severity.ts'
import { AppError, ISSUES_MAX } from '../domain/errors.ts'
import type { ObservationAccepted } from '../storage/store.ts'

/** A report that the database refuses while it takes others. */
export interface RefusedReport<Report> {
  readonly report: Report
  readonly error: unknown
}

interface WrittenApart<Report, Accepted> {
  /** In the order of the reports; undefined: refused. */
  readonly accepted: readonly (Accepted | undefined)[]
  readonly refused: readonly RefusedReport<Report>[]
}

/**
 * Writes the reports in one transaction. If it fails, each half is tried by itself, and so on, until only
 * faulty ones are left out. Rejects if the database cannot write at all, or refuses too many.
 */
export async function writeApart<Report, Accepted>(
  reports: readonly Report[],
  write: (batch: readonly Report[]) => Promise<readonly Accepted[]>,
): Promise<WrittenApart<Report, Accepted>> {
  const refused: RefusedReport<Report>[] = []
  const writeBatch = async (batch: readonly Report[]): Promise<readonly (Accepted | undefined)[]> => {
    try {
      return await write(batch)
    } catch (error) {
      if (error instanceof AppError) throw error
      const [report] = batch
      if (batch.length > 1 && report !== undefined) {
        const middle = Math.ceil(batch.length / 2)
        const before = await writeBatch(batch.slice(0, middle))
        return [...before, ...(await writeBatch(batch.slice(middle)))]
      }
      if (report === undefined || reports.length === 1 || refused.length + 1 >= ISSUES_MAX) throw error
      refused.push({ report, error })
      return [undefined]
    }
  }
  const accepted = await writeBatch(reports)
  if (refused.length === reports.length) throw refused[0]?.error
  return { accepted, refused }
}

interface Named {
  readonly source: string
}

/**
 * Says which reports were refused, and why if the database gave a reason; the others were stored. The sender may safely
 * repeat the whole list.
 */
export function refusalOf<Report extends Named>(
  refused: readonly RefusedReport<Report>[],
  { count, nameOf }: { readonly count: number; readonly nameOf: (report: Report) => string },
): AppError {
  const named = refused.map(
    ({ report, error }) => `${nameOf(report)} of ${report.source} (${reasonOf(error)})`,
  )
  return new AppError(
    'internal',
    `${refused.length} of ${count} reports could not be stored, and the others were: ${named.join('; ')}.`,
    { cause: refused[0]?.error },
  )
}

/** Database errors have a code; other messages describe our inside. */
function reasonOf(error: unknown): string {
  const { code, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly message?: string }
  return typeof code === 'string'
    ? `${message.slice(0, 200)}, ${code}`
    : 'a fault of the service; its log has the cause'
}

/**
 * Accepts the worst variants first (`Observation.variant`): one often ends as another begins (warning becomes
 * critical), and the end first would notify of a clear and a raise. Returns in the order given.
 */
export async function acceptInOrder(
  accept: (observations: readonly Observation[]) => Promise<readonly ObservationAccepted[]>,
  observations: readonly Observation[],
): Promise<readonly ObservationAccepted[]> {
  if (observations.length === 1 || observations[0]?.variant === undefined) {
    return accept(observations)
  }
  const order = observations
    .map((observation, index) => ({ observation, index }))
    .toSorted((a, b) => badnessOf(b.observation.state) - badnessOf(a.observation.state))
  const results = await accept(order.map(({ observation }) => observation))
  const accepted: ObservationAccepted[] = []
  for (const [position, { index }] of order.entries()) {
    const result = results[position]
    if (result) accepted[index] = result
  }
  return accepted
}
