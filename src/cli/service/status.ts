import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeTime } from '../view/human-time.ts'
import { ask } from '../client/ask.ts'
import type { Received } from '../view/api-types.ts'
import { asObjects, asText } from '../view/json-value.ts'
import type { Screen } from '../view/screen.ts'
import type { Part } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineStatus(context: CliContext): Command {
  const command = new TaughtCommand('status', {
    summary: 'show the state of the service',
    description:
      'Shows what the service runs on, what waits to be delivered, and the nodes that share the database. The node that responded has a star.',
    examples: [
      ['tocsin status', 'at a glance'],
      ['tocsin status --json', 'for a program'],
    ],
  })
  return actOnService(command, context, async (session) => {
    const { text, json } = await ask(session.client, 'GET', '/v1/status')
    session.print(text, (screen) => showStatus(screen, json, context.clock.now()))
  })
}

function showStatus(screen: Screen, status: Received<'Status'>, now: Instant): void {
  const { database, backlog } = status
  const oldestDueAt = backlog?.oldest_due_at
  screen.fields([
    ['version', asText(status.version)],
    ['database', `${asText(database?.engine)} ${asText(database?.version)}`],
    ['waiting', asText(backlog?.waiting)],
    ['pending', asText(backlog?.pending)],
    ['sending', asText(backlog?.sending)],
    ['longest due', typeof oldestDueAt === 'string' ? describeTime(oldestDueAt, now) : undefined],
    ['paused', `${asText(status.paused_webhooks)} webhooks`],
    ['late', describeLate(status)],
    ['rejecting', describeRejecting(status)],
    ['open notifications', describeOpenNotifications(status.open_notifications)],
    ...problemsOf(status).map((message) => ['wrong', message] as const),
    ['held', describeStanding(backlog?.paused, now)],
  ])
  screen.line('')
  screen.table(
    [
      { title: 'NODE', cell: (node) => `${asText(node.id)}${node.id === status.node ? '*' : ''}` },
      { title: 'HOST', cell: (node) => asText(node.host), shrinks: true },
      { title: 'ROLE', cell: (node) => asText(node.role) },
      { title: 'VERSION', cell: (node) => asText(node.version) },
      { title: 'STARTED', cell: (node) => describeTime(node.started_at, now) },
      { title: 'SEEN', cell: (node) => describeTime(node.seen_at, now) },
    ],
    asObjects(status.nodes),
  )
}

function problemsOf(status: Received<'Status'>): readonly string[] {
  // A service of an older release has none.
  return asObjects(status.problems).map(({ path, message }) => `${asText(path)}: ${asText(message)}`)
}

/** Only where there are any; a service of an older release does not say. */
function describeLate(status: Received<'Status'>): string | undefined {
  const count = asText(status.late_webhooks)
  return count === '' || count === '0' ? undefined : `${count} webhooks with healthy receivers`
}

/** Writes nothing where no receiver rejects; a service of an older release does not say. */
function describeRejecting(status: Received<'Status'>): string | undefined {
  const count = asText(status.rejecting_webhooks)
  return count === '' || count === '0' ? undefined : `${count} webhooks with failing receivers`
}

/** Only where there are more than they should be; a service of an older release does not say. */
function describeOpenNotifications(openNotifications: Received<'OpenNotifications'> | undefined): Part {
  const { open = 0, max = Infinity } = openNotifications ?? {}
  if (open <= max) return ''
  return {
    text: `${open} are open, more than TOCSIN_OPEN_NOTIFICATIONS_MAX (${max}); raised longest: tocsin alert list --longest`,
    tone: 'warn',
  }
}

/** `2880 deliveries to 41 webhooks, the oldest made 50 min ago`: those of receivers that are being probed included. */
function describeStanding(paused: Received<'PausedBacklog'> | undefined, now: Instant): string | undefined {
  if (asText(paused?.oldest_created_at) === '') return undefined
  const oldest = describeTime(paused?.oldest_created_at, now)
  return `${asText(paused?.deliveries)} deliveries to ${asText(paused?.webhooks)} webhooks, the oldest made ${oldest}`
}
