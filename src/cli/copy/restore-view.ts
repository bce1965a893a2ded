import { formatCount } from '../../domain/format-count.ts'
import { formatInstant, type Instant } from '../../domain/instant.ts'
import type { RestoreReport, UnfinishedWork } from '../../storage/restore.ts'
import { describeBytes } from '../view/human-size.ts'
import { relativeTime } from '../view/human-time.ts'
import type { Screen } from '../view/screen.ts'

export interface ShownRestore {
  readonly report: RestoreReport
  /** The path that was given. */
  readonly backup: string
  readonly isDryRun: boolean
  readonly now: Instant
  /** Is it the database of the installed service? */
  readonly isInstalled: boolean
}

export function showRestore(screen: Screen, shown: ShownRestore): void {
  const { report, backup, isDryRun } = shown
  screen.line(`${backup} is whole: ${describeContents(shown)}.`)
  for (const finding of report.altered) screen.line({ text: `It is not sent: ${finding}.`, tone: 'warn' })
  for (const sentence of describeResent(report)) screen.line(sentence)
  if (report.unfinished.length > 0) screen.table(COLUMNS, report.unfinished)
  for (const sentence of describeLost(report)) screen.line(sentence)
  if (report.isAdminTokenKnown === false) {
    screen.line({
      text: 'The token in the file admin-token is not in the backup: tokens are those of then. Set TOCSIN_ADMIN_TOKEN to make another one valid.',
      tone: 'warn',
    })
  }
  const { database, kept } = report
  if (isDryRun) {
    screen.line(
      `It would become ${database}.${kept === null ? '' : ' The old database would be kept beside it.'}`,
    )
    screen.line('Nothing was changed.')
    if (report.isInUse) screen.line({ text: 'A service uses the database: stop it first.', tone: 'warn' })
    return
  }
  screen.line({ text: `Restored ${database}.`, tone: 'good' })
  if (kept !== null) screen.line(`The old database is kept as ${kept}. Remove it when nobody needs it.`)
  screen.line(`Start the service${shown.isInstalled ? ': sudo systemctl start tocsin' : '.'}`)
}

const COLUMNS = [
  { title: 'WEBHOOK', cell: (work: UnfinishedWork) => `${work.webhookId} ${work.name}`, shrinks: true },
  { title: 'SENT', cell: ({ count }: UnfinishedWork) => formatCount(count), align: 'right' as const },
  {
    title: 'AGAIN',
    cell: ({ sentSinceCount }: UnfinishedWork) =>
      sentSinceCount === null ? '?' : formatCount(sentSinceCount),
    align: 'right' as const,
  },
  { title: '', cell: ({ isEnabled }: UnfinishedWork) => (isEnabled ? '' : 'held: disabled') },
]

function describeContents({ report, now }: ShownRestore): string {
  const { byteCount, schema, webhookCount, activeAlertCount, newestAt } = report
  const newest =
    newestAt === null
      ? 'no events'
      : `newest event ${formatInstant(newestAt)} (${relativeTime(newestAt, now)})`
  const version =
    schema.from === schema.to
      ? `schema version ${schema.from}`
      : `schema version ${schema.from}, which becomes ${schema.to}`
  return `${describeBytes(byteCount)}, ${version}, ${counted(webhookCount, 'webhook')}, ${counted(activeAlertCount, 'active alert')}, ${newest}`
}

function* describeResent({ unfinished, isOldUnreadable }: RestoreReport): Generator<string> {
  const count = sumOf(unfinished.map((work) => work.count))
  if (count === 0) {
    yield 'Nothing is sent again: every delivery in it was finished.'
    return
  }
  yield `${counted(count, 'delivery', 'deliveries')} in it ${count === 1 ? 'was' : 'were'} unfinished, and will be sent after the start.`
  if (isOldUnreadable)
    yield 'The old database cannot be read, so nobody knows which of them were delivered since.'
  const known = unfinished.map((work) => work.sentSinceCount).filter((sent) => sent !== null)
  if (known.length > 0) {
    const again = sumOf(known)
    yield again === 0
      ? 'None of them was delivered since.'
      : `${formatCount(again)} of them ${again === 1 ? 'was' : 'were'} delivered since: their receivers get them again, with the same webhook-id.`
  }
}

function* describeLost({ laterEventCount }: RestoreReport): Generator<string> {
  if (laterEventCount === null) return
  yield laterEventCount === 0
    ? 'The old database has no later events.'
    : `${counted(laterEventCount, 'later event')} of the old database ${laterEventCount === 1 ? 'is' : 'are'} not in it, nor what else changed since.`
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

export function toRestoreJson({ report, backup, isDryRun }: ShownRestore): object {
  const { database, byteCount, schema, altered, kept, newestAt, unfinished, laterEventCount } = report
  return {
    file: backup,
    database,
    restored: !isDryRun,
    kept,
    in_use: report.isInUse,
    bytes: byteCount,
    schema,
    altered,
    webhooks: report.webhookCount,
    active_alerts: report.activeAlertCount,
    newest_event_at: newestAt === null ? null : formatInstant(newestAt),
    later_events: laterEventCount,
    admin_token_known: report.isAdminTokenKnown,
    unfinished: unfinished.map((work) => ({
      webhook_id: work.webhookId,
      name: work.name,
      enabled: work.isEnabled,
      count: work.count,
      sent_since: work.sentSinceCount,
    })),
  }
}
