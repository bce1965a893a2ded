import { ALERT_STATES } from '../../src/domain/alert/alert.ts'
import { flappingText, foldFlapping, HISTORY_MAX, type Flapping } from '../../src/domain/alert/flapping.ts'
import { parseInstant, type Instant } from '../../src/domain/instant.ts'
import type { ApiClient } from '../client/api-client.ts'
import { actOnService, ask } from '../client/session.ts'
import { parseId } from '../options/option-values.ts'
import { ALERTS } from '../../src/domain/lists/indexed-lists.ts'
import { CliError } from '../program/cli-error.ts'
import { type CliContext, TaughtCommand } from '../program/command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow, type ShowView } from '../resource/by-id.ts'
import { asObjects, asText, describeMember, type ItemOf, type Received } from '../view/response.ts'
import { describeSeconds, describeTime } from '../view/human-units.ts'
import type { Column, Screen } from '../view/screen.ts'
import {
  describeAcknowledgementEnd,
  describeAlertEnd,
  describeAlertState,
  describeChange,
  receiverStateColumns,
} from '../view/state-words.ts'
import { commandLine } from '../program/command-line.ts'

export const defineAlertList = defineList({
  path: '/v1/alerts',
  help: {
    summary: 'list alerts',
    description:
      'Lists the newest active alerts, as many as --limit says, the worst of them first. With --cleared those that cleared, newest first.',
    examples: {
      'tocsin alert list': 'what is wrong now',
      'tocsin alert list --cleared --server pg-orders': 'what was wrong on some servers',
      'tocsin alert list --state high,medium --server pg-orders': 'what matters, on some servers',
      'tocsin alert list --longest':
        'what has been raised for longest: what nobody will ever report as over is among them',
      'tocsin alert list --source prometheus --any-state --all': 'everything known from one source',
    },
  },
  filters: ALERTS.filters,
  addFilter: (command) =>
    command
      .option('--active', 'only those that are raised, as without it')
      .option('--cleared', 'only those that cleared')
      .option('--any-state', 'active and cleared ones')
      .option('--longest', 'only those that are raised, for longest first; one page, up to 500'),
  query: ({ active, cleared, anyState, longest, ...others }) => {
    const isAny = anyState || 'state' in others
    const wanted = active ? 'true' : cleared ? 'false' : isAny ? undefined : 'true'
    return { active: wanted, order: longest && 'longest' }
  },
  order: (alerts, { longest }) => (longest ? alerts : worstFirst(alerts)),
  columns: (now) => [
    { title: 'ID', cell: (alert) => asText(alert.id), align: 'right' },
    { title: 'STATE', cell: (alert) => describeAlertState(alert.state) },
    { title: 'SINCE', cell: (alert) => describeTime(alert.since, now) },
    { title: 'LAST REPORT', cell: (alert) => describeTime(alert.last_reported_at, now), isSpare: true },
    { title: 'SOURCE', cell: (alert) => asText(alert.source), shrinks: true, isSpare: true },
    { title: 'NAME', cell: (alert) => asText(alert.name), shrinks: true },
    { title: 'SERVER', cell: (alert) => asText(alert.server?.name) || '-', shrinks: true },
    { title: 'ACKNOWLEDGED BY', cell: (alert) => asText(alert.acknowledgement?.by) || '-', shrinks: true },
  ],
  whenEmpty: {
    noun: ['alert', 'alerts'],
    remedy: 'Report one with: tocsin alert send',
    leftOut: 'No alert is active. All that cleared: tocsin alert list --cleared',
  },
})

function worstFirst(alerts: readonly ItemOf<'/v1/alerts'>[]): readonly ItemOf<'/v1/alerts'>[] {
  const badness = ({ state }: ItemOf<'/v1/alerts'>) => ALERT_STATES.findIndex((known) => known === state)
  return alerts.toSorted((one, other) => badness(other) - badness(one))
}

export const defineAlertShow = defineShow({
  path: '/v1/alerts/{id}',
  help: {
    summary: 'show one alert with its history',
    description:
      'Shows how the alert stands, what its monitor said of it, its changes, newest first, and what receivers in current-state mode were last sent (with --json: receiver_states).',
    examples: {
      'tocsin alert show 42': 'how it stands, and what became of it',
      'tocsin alert show 42 --json': 'for programs',
    },
  },
  argument: 'id of the alert',
  more: askReceiverStates,
  moreAs: 'receiver_states',
  draw: showAlert,
})

const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'id',
  'name',
  'state',
  'ended_by',
  'history',
  'clearable_from',
  'acknowledgement',
])

function showAlert(
  screen: Screen,
  alert: Received<'AlertWithHistory'>,
  { now, more: states = [] }: ShowView<unknown, ReceiverStates>,
): void {
  const id = asText(alert.id)
  const verb = alert.state === 'cleared' ? '' : 'raised '
  const since = `, ${verb}${describeTime(alert.since, now)}`
  screen.line(
    { text: `Alert ${id}: `, tone: 'strong' },
    `${asText(alert.name)}, `,
    describeAlertState(alert.state),
    since,
  )
  const end = describeAlertEnd(alert.ended_by)
  if (end !== undefined) screen.line(`Cleared: ${end}.`)
  const taken = describeAcknowledgement(alert.acknowledgement, now)
  if (taken !== undefined) screen.line(taken)
  const others = Object.entries(alert).filter(
    // `all_silences_seen` matters only if a silence could not be evaluated.
    ([member, value]) => !SAID_ELSEWHERE.has(member) && (member !== 'all_silences_seen' || value === false),
  )
  screen.fields(
    others.map(([member, value]) => [member.replaceAll('_', ' '), describeMember(member, value, now)]),
  )
  const history = asObjects(alert.history)
  for (const event of foldFlapping(history)) {
    if ('members' in event) {
      showFlapping(screen, event, { id, now })
      continue
    }
    const why = describeAlertEnd(event.ended_by)
    const change = describeChange(event)
    screen.line(
      `Event ${asText(event.id)}, ${describeTime(event.at, now)}: ${change}${why === undefined ? '' : ` (${why})`}`,
    )
  }
  if (history.length >= HISTORY_MAX) {
    screen.line(`The newest ${HISTORY_MAX} events are shown; all: ${listCommand(id)}`)
  }
  if (states.length > 0) {
    screen.line({ text: 'Receivers in current-state mode', tone: 'dim' })
    screen.table([...WEBHOOK_COLUMNS, ...receiverStateColumns(now)], states)
  }
  const ending = describeEnding(alert, now)
  if (ending !== undefined) screen.line(ending)
}

function showFlapping(
  screen: Screen,
  flapping: Flapping<Received<'AlertEvent'>>,
  { id, now }: { readonly id: string; readonly now: Instant },
): void {
  const { members } = flapping
  const [newest] = members
  const ids = `${asText(members.at(-1)?.id)} to ${asText(newest?.id)}`
  const times = flappingText(flapping, (ms) => describeSeconds(Math.round(ms / 1000)))
  const flapped = `raised (${asText(newest?.old_state)}) and cleared ${times}`
  screen.line(`Events ${ids}, ${describeTime(newest?.at, now)}: ${flapped}; each: ${listCommand(id)}`)
}

function listCommand(id: string): string {
  return commandLine(`event list --alert ${id} --all`)
}

function describeEnding(alert: Received<'AlertWithHistory'>, now: Instant): string | undefined {
  const from = parseInstant(asText(alert.clearable_from))
  if (from === undefined) return undefined
  const clear = commandLine(`alert clear ${asText(alert.id)}`)
  return from > now
    ? `Its monitor still reports it. If no report arrives, you can clear it ${describeTime(alert.clearable_from, now)}: ${clear}`
    : `If its monitor will never clear it: ${clear}`
}

function describeAcknowledgement(
  given: Received<'Alert'>['acknowledgement'],
  now: Instant,
): string | undefined {
  if (!given) return undefined
  const note = asText(given.note)
  const said = `Acknowledged by ${asText(given.by)} ${describeTime(given.at, now)}, ${describeAcknowledgementEnd(given, now)}`
  return `${said}${note === '' ? '' : `: ${note}`}`
}

type ReceiverStates = readonly Received<'ReceiverState'>[]

async function askReceiverStates(client: ApiClient, id: string): Promise<ReceiverStates> {
  try {
    return (await ask(client, 'GET', '/v1/alerts/{id}/receiver-states', { id })).json.items ?? []
  } catch (error) {
    // A service of an older release has no receiver states.
    if (error instanceof CliError && error.status === 404) return []
    throw error
  }
}

const WEBHOOK_COLUMNS: readonly Column<Received<'ReceiverState'>>[] = [
  { title: 'WEBHOOK', cell: ({ webhook_id: id }) => asText(id), align: 'right' },
  { title: 'NAME', cell: ({ webhook_name: name }) => asText(name) || '-', shrinks: true },
]

export function defineAlertClear(context: CliContext) {
  const command = new TaughtCommand('clear', {
    summary: 'clear an alert by hand',
    description:
      'Clears an alert that no monitor will report as cleared. Webhooks are notified that it was cleared by hand. Refused while its monitor still reports it, because the next report would raise it again: that is until ten minutes after its last report, or until what its monitor promised has run out. One that is cleared already stays as it is.',
    examples: {
      'tocsin alert clear 42 --note "the server is gone"': 'with a note for the audit log',
      'tocsin alert clear 42': 'without one',
    },
  })
    .argument('<id>', 'id of the alert', parseId)
    .option('--note <text>', 'why, for the audit log')
  return actOnService(command, context, async (session, { note }, id) => {
    const body = note === undefined ? {} : { note }
    const { text, json } = await ask(session.client, 'POST', '/v1/alerts/{id}/clear', { id, body })
    session.print(text, (screen) => {
      const count = json.deliveries
      const notified =
        json.result === 'cleared' ? ` ${count} ${count === 1 ? 'webhook' : 'webhooks'} will be notified.` : ''
      screen.line(`${asText(json.detail)}${notified}`)
    })
  })
}
