import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { parseDatabase, type DatabaseAddress, describeDatabase } from '../config/database-address.ts'
import type { CopyRecord, CopyTarget } from '../storage/copy/ends.ts'
import type { CopyOptions } from '../storage/copy/copy.ts'
import type { TableCheck, Verification } from '../storage/copy/verify.ts'
import { messageOf, CliError, failure, usageError } from '../../cli/program/cli-error.ts'
import { printJson, wantsJson } from '../../cli/client/session.ts'
import { type AnyCommand, type CliContext, TaughtCommand } from '../../cli/program/command.ts'
import { CopyProgress, type NeededKeys, showPlan, showVerification } from './copy-view.ts'
import { Screen } from '../../cli/view/screen.ts'
import { addSettingOptions, readSettings } from './serve.ts'
import { withCommands } from '../../cli/program/command-line.ts'

export function defineCopy(context: CliContext) {
  const parseAddress = addressParser(context)
  const command = new TaughtCommand('copy', {
    summary: 'copy everything into another database, of the same engine or the other',
    description:
      'Carries all that a service remembers from one database into an empty one: webhooks, tokens, alerts, job runs, deliveries with their attempts, the audit log, and the counters of all ids. The service must be stopped, and stays so until the copy is complete. Then both databases are read again and compared row by row. A copy that was interrupted goes on when the same command is given again; no service starts on a part of one. The source stays as it is. Secrets are carried as they are encrypted: the new service needs the same keys. An address with a password can be seen in the list of processes; better give it in `PGPASSWORD`, or in ~/.pgpass.',
    examples: {
      'tocsin copy --from sqlite:./data/tocsin.db --to postgres://tocsin@db.internal/tocsin':
        'from the file to PostgreSQL',
      'tocsin copy --from postgres://tocsin@db.internal/tocsin --to sqlite:./data/tocsin.db':
        'and back, into a new file',
      'tocsin copy --from sqlite:./data/tocsin.db --to postgres://tocsin@db.internal/tocsin --dry-run':
        'how much it would be, and which keys it needs',
    },
  })
    .option('--from <address>', 'database to copy, as TOCSIN_DATABASE would name it', parseAddress)
    .option('--to <address>', 'empty database to fill; a file is made', parseAddress)
    .option('--verify', 'copy nothing, compare only')
    .option('--dry-run', 'change nothing, say what would be copied')
  addSettingOptions(command, ['encryptionKey'])
  command.option('--json', 'print JSON, a line for each step, for programs')
  return command.action((options) => run(options, command, context))
}

function addressParser({ environment }: CliContext): (text: string) => DatabaseAddress {
  return (text) => {
    try {
      return parseDatabase(text, environment)
    } catch (error) {
      throw new InvalidArgumentError(messageOf(error))
    }
  }
}

interface CopyFlags {
  readonly from?: DatabaseAddress
  readonly to?: DatabaseAddress
  readonly verify?: boolean
  readonly dryRun?: boolean
}

async function run(
  { from, to, verify = false, dryRun = false }: CopyFlags,
  command: AnyCommand,
  context: CliContext,
): Promise<void> {
  if (!from || !to) throw usageError(`${from ? '--to' : '--from'} is missing: a copy needs both addresses.`)
  if (from.engine === 'sqlite' && to.engine === 'sqlite' && resolve(from.file) === resolve(to.file))
    throw usageError('--from and --to name the same database.')
  if (verify && dryRun) throw usageError('--verify and --dry-run exclude each other.')
  const settings = readSettings(command, context)
  // Loaded here, so that commands that only talk to a service start fast.
  const { keyIdOf } = await import('../storage/encryption/secret-box.ts')
  const keyIds = settings.encryptionKey.map(keyIdOf)
  const given: CopyRequest = { context, from, to, isJson: wantsJson(command), keyIds }
  await (dryRun ? planCopy(given) : work(given, verify)).catch(explain)
}

async function work(given: CopyRequest, isVerifyOnly: boolean): Promise<void> {
  const { context, from, to, isJson, keyIds } = given
  const [{ openEnd }, { copyAll, findNeededKeys }, { verifyAll }] = await Promise.all([
    import('../app/open-copy-end.ts'),
    import('../storage/copy/copy.ts'),
    import('../storage/copy/verify.ts'),
  ])
  const stop = context.untilInterrupted()
  const progress = new CopyProgress(context, isJson)
  const source = await openEnd(from, 'source')
  try {
    const target = await openEnd(to, isVerifyOnly ? 'inspect' : 'target')
    try {
      if (isVerifyOnly) await refusePart(target)
      const options: CopyOptions = { source, target, stop, onStep: (step) => progress.show(step) }
      const record = isVerifyOnly ? undefined : await copyAll(options).finally(() => progress.end())
      const verification = await verifyAll(options).finally(() => progress.end())
      if (verification.isSame) await finish(target, record)
      const keys = { needed: await findNeededKeys(source), given: keyIds }
      const shown = { ...verification, from: source.name, to: target.name, isCopied: !isVerifyOnly, keys }
      if (isJson) printJson(context, JSON.stringify(toVerificationJson(verification, keys)))
      else showVerification(new Screen(context.terminal), shown)
      if (!verification.isSame) context.noteRefusal()
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function toVerificationJson({ tables, others, isSame }: Verification, { needed }: NeededKeys): object {
  const counted = ({ rows, checksum }: TableCheck['source']) => ({ rows, sha256: checksum })
  return {
    same: isSame,
    tables: tables.map(({ table, source, target, replaced, difference }) => ({
      table,
      source: counted(source),
      target: counted(target),
      replaced,
      difference,
    })),
    others,
    keys: Object.fromEntries(needed),
  }
}

async function refusePart(target: CopyTarget): Promise<void> {
  if (await target.readRecord()) {
    throw failure(`${target.name} is an unfinished copy.`, [
      'Without --verify this command finishes it, and compares then.',
    ])
  }
}

async function finish(target: CopyTarget, record: CopyRecord | undefined): Promise<void> {
  if (record) await target.finish(record)
}

function explain(error: unknown): never {
  if (error instanceof CliError || !(error instanceof Error)) throw error
  const hints = 'hints' in error && Array.isArray(error.hints) ? error.hints.map(String) : []
  throw failure(withCommands(error.message), hints, error)
}

interface CopyRequest {
  readonly context: CliContext
  readonly from: DatabaseAddress
  readonly to: DatabaseAddress
  readonly isJson: boolean
  readonly keyIds: readonly string[]
}

async function planCopy({ context, from, to, isJson, keyIds }: CopyRequest): Promise<void> {
  const [{ openEnd }, { NothingThere }, { countAll, inspectTarget, findNeededKeys }] = await Promise.all([
    import('../app/open-copy-end.ts'),
    import('../storage/copy/ends.ts'),
    import('../storage/copy/copy.ts'),
  ])
  const source = await openEnd(from, 'source')
  try {
    const target = await openEnd(to, 'inspect').catch((error: unknown) => {
      if (error instanceof NothingThere) return undefined
      throw error
    })
    const state = target ? await inspectTarget(source, target).finally(() => target.close()) : 'new'
    const needed = await findNeededKeys(source)
    const [size, totals] = [await source.readSize(), await countAll(source)]
    const names = { from: source.name, to: describeDatabase(to) }
    const plan = { ...names, state, size, totals, keys: { needed, given: keyIds } }
    const json = { ...names, target: state, bytes: size, rows: totals, keys: Object.fromEntries(needed) }
    if (isJson) printJson(context, JSON.stringify(json))
    else showPlan(new Screen(context.terminal), plan)
  } finally {
    await source.close()
  }
}
