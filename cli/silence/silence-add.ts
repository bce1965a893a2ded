import { hostname } from 'node:os'
import { basename } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import type { Instant } from '../../src/domain/instant.ts'
import { EVERYTHING } from '../../src/domain/silence/silence-rules.ts'
import { actOnService, AS_OPTION, ask, inTheNameOf, type Session } from '../client/session.ts'
import { messageOf, CliError, usageError } from '../program/cli-error.ts'
import { type CliContext, type OptionsOf, TaughtCommand } from '../program/command.ts'
import { asNumber, asText, asTexts, type BodyOf, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import { showMatchWarnings } from '../resource/match-warnings.ts'
import type { Screen } from '../view/screen.ts'
import { addSilenceOptions, toSilenceBody } from './silence-options.ts'
import { runProcess } from '../run/run-process.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'

/** Limits how long a killed command leaves its silence active. */
const LASTS = '3m'
const RENEW_MS = 60_000

/** Leaves space for the host name in a reason. */
const PROGRAM_CHARACTERS_MAX = 500

export function defineSilenceAdd(context: CliContext) {
  const command = new TaughtCommand('add', {
    summary: 'hold notifications from now on, or for as long as a command runs',
    description:
      'Creates a silence. It needs matchers, an end and a reason. With --while it lasts as long as the command after --: it is renewed every minute, so it ends by itself soon after the command was killed; input, output and exit code are those of the command, and it survives a closed terminal as the command does (nohup). Its reason, if none is given, names the program and the host.',
    examples: {
      'tocsin silence add --match \'server="db-1"\' --for 2h --reason "patching"': 'one server',
      'tocsin silence add --match \'name=~"Replication.*" or object_type=standby\' --for 30m --webhook 3 --reason "switch-over"':
        'some alerts, for one webhook',
      'tocsin silence add --match \'server="db-1"\' --while -- pg_upgrade --jobs 4':
        'for as long as a command runs',
    },
  }).argument('[command...]', 'with --while: what to run, with its arguments')
  return actOnService(addWhileOptions(command, context), context, async (session, options, args) => {
    refuseMissing(options, args)
    if (options.while) return runSilenced(session, options, args)
    const { text, json } = await inTheNameOf(options.as, context.environment, (as) =>
      ask(session.client, 'POST', '/v1/silences', { body: { ...toSilenceBody(options), as } }),
    )
    const covered = session.isJson ? undefined : await previewCovered(session, options.match ?? EVERYTHING)
    session.print(text, (screen) => showAdded(screen, json, context.clock.now(), covered))
  })
}

function addWhileOptions(command: Command<[string[]]>, context: CliContext) {
  return addSilenceOptions(command, context)
    .option('--while', 'for as long as the command after -- runs')
    .option(...AS_OPTION)
}

type AddOptions = OptionsOf<typeof addWhileOptions>

async function runSilenced(session: Session, options: AddOptions, args: readonly string[]): Promise<void> {
  // The arguments may hold a password, and everybody reads the reason.
  const program = basename(args[0] ?? '').slice(0, PROGRAM_CHARACTERS_MAX)
  const { reason = `while ${program} runs on ${hostname()}`, ...given } = options
  await silenceWhileRunning(session, { ...toSilenceBody(given), reason, as: options.as }, args)
}

function refuseMissing({ match, everything, reason, ...options }: AddOptions, args: readonly string[]): void {
  if (match === undefined && !everything)
    throw usageError(
      'A silence needs matchers: give --match, e.g. --match \'server="db-1"\', or --everything.',
    )
  if (options.while) {
    if (options.for !== undefined || options.until !== undefined || options.from !== undefined)
      throw usageError('--while lasts as long as the command; leave out --for, --until and --from.')
    if (args.length === 0) throw usageError('--while needs a command after --, e.g. --while -- pg_upgrade')
    return
  }
  if (args.length > 0) throw usageError('A command is run only with --while.')
  if (options.for === undefined && options.until === undefined)
    throw usageError('A silence needs an end: give --for, e.g. --for 2h, or --until.')
  if (reason === undefined)
    throw usageError('A silence needs a reason: give --reason, e.g. --reason "patching".')
}

interface Covered {
  readonly count: number | undefined
  readonly findings: unknown
}

/** Returns undefined if the token may not read alerts. */
async function previewCovered(session: Session, match: string): Promise<Covered | undefined> {
  try {
    const { json } = await ask(session.client, 'POST', '/v1/silences/preview', { body: { match } })
    return { count: asNumber(json.active_alerts), findings: json.findings }
  } catch (error) {
    if (error instanceof CliError && error.status === 403) return undefined
    throw error
  }
}

function showAdded(
  screen: Screen,
  silence: Received<'Silence'>,
  now: Instant,
  covered: Covered | undefined,
): void {
  const { id, state, starts_at: begin, ends_at: end } = silence
  const lasts =
    state === 'pending'
      ? `begins ${describeTime(begin, now)} and ends ${asText(end)}`
      : `is active until ${asText(end)}`
  screen.line(`Silence ${asText(id)} ${lasts} (${describeTime(end, now)}).`)
  showMatchWarnings(screen, silence.warnings)
  if (covered === undefined) return
  const { count, findings } = covered
  screen.line(`It covers ${count === 1 ? '1 active alert' : `${count} active alerts`} now.`)
  // The preview repeats the silence's own warnings.
  const said = new Set(asTexts(silence.warnings))
  showMatchWarnings(
    screen,
    asTexts(findings).filter((sentence) => !said.has(sentence)),
  )
}

type NewSilence = NonNullable<BodyOf<'POST', '/v1/silences'>>

interface Held {
  readonly id: string
  readonly endsAt: string
}

/**
 * Runs a command under a silence that ends with it, and returns its exit code. If the silence cannot be
 * created, the command does not start; later problems go to stderr.
 */
async function silenceWhileRunning(
  session: Session,
  silence: NewSilence,
  argv: readonly string[],
): Promise<void> {
  const { context } = session
  let held: Held | undefined = await create(session, silence)
  say(session, `silence ${held.id} is active`)
  const isOver = new AbortController()
  const renewing = (async () => {
    for (;;) {
      await context.clock.wait(RENEW_MS, isOver.signal)
      if (isOver.signal.aborted || !held) return
      held = await renew(session, silence, held)
    }
  })()
  const run = await runProcess(argv, { clock: context.clock, environment: context.environment })
  if (run.note !== '') say(session, run.note)
  isOver.abort()
  await renewing
  if (held) await end(session, held)
  context.exitWith(run.exitCode)
}

async function create(session: Session, silence: NewSilence): Promise<Held> {
  const { json } = await inTheNameOf(silence.as, session.context.environment, (as) =>
    ask(session.client, 'POST', '/v1/silences', { body: { ...silence, for: LASTS, as } }),
  )
  return { id: asText(json.id), endsAt: asText(json.ends_at) }
}

/** Renews the silence; undefined: somebody has ended it, and it stays ended. */
async function renew(session: Session, silence: NewSilence, held: Held): Promise<Held | undefined> {
  const { id } = held
  try {
    const { json } = await ask(session.client, 'PATCH', '/v1/silences/{id}', { id, body: { for: LASTS } })
    return { id, endsAt: asText(json.ends_at) }
  } catch (error) {
    if (error instanceof CliError && error.status === 409) return await replace(session, silence, held)
    say(session, `silence ${id} was not renewed: ${messageOf(error)}`)
    return held
  }
}

async function replace(session: Session, silence: NewSilence, held: Held): Promise<Held | undefined> {
  try {
    const { json } = await ask(session.client, 'GET', '/v1/silences/{id}', { id: held.id })
    if (asText(json.ends_at) !== held.endsAt) {
      say(session, `silence ${held.id} was ended by somebody; the command goes on without it`)
      return undefined
    }
    return await create(session, silence)
  } catch (error) {
    say(session, `silence ${held.id} has ended: ${messageOf(error)}`)
    return held
  }
}

async function end(session: Session, { id }: Held): Promise<void> {
  try {
    await ask(session.client, 'DELETE', '/v1/silences/{id}', { id })
    say(session, `silence ${id} has ended`)
  } catch (error) {
    say(session, `silence ${id} was not ended; it ends by itself within ${LASTS}: ${messageOf(error)}`)
  }
}

function say({ context: { terminal } }: Session, sentence: string): void {
  terminal.err(`tocsin silence: ${escapeForTerminal(sentence.replaceAll('\n', ' '))}\n`)
}
