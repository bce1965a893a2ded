import type { Command } from 'commander'
import { failure, usageError } from '../program/cli-error.ts'
import { asNumber, asObject, asText, type JsonObject } from '../view/json-value.ts'
import { describeCounts, describeEnd, drawProgress } from './operation-words.ts'
import type { Session } from '../client/session.ts'

const PATH = '/v1/delivery-operations'
const LOOK_MS = 300

export interface OperationOptions {
  readonly all?: boolean
  readonly yes?: boolean
  readonly detach?: boolean
}

/** What every command that starts an operation has. */
export function addOperationOptions(command: Command): Command {
  return command
    .option('--all', 'really all, without a filter')
    .option('-y, --yes', 'do not ask')
    .option('--detach', 'do not wait until it is done')
}

export interface OperationRequest {
  readonly kind: 'retry' | 'cancel' | 'reroute'
  readonly filter: JsonObject
  /** Of a reroute: who is told instead. */
  readonly target?: string
}

/** Asks, starts, waits and shows. Exit code 1 if it does not end as done while somebody waits for it. */
export async function runOperation(
  session: Session,
  { kind, filter, target }: OperationRequest,
  { all, yes = false, detach = false }: OperationOptions,
): Promise<void> {
  const body = {
    kind,
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(all && { all }),
    ...(target !== undefined && { webhook_id: Number(target) }),
  }
  if (!yes && !(await askFirst(session, body))) return
  const { json, text } = await session.client.send({ method: 'POST', path: PATH, body })
  const begun = asObject(json)
  if (detach) {
    session.print(text, (screen) => {
      screen.line(
        `Operation ${asText(begun['id'])} has begun. See: tocsin operation show ${asText(begun['id'])}`,
      )
    })
    return
  }
  await follow(session, { operation: begun, text })
}

interface Followed {
  readonly operation: JsonObject
  readonly text: string
}

/** Until it ends, or until Ctrl-C: that ends the waiting only. */
async function follow(session: Session, begun: Followed): Promise<void> {
  const { terminal, clock } = session.context
  const interrupted = session.context.untilInterrupted()
  const id = asText(begun.operation['id'])
  let { operation, text } = begun
  while (operation['state'] === 'running' && !interrupted.aborted) {
    if (terminal.showsProgress && !session.isJson) terminal.err(`\r${drawProgress(operation)}`)
    await clock.wait(LOOK_MS, interrupted)
    if (interrupted.aborted) break
    const answer = await session.client.send({ method: 'GET', path: `${PATH}/${id}` })
    operation = asObject(answer.json)
    text = answer.text
  }
  if (terminal.showsProgress && !session.isJson) terminal.err('\r\u001b[K')
  if (operation['state'] === 'running') {
    session.note(
      `Operation ${id} goes on in the background. See: tocsin operation show ${id}`,
      `Stop it with: tocsin operation stop ${id}`,
    )
  }
  session.print(text, (screen) => {
    if (operation['state'] !== 'running') screen.line(...describeEnd(operation, clock.now()))
    const skipped = asNumber(operation['skipped']) ?? 0
    if (operation['state'] === 'done' && skipped > 0)
      screen.line('Left as they were: being sent at that moment, told already, or their webhook is gone.')
  })
  if (operation['state'] !== 'done') session.context.noteRefusal()
}

/** False: there is nothing to do. Throws if the answer is no. */
async function askFirst(session: Session, body: JsonObject): Promise<boolean> {
  const { terminal } = session.context
  if (!terminal.isInteractive) {
    throw usageError('There is nobody to ask whether it is meant so; say so with --yes.')
  }
  const { json } = await session.client.send({
    method: 'POST',
    path: PATH,
    body: { ...body, dry_run: true },
  })
  const foreseen = asObject(json)
  const { matching, more } = foreseen
  if (matching === 0 && more !== true) {
    session.note('There are no such deliveries.')
    return false
  }
  const count = `${more === true ? 'at least ' : ''}${asText(matching)}`
  const what = `${QUESTION[asText(body['kind'])] ?? ''} ${count} ${matching === 1 ? 'delivery' : 'deliveries'}`
  const target = asText(body['webhook_id'])
  const where = target === '' ? '' : ` to webhook ${target}`
  const answer = await terminal.ask(`${what}${where}${describeForesight(body, foreseen)}? [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw failure('Nothing was done.')
  return true
}

/** What is not said by the number alone: who would not be told, or not yet. */
function describeForesight({ kind }: JsonObject, foreseen: JsonObject): string {
  const isPlain = kind === 'cancel' || (kind === 'retry' && asNumber(foreseen['held']) === 0)
  return isPlain ? '' : ` (${describeCounts({ ...foreseen, kind, changed: foreseen['matching'] })})`
}

const QUESTION: Readonly<Record<string, string>> = {
  retry: 'Try again',
  cancel: 'Cancel',
  reroute: 'Re-route',
}
