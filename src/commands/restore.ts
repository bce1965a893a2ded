import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeDatabase } from '../config/database-address.ts'
import { RestoreMistake, type RestoreReport, type UnfinishedWork } from '../storage/restore.ts'
import { printJson, wantsJson } from '../../cli/client/session.ts'
import { messageOf, failure, usageError, type CliError } from '../../cli/program/cli-error.ts'
import { type AnyCommand, type CliContext, TaughtCommand } from '../../cli/program/command.ts'
import { addSettingOptions, readSettings } from './serve.ts'
import { findSettings, isBare, isServiceInstalled } from './service-settings.ts'
import { databaseHint } from './start-failure.ts'
import { Screen } from '../../cli/view/screen.ts'
import { formatCount } from '../domain/spelling.ts'
import { formatInstant, type Instant } from '../domain/instant.ts'
import { describeBytes, relativeTime } from '../../cli/view/human-units.ts'

const COLUMNS = [
  { title: 'WEBHOOK', cell: (work: UnfinishedWork) => `${work.webhookId} ${work.name}`, shrinks: true },
  { title: 'SENT', cell: ({ count }: UnfinishedWork) => formatCount(count), align: 'right' as const },
  {
    title: 'AGAIN',
    cell: ({ sentSinceCount }: UnfinishedWork) =>
      sentSinceCount === null ? '?' : formatCount(sentSinceCount),
    align: 'right' as const,
  },
  { title: '', cell: ({ isEnabled }: UnfinishedWork) => (isEnabled ? '' : 'disabled') },
]

export function defineRestore(context: CliContext) {
  const command = new TaughtCommand('restore', {
    summary: 'put a backup in the place of the database of a stopped service',
    description:
      'Reads all of FILE, a backup or the database file of a stopped service, and puts it in the place of the SQLite database if this release can start on it. The old database is kept beside it; owner and mode stay. Says what will be sent again. Refuses while a service uses the database, and changes nothing if anything is wrong. With --service it takes the settings of the installed unit; so it does for root if the unit is there and nothing else is set. With PostgreSQL it prints the commands of the server, and ends with 2.',
    examples: {
      'tocsin restore tocsin-2026-09-14.db --dry-run': 'what would be sent again, and what is lost',
      'tocsin restore /var/backups/before-upgrade.db':
        'as root: the database of the installed service, which is stopped',
      'tocsin restore copy.db --database sqlite:./data/tocsin.db': 'another one',
    },
  })
    .argument('<file>', 'the backup')
    .option('--dry-run', 'change nothing, say what would be done')
    .option('--service', 'the database of the installed service, tocsin.service')
  addSettingOptions(command, ['database', 'dataFolder', 'encryptionKey'])
  command.option('--json', 'print JSON, for programs')
  return command.action((file, { dryRun }) => restore(file, dryRun === true, command, context))
}

async function restore(
  backup: string,
  isDryRun: boolean,
  command: AnyCommand,
  context: CliContext,
): Promise<void> {
  const { source, environment } = findSettings(command, context)
  const config = readSettings(command, { ...context, environment })
  const { database } = config
  if (database.engine === 'postgres') throw explainPostgres(backup, describeDatabase(database))
  refuseStranger(database.file, command, context)
  const { restoreDatabase } = await import('../app/restore-database.ts')
  const { terminal, clock } = context
  if (terminal.showsProgress) terminal.err('Reading the backup …')
  try {
    const options = { config, database: database.file, clock, isDryRun }
    const report = restoreDatabase(resolve(context.workingDirectory, backup), options)
    if (terminal.showsProgress) terminal.err('\r\u001b[K')
    const shown = { report, backup, isDryRun, now: clock.now(), isInstalled: source !== null }
    if (wantsJson(command)) printJson(context, JSON.stringify(toRestoreJson(shown)))
    else showRestore(new Screen(terminal), shown)
  } catch (error) {
    if (terminal.showsProgress) terminal.err('\r\u001b[K')
    throw explain(error, [databaseHint(database)])
  }
}

function explain(error: unknown, hints: readonly string[]): CliError {
  const sentence = messageOf(error)
  if (error instanceof RestoreMistake) return usageError(sentence)
  const isUsed = sentence.startsWith('Another Tocsin process')
  return failure(sentence, isUsed ? [STOP_HINT] : hints, error)
}

const STOP_HINT = 'Nothing was changed. An installed service is stopped with: sudo systemctl stop tocsin'

/** Refuses a user's own data folder by default: on a machine with a service they hardly mean it. */
function refuseStranger(file: string, command: AnyCommand, { environment }: CliContext): void {
  if (process.getuid?.() === 0 || existsSync(file) || !isBare(command, environment) || !isServiceInstalled())
    return
  throw usageError(`There is no database ${resolve(file)} of yours.`, [
    'The one of the installed service: sudo tocsin restore FILE',
    'Another one: --database sqlite:PATH',
  ])
}

function explainPostgres(backup: string, address: string): CliError {
  const restored = `${address.slice(0, address.lastIndexOf('/') + 1)}restored`
  return usageError(
    `The database ${address} is restored with the tools of its server, into an empty database:`,
    [
      '',
      '  # stop all nodes',
      `  createdb --maintenance-db=${address} restored`,
      `  pg_restore --dbname=${restored} --no-owner ${backup}`,
      `  tocsin epoch --database ${restored}`,
      '',
      `Then name ${restored} in TOCSIN_DATABASE, and start the nodes: docs/backup.md.`,
      `If ${backup} is one of SQLite, use tocsin copy instead: --from sqlite:${backup} --to an empty database.`,
    ],
  )
}

interface ShownRestore {
  readonly report: RestoreReport
  readonly backup: string
  readonly isDryRun: boolean
  readonly now: Instant
  readonly isInstalled: boolean
}

function showRestore(screen: Screen, shown: ShownRestore): void {
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

function toRestoreJson({ report, backup, isDryRun }: ShownRestore): object {
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
