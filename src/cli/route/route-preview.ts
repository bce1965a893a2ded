import type { Command } from 'commander'
import { PAYLOAD_TYPES, type PayloadType } from '../../domain/webhook/webhook.ts'
import { actOnService } from '../client/client-command.ts'
import { ask } from '../client/ask.ts'
import { oneOf, parseId } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import type { Received } from '../view/api-types.ts'
import { asNumber, asObject, asObjects, asText } from '../view/json-value.ts'
import { describeTime } from '../view/human-time.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Screen } from '../view/screen.ts'
import { describeChange } from '../view/state-words.ts'

interface PreviewOptions {
  readonly match?: string
  readonly webhook?: string
  readonly payloadType?: PayloadType
}

export function defineRoutePreview(context: CliContext): Command {
  const command = new TaughtCommand('preview', {
    summary: 'say which of the last events a webhook would get with these matchers',
    description:
      'Decides as the service does when a report comes in, for the last 1,000 events. Nothing is changed. With --webhook it compares with what that webhook gets now.',
    examples: [
      ['tocsin route preview --match \'label.team="dba"\'', 'a webhook that is new'],
      ["tocsin route preview --webhook 3 --match 'severity!=low'", 'webhook 3 with other matchers'],
    ],
  })
  command
    .option('--match <matchers>', 'the matchers; without it every event, or what the webhook has')
    .option('--webhook <id>', 'the webhook that would be changed', parseId)
    .option('--payload-type <type>', `of a new webhook: ${PAYLOAD_TYPES.join(' or ')}`, oneOf(PAYLOAD_TYPES))
  return actOnService<PreviewOptions>(command, context, async (session, options) => {
    const { match, webhook, payloadType } = options
    const { text, json } = await ask(session.client, 'POST', '/v1/routing/preview', {
      body: {
        match,
        webhook_id: webhook === undefined ? undefined : Number(webhook),
        payload_type: payloadType,
      },
    })
    session.print(text, (screen) => showPreview(screen, json, context.clock.now()))
  })
}

const SIGNS: Readonly<Record<string, string>> = { added: '+', removed: '-' }

function showPreview(screen: Screen, preview: Received<'MatchPreview'>, now: Instant): void {
  const { examined, matched, added, removed, raises, clears } = preview
  const changes = `${asText(added)} new, ${asText(removed)} no longer`
  screen.line(`Of the last ${asText(examined)} events it would get ${asText(matched)}: ${changes}.`)
  if ((asNumber(clears) ?? 0) > 0)
    screen.line(`${asText(raises)} of these raise or change an alert, ${asText(clears)} clear one.`)
  if (preview.is_complete === false) screen.line('There was no time to look at more events.')
  for (const { change, event_id: id, event } of asObjects(preview.events)) {
    const brief = asObject(event)
    screen.line(
      `  ${SIGNS[asText(change)] ?? ' '} ${asText(id)}  ${asText(brief.name)}, ${describeChange(brief)}, ${describeTime(brief.at, now)}`,
    )
  }
  for (const finding of preview.findings ?? []) screen.line({ text: asText(finding), tone: 'warn' })
}
