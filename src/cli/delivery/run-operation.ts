import type { Command } from 'commander'
import { findMissing } from '../resource/empty-list.ts'
import { ask } from '../client/ask.ts'
import { confirm, requirePerson } from '../program/confirm.ts'
import type { Received } from '../view/api-types.ts'
import { asNumber, asText } from '../view/json-value.ts'
import type { OperationFilter } from './delivery-filter.ts'
import { describeCounts, describeEnd, drawProgress } from './operation-view.ts'
import type { Session } from '../client/session.ts'
import { commandLine } from '../program/command-line.ts'

const CHECK_MS = 300

export interface OperationOptions {
  readonly all?: boolean
  readonly yes?: boolean
  readonly detach?: boolean
}

/** Adds the options of every command that starts an operation. */
export function addOperationOptions(command: Command): Command {
  return command
    .option('--all', 'all of them, without a filter')
    .option('-y, --yes', 'do not ask')
    .option('--detach', 'do not wait until it is done')
}

export interface OperationRequest {
  readonly kind: 'retry' | 'cancel' | 'reroute'
  readonly filter: OperationFilter
  /** The webhook that a reroute notifies instead. */
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
    filter: Object.keys(filter).length > 0 ? filter : undefined,
    all: all || undefined,
    webhook_id: target === undefined ? undefined : Number(target),
  }
  if (!yes && !(await askFirst(session, body))) return
  const { json, text } = await ask(session.client, 'POST', '/v1/delivery-operations', { body })
  // A dry run is asked for elsewhere.
  const begun = json as Received<'DeliveryOperation'>
  if (!detach) return follow(session, { operation: begun, text })
  const id = asText(begun.id)
  session.print(text, (screen) =>
    screen.line(`Operation ${id} has begun. See: ${commandLine(`operation show ${id}`)}`),
  )
}

interface Followed {
  readonly operation: Received<'DeliveryOperation'>
  readonly text: string
}

/** Until it ends, or until Ctrl-C: that ends the waiting only. */
async function follow(session: Session, begun: Followed): Promise<void> {
  const { terminal, clock } = session.context
  const interrupted = session.context.untilInterrupted()
  const id = asText(begun.operation.id)
  let { operation, text } = begun
  while (operation.state === 'running' && !interrupted.aborted) {
    if (terminal.showsProgress && !session.isJson) terminal.err(`\r${drawProgress(operation)}`)
    await clock.wait(CHECK_MS, interrupted)
    if (interrupted.aborted) break
    const response = await ask(session.client, 'GET', '/v1/delivery-operations/{id}', { id })
    operation = response.json
    text = response.text
  }
  if (terminal.showsProgress && !session.isJson) terminal.err('\r\u001b[K')
  if (operation.state === 'running') {
    session.note(
      `Operation ${id} goes on in the background. See: ${commandLine(`operation show ${id}`)}`,
      `Stop it with: ${commandLine(`operation stop ${id}`)}`,
    )
  }
  session.print(text, (screen) => {
    if (operation.state !== 'running') screen.line(...describeEnd(operation, clock.now()))
    const skipped = asNumber(operation.skipped) ?? 0
    if (operation.state === 'done' && skipped > 0)
      screen.line('Unchanged: being sent at that moment, notified already, or their webhook is gone.')
  })
  if (operation.state !== 'done') session.context.noteRefusal()
}

type OperationBody = Received<'NewDeliveryOperation'>

/** False: there is nothing to do. Throws if the response is no. */
async function askFirst(session: Session, body: OperationBody): Promise<boolean> {
  const { terminal } = session.context
  requirePerson(terminal)
  const { json } = await ask(session.client, 'POST', '/v1/delivery-operations', {
    body: { ...body, dry_run: true },
  })
  const preview = json as Received<'DryRun'>
  const { matching, more } = preview
  if (matching === 0 && more !== true) {
    const { webhook_id: webhook, alert_id: alert, event_id: event } = body.filter ?? {}
    const missing = await findMissing(session, { webhook, alert, event })
    session.note(missing ?? 'No delivery fits these options.')
    return false
  }
  const count = `${more === true ? 'at least ' : ''}${asText(matching)}`
  const what = `${QUESTION[asText(body.kind)] ?? ''} ${count} ${matching === 1 ? 'delivery' : 'deliveries'}`
  const where = body.webhook_id === undefined ? '' : ` to webhook ${body.webhook_id}`
  await confirm(terminal, `${what}${where}${describePreview(body, preview)}?`, 'Nothing was done.')
  return true
}

/** Describes what the number alone does not say: which webhooks would not be notified, or not yet. */
function describePreview({ kind }: OperationBody, preview: Received<'DryRun'>): string {
  const isPlain = kind === 'cancel' || (kind === 'retry' && asNumber(preview.webhook_disabled) === 0)
  return isPlain ? '' : ` (${describeCounts({ ...preview, kind, changed: preview.matching })})`
}

const QUESTION: Readonly<Record<string, string>> = {
  retry: 'Try again',
  cancel: 'Cancel',
  reroute: 'Re-route',
}
