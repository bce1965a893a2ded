import type { Command } from 'commander'
import type { Received } from '../view/api-types.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/show.ts'
import { asObjects, asText, asTexts } from '../view/json-value.ts'
import type { Screen } from '../view/screen.ts'
import type { Column } from '../view/table.ts'
import { addCommandLine } from './receiver-draft.ts'

export function defineReceiver(context: CliContext): Command {
  return defineNoun(
    'receiver',
    {
      summary: 'list and show the receivers to start from',
      description:
        'The gallery: receivers that many teams have, from Slack to ServiceNow, each with a template, limits and rules. A webhook that was made from one does not depend on it any more.',
      examples: [
        ['tocsin receiver list', 'all there are'],
        ['tocsin receiver show pagerduty', 'what it asks for, where to find that, and the command to paste'],
      ],
    },
    [defineReceiverList(context), defineReceiverShow(context)],
  )
}

function defineReceiverList(context: CliContext): Command {
  return defineList(context, {
    path: '/v1/receivers',
    help: {
      summary: 'list the receivers to start from',
      description: 'Lists the presets: their names, payload types, and fields.',
      examples: [
        ['tocsin receiver list', 'all of them'],
        ['tocsin receiver list --json', 'the same as JSON, with where to find what each asks for'],
      ],
    },
    isWhole: true,
    columns: () => COLUMNS,
    after: (screen) => screen.line('What one asks for, and the command to paste: tocsin receiver show NAME'),
  })
}

const COLUMNS: readonly Column<Received<'ReceiverSummary'>>[] = [
  { title: 'NAME', cell: (receiver) => asText(receiver.id) },
  { title: 'KIND', cell: (receiver) => asText(receiver.kind) },
  { title: 'TOLD ABOUT', cell: (receiver) => asTexts(receiver.payload_types).join(', ') },
  { title: 'ASKS FOR', cell: (receiver) => requiredFields(receiver).join(', '), shrinks: true },
  { title: 'WHAT IT IS', cell: (receiver) => asText(receiver.name), shrinks: true },
]

function requiredFields({ fields }: Received<'ReceiverSummary'>): readonly string[] {
  return asObjects(fields)
    .filter(({ required }) => required === true)
    .map(({ name }) => asText(name))
}

function defineReceiverShow(context: CliContext): Command {
  return defineShow(context, {
    path: '/v1/receivers/{id}',
    help: {
      summary: 'show what a receiver asks for, and the command to paste',
      description:
        'Shows what the receiver asks for and where to find it, what comes with it, what to know about it, and the command that adds a webhook for it.',
      examples: [
        ['tocsin receiver show slack-blocks', 'where the URL is found, and the command to paste'],
        ['tocsin receiver show ntfy --json', 'everything about it, its templates included'],
      ],
    },
    argument: 'name of the receiver, such as slack-blocks',
    hasName: true,
    draw: showReceiver,
  })
}

function showReceiver(screen: Screen, receiver: Received<'Receiver'>): void {
  const types = asTexts(receiver.payload_types)
  screen.line({ text: asText(receiver.name), tone: 'strong' })
  screen.line(asText(receiver.summary))
  screen.line('')
  for (const field of asObjects(receiver.fields)) showField(screen, field)
  screen.fields([
    ['events', types.join(', ')],
    [
      'mode',
      receiver.mode === 'current_state' ? 'present: what is so now, and its end' : asText(receiver.mode),
    ],
    [
      'clears by',
      receiver.clear_request
        ? `${asText(receiver.clear_request.method)} ${asText(receiver.clear_request.url)}`
        : '',
    ],
    ['accepted by', asText(receiver.accepted_by)],
    ['answer rule', jsonOrNothing(receiver.response_rule)],
    ['rate limit', asText(receiver.rate_limit)],
    ['timeout', asText(receiver.timeout)],
    ['retry schedule', asText(receiver.retry_schedule)],
    ['limits', describeLimits(receiver.limits)],
    ['documentation', asText(receiver.documentation)],
  ])
  for (const note of asTexts(receiver.notes)) screen.line(`- ${note}`)
  screen.line('')
  screen.line('Add it, with your own values:')
  screen.block(addCommandLine(receiver))
  if (types.length > 1) screen.line('About job runs instead of alerts: add --payload-type JOB')
  screen.line('Then check it: tocsin webhook test ID')
}

function showField(screen: Screen, field: Received<'ReceiverField'>): void {
  const fallback = asText(field.default)
  const duty =
    field.required === true ? '' : fallback === '' ? ' (not required)' : ` (if not given: ${fallback})`
  screen.line({ text: asText(field.name), tone: 'strong' }, `  ${asText(field.label)}${duty}`)
  screen.block(`${asText(field.help)}\nFor example: ${asText(field.example)}`)
}

function jsonOrNothing(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : JSON.stringify(value)
}

function describeLimits(limits: Received<'Receiver'>['limits']): string {
  return asObjects(limits)
    .map(({ part, max, unit }) => `${asText(part)} ${asText(max)} ${asText(unit)}`)
    .join(', ')
}
