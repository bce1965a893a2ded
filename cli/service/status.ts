import type { Instant } from '../../src/domain/instant.ts'
import { actOnService, ask, type Session } from '../client/session.ts'
import { type CliContext, TaughtCommand } from '../program/command.ts'
import { describeTime } from '../view/human-units.ts'
import { CliError } from '../program/cli-error.ts'
import { asObjects, asText, type Received } from '../view/response.ts'
import type { Part, Screen } from '../view/screen.ts'
import { commandLine } from '../program/command-line.ts'

export function defineStatus(context: CliContext) {
  const command = new TaughtCommand('status', {
    summary: 'show the state of the service',
    description:
      'Says in a sentence whether the service is healthy, which alerts are active, what waits to be delivered, and which nodes share the database; the node that responded has a star. The exit code is 1 if it is degraded or stopped, so that a script can ask.',
    examples: {
      'tocsin status': 'at a glance',
      'tocsin status --json': 'for a program',
    },
  })
  return actOnService(command, context, async (session) => {
    const { text, json } = await ask(session.client, 'GET', '/v1/status')
    const overview = await askOverview(session)
    session.print(text, (screen) => {
      if (overview) showVerdict(screen, overview)
      showStatus(screen, json, context.clock.now())
    })
    if (overview && !isHealthy(overview)) context.exitWith(UNHEALTHY)
  })
}

const UNHEALTHY = 1

/** Returns undefined if the token may not read deliveries, or the service is older. */
async function askOverview({ client }: Session): Promise<Received<'Overview'> | undefined> {
  try {
    return (await ask(client, 'GET', '/v1/overview')).json
  } catch (error) {
    if (error instanceof CliError && (error.status === 403 || error.status === 404)) return undefined
    throw error
  }
}

function isHealthy({ state }: Received<'Overview'>): boolean {
  return asText(state) === 'healthy'
}

function showVerdict(screen: Screen, overview: Received<'Overview'>): void {
  const state = asText(overview.state)
  screen.line(
    {
      text: `${state.charAt(0).toUpperCase()}${state.slice(1)}: `,
      tone: isHealthy(overview) ? 'good' : 'bad',
    },
    asText(overview.explanation),
  )
  screen.line(describeAlerts(overview.alerts))
  const unnotified = describeNotifiedNobody(overview.notified_nobody)
  if (unnotified !== undefined) screen.line({ text: unnotified, tone: 'warn' })
  screen.line('')
}

function describeAlerts(alerts: Received<'Overview'>['alerts']): Part {
  const counts = (['high', 'medium', 'low'] as const)
    .map((state) => [state, Number(alerts?.[state] ?? 0)] as const)
    .filter(([, count]) => count > 0)
  if (counts.length === 0) return 'No active alerts.'
  const text = `Active alerts: ${counts.map(([state, count]) => `${count} ${state}`).join(', ')}; see: ${commandLine('alert list')}`
  return { text, tone: counts[0]?.[0] === 'high' ? 'bad' : 'warn' }
}

function describeNotifiedNobody(count: unknown): string | undefined {
  const text = asText(count)
  if (text === '' || text === '0') return undefined
  const what = text === '1' ? '1 event' : `${text} events`
  return `${what} of the last 24 hours notified nobody; see: ${commandLine('event list --notified-nobody')}`
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
    ['paused', describeWebhooks(status.paused_webhooks, 'to which nothing is sent for a while')],
    ['late', describeWebhooks(status.late_webhooks, 'with a healthy receiver')],
    ['rejecting', describeWebhooks(status.rejecting_webhooks, 'with a receiver that rejects everything')],
    ['open notifications', describeOpenNotifications(status.open_notifications)],
    ...proposalsOf(status).map((message) => ['advice', message] as const),
    // An older service has none.
    ...asObjects(status.problems).map(
      ({ path, message }) => ['wrong', `${asText(path)}: ${asText(message)}`] as const,
    ),
    ['paused deliveries', describeStanding(backlog?.paused, now)],
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

/** Names webhooks that count a login page as delivered, and the remedy; an older service has none. */
function proposalsOf({ rule_proposals: proposals }: Received<'Status'>): readonly string[] {
  const named = asObjects(proposals?.webhooks)
  const more = Number(proposals?.count ?? 0) - named.length
  const messages = named.map(({ webhook_id: id, name, preset }) => {
    const who = `webhook ${asText(id)} "${asText(name)}"`
    return `${who} counts a login page as delivered; the rule of its preset ${asText(preset)} would notice it: ${commandLine(`webhook edit ${asText(id)} --rule-of-preset`)}`
  })
  return more > 0
    ? [...messages, `so ${more === 1 ? 'does 1 more webhook' : `do ${more} more webhooks`}`]
    : messages
}

function describeWebhooks(count: unknown, which: string): string | undefined {
  const text = asText(count)
  if (text === '' || text === '0') return undefined
  return `${text} ${text === '1' ? 'webhook' : 'webhooks'} ${which}`
}

/** An older service does not count them. */
function describeOpenNotifications(openNotifications: Received<'OpenNotifications'> | undefined): Part {
  const { open = 0, max = Infinity } = openNotifications ?? {}
  if (open <= max) return ''
  return {
    text: `${open} are open, more than TOCSIN_OPEN_NOTIFICATIONS_MAX (${max}); raised longest: ${commandLine('alert list --longest')}`,
    tone: 'warn',
  }
}

/** `2880 deliveries to 41 webhooks, the oldest created 50 min ago`, including receivers that are probed. */
function describeStanding(paused: Received<'PausedBacklog'> | undefined, now: Instant): string | undefined {
  if (asText(paused?.oldest_created_at) === '') return undefined
  const oldest = describeTime(paused?.oldest_created_at, now)
  const deliveries = asText(paused?.deliveries)
  const counted = deliveries === '1' ? '1 delivery' : `${deliveries} deliveries`
  const webhooks = describeWebhooks(paused?.webhooks, '(paused or probed)') ?? 'webhooks'
  return `${counted} to ${webhooks}, the oldest created ${oldest}`
}
