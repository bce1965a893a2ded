import type { Command } from 'commander'
import { actOnService } from './client-command.ts'
import type { CliContext } from './context.ts'
import { asObject, asObjects, asText } from './json-value.ts'
import type { Screen } from './screen.ts'
import { TaughtCommand, type CommandHelp } from './taught-command.ts'
import { addWebhookOptions, toWebhookMembers, type WebhookOptions } from './webhook-options.ts'

export function defineWebhookAdd(context: CliContext): Command {
  const command = new TaughtCommand('add', HELP)
  command
    .requiredOption('--name <name>', 'name, for people')
    .requiredOption('--url <url>', 'address it calls; markers such as %AlertID% may be in it')
  addWebhookOptions(command)
  return actOnService<AddOptions>(
    command,
    context,
    async (session, options) => {
      const members = await toWebhookMembers(withoutNegatedDefaults(options), context)
      const { text, json } = await session.client.send({
        method: 'POST',
        path: '/v1/webhooks',
        body: { ...members, ...(options.header && { http_headers: options.header }) },
      })
      session.print(text, (screen) => {
        const webhook = asObject(json)
        const id = asText(webhook['id'])
        screen.line({ text: `Webhook ${id}`, tone: 'strong' }, ` added: ${asText(webhook['name'])}`)
        showWarnings(screen, webhook['warnings'])
        screen.line(`Try it with: tocsin webhook test ${id}`)
      })
    },
    { ownUrl: true },
  )
}

/** What the service did, but thinks a person should look at. */
export function showWarnings(screen: Screen, warnings: unknown): void {
  for (const warning of asObjects(warnings)) {
    const path = asText(warning['path'])
    screen.line(
      { text: 'warning', tone: 'warn' },
      ` ${path === '' ? '' : `${path}: `}${asText(warning['message'])}`,
    )
  }
}

type AddOptions = WebhookOptions

/** The parser says true for each `--no-…` that was not given; that is the service's default, and not a wish. */
function withoutNegatedDefaults(options: AddOptions): WebhookOptions {
  const { low, medium, high, cleared, ...rest } = options
  const given = Object.entries({ low, medium, high, cleared }).filter(([, value]) => value === false)
  return { ...rest, ...Object.fromEntries(given) }
}

const HELP: CommandHelp = {
  summary: 'add a webhook',
  description:
    'Adds a webhook. Without a template it sends a default payload that holds everything known; without --only or --no-… it is told about every state. `--url` is the address that the webhook calls; the address of the service is given before the command (tocsin --url … webhook add --url …), in TOCSIN_URL, or with `tocsin configure`.',
  examples: [
    [
      'tocsin webhook add --name try-out --url http://127.0.0.1:9000/',
      'to the receiver that `tocsin listen` starts',
    ],
    [
      "tocsin webhook add --name pager --url https://pager.example.com/hook --only high,cleared --header 'Authorization: Bearer s3cret'",
      'what wakes somebody up, and that it is over',
    ],
    [
      'tocsin webhook add --name chat --url https://chat.example.com/hook --template-text \'{"text": "%AlertName% is %CurrentState%"}\'',
      'a payload of your own',
    ],
    [
      'tocsin webhook add --name nightly --url https://ops.example.com/jobs --payload-type JOB --template job.json',
      'about job runs, with a template from a file',
    ],
  ],
}
