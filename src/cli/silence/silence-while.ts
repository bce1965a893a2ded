import { ask } from '../client/ask.ts'
import { inTheNameOf } from '../client/in-the-name-of.ts'
import type { Session } from '../client/session.ts'
import { CliError } from '../program/cli-error.ts'
import { runProcess } from '../run/run-process.ts'
import type { BodyOf } from '../view/api-types.ts'
import { asText } from '../view/json-value.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'

/** How long a silence lasts without a renewal: a killed command leaves it behind for no longer. */
const LASTS = '3m'
const RENEW_MS = 60_000

type NewSilence = NonNullable<BodyOf<'POST', '/v1/silences'>>

interface Held {
  readonly id: string
  readonly endsAt: string
}

/**
 * Runs a command under a silence that ends with it. The command is not started if the silence cannot be created; what
 * goes wrong later is said on stderr and does not disturb the command, whose exit code is ours.
 */
export async function silenceWhileRunning(
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

/** Returns the silence that holds from now on; undefined: somebody has ended it by hand, and it stays so. */
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

/** A silence that ended at the time that we gave it, because no renewal came through, is followed by another one. */
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function say({ context: { terminal } }: Session, sentence: string): void {
  terminal.err(`tocsin silence: ${escapeForTerminal(sentence.replaceAll('\n', ' '))}\n`)
}
