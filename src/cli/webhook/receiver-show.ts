import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject, asObjects, asText, asTexts, type JsonObject } from '../view/json-value.ts'
import { addCommandLine } from './receiver-words.ts'
import type { Screen } from '../view/screen.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineReceiverShow(context: CliContext): Command {
  const command = new TaughtCommand('show', {
    summary: 'show what a receiver asks for, and the command to paste',
    description:
      'Shows what the receiver asks for and where to find it, what comes with it, what to know about it, and the command that adds a webhook for it.',
    examples: [
      ['tocsin receiver show slack-blocks', 'where the URL is found, and the command to paste'],
      ['tocsin receiver show ntfy --json', 'everything about it, its templates included'],
    ],
  })
  command.argument('<name>', 'name of the receiver, such as slack-blocks')
  return actOnService(command, context, async (session, _options, [name = '']) => {
    const path = `/v1/receivers/${encodeURIComponent(name)}`
    const { text, json } = await session.client.send({ method: 'GET', path })
    session.print(text, (screen) => showReceiver(screen, asObject(json)))
  })
}

function showReceiver(screen: Screen, receiver: JsonObject): void {
  const types = asTexts(receiver['payload_types'])
  screen.line({ text: asText(receiver['name']), tone: 'strong' })
  screen.line(asText(receiver['summary']))
  screen.line('')
  for (const field of asObjects(receiver['fields'])) showField(screen, field)
  screen.fields([
    ['told about', types.join(', ')],
    ['accepted by', asText(receiver['accepted_by'])],
    ['answer rule', jsonOrNothing(receiver['answer_rule'])],
    ['rate limit', asText(receiver['rate_limit'])],
    ['timeout', asText(receiver['timeout'])],
    ['retry schedule', asText(receiver['retry_schedule'])],
    ['limits', describeLimits(receiver['limits'])],
    ['documentation', asText(receiver['documentation'])],
  ])
  for (const note of asTexts(receiver['notes'])) screen.line(`- ${note}`)
  screen.line('')
  screen.line('Add it, with your own values:')
  screen.block(addCommandLine(receiver))
  if (types.length > 1) screen.line('About job runs instead of alerts: add --payload-type JOB')
  screen.line('Then check it: tocsin webhook test ID')
}

function showField(screen: Screen, field: JsonObject): void {
  const fallback = asText(field['default'])
  const duty =
    field['required'] === true ? '' : fallback === '' ? ' (not required)' : ` (if not given: ${fallback})`
  screen.line({ text: asText(field['name']), tone: 'strong' }, `  ${asText(field['label'])}${duty}`)
  screen.block(`${asText(field['help'])}\nFor example: ${asText(field['example'])}`)
}

function jsonOrNothing(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : JSON.stringify(value)
}

function describeLimits(limits: unknown): string {
  return asObjects(limits)
    .map(({ part, max, unit }) => `${asText(part)} ${asText(max)} ${asText(unit)}`)
    .join(', ')
}
