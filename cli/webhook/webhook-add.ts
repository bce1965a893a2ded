import { actOnService, ask, type Session } from '../client/session.ts'
import { usageError } from '../program/cli-error.ts'
import { type CliContext, type CommandHelp, type OptionsOf, TaughtCommand } from '../program/command.ts'
import { asObjects, asText, type Received } from '../view/response.ts'
import { parseFields } from '../options/option-values.ts'
import { draftWebhook, meansPreset } from './preset.ts'
import { toClearRequestMember } from './member-options.ts'
import { findMatchFindings, showMatchWarnings } from '../resource/match-warnings.ts'
import { showWarnings } from './webhook-view.ts'
import { addWebhookOptions, toWebhookMembers } from './webhook-options.ts'
import { commandLine } from '../program/command-line.ts'

function addOptions(command: TaughtCommand) {
  const named = command
    .option('--name <name>', 'name, for people; required without a preset')
    .option(
      '--url <url>',
      'address it calls; markers such as %AlertID% may be in it; required without a preset',
    )
    .option('--preset <name>', 'the preset to begin with, such as slack-blocks (tocsin preset list)')
    .option(
      '--field <name=value>',
      'with --preset: a value that it needs (tocsin preset show NAME), e.g. url=https://…; may stand several times',
      parseFields,
    )
  return addWebhookOptions(named)
}

type AddOptions = OptionsOf<typeof addOptions>

export function defineWebhookAdd(context: CliContext) {
  const command = addOptions(new TaughtCommand('add', HELP))
  return actOnService(command, context, async (session, options) => {
    const members = await toNewMembers(options, session)
    const { text, json } = await ask(session.client, 'POST', '/v1/webhooks', { body: members })
    const findings = await findMatchFindings(session, json)
    session.print(text, (screen) => {
      const id = asText(json.id)
      screen.line({ text: `Webhook ${id}`, tone: 'strong' }, ` added: ${asText(json.name)}`)
      showWarnings(screen, json.warnings)
      showMatchWarnings(screen, findings)
      screen.line(`Try it with: ${commandLine(`webhook test ${id}`)}`)
    })
  })
}

/** Given members win over the preset's. */
async function toNewMembers(options: AddOptions, session: Session): Promise<Received<'NewWebhook'>> {
  const { context } = session
  const { field: fields, preset, ...given } = withoutNegatedDefaults(options)
  const { header, ...rest } = given
  if (preset === undefined && (await meansPreset(given.template))) {
    throw usageError(`--template names a file. A preset is named by --preset ${given.template}.`, [
      'All presets: tocsin preset list',
    ])
  }
  if (preset === undefined && fields === undefined) {
    if (options.name === undefined) throw usageError("Required option '--name <name>' not specified.")
    if (options.url === undefined) throw usageError("Required option '--url <url>' not specified.")
    const members = await toWebhookMembers(given, context)
    const clear_request = await toClearRequestMember(given, null, context)
    return {
      ...members,
      ...(clear_request !== undefined && { clear_request }),
      ...(options.header && { http_headers: options.header }),
    }
  }
  if (preset === undefined) {
    throw usageError('--field needs --preset with the name of a preset, such as slack-blocks.', [
      'All presets: tocsin preset list',
    ])
  }
  const begun = await draftWebhook(session, preset, fields ?? {}, rest.payloadType)
  // The preset's mode is every new webhook's, unless the options here imply the other one.
  const { mode: _default, ...ofPreset } = begun
  const headers = [...asObjects(begun.http_headers), ...(header ?? [])]
  const members = await toWebhookMembers(rest, context)
  const clear_request = await toClearRequestMember(rest, begun.clear_request, context)
  return {
    ...ofPreset,
    ...members,
    ...(clear_request !== undefined && { clear_request }),
    http_headers: headers,
  }
}

/** Commander says true for each `--no-…` that was not given: the default, not a wish. */
function withoutNegatedDefaults(options: AddOptions): Partial<AddOptions> {
  const { low, medium, high, cleared, ...rest } = options
  const given = Object.entries({ low, medium, high, cleared }).filter(([, value]) => value === false)
  return { ...rest, ...Object.fromEntries(given) }
}

const HELP: CommandHelp = {
  summary: 'add a webhook',
  description:
    'Adds a webhook. Without a template it sends a default payload that holds everything known; without --only or --no-… it gets every state. `--url` is the address that the webhook calls; the address of the service is given before the command (tocsin --url … webhook add --url …), in TOCSIN_URL, or with `tocsin configure`.',
  examples: {
    'tocsin webhook add --preset slack-blocks --field url=https://hooks.slack.com/services/T0/B0/EXAMPLE':
      'from a preset: template, limits and rules come with it',
    'tocsin webhook add --preset telegram --field token=123456789:EXAMPLE --field chat_id=-1001234567890 --payload-type JOB':
      'the same preset for job runs',
    'tocsin webhook add --name try-out --url http://127.0.0.1:9000/':
      'to the receiver that `tocsin listen` starts',
    "tocsin webhook add --name pager --url https://pager.example.com/hook --only high,cleared --header 'Authorization: Bearer s3cret'":
      'only high alerts, and their clears',
    'tocsin webhook add --name chat --url https://chat.example.com/hook --template-text \'{"text": "%AlertName% is %CurrentState%"}\'':
      'a payload of your own',
    'tocsin webhook add --name nightly --url https://ops.example.com/jobs --payload-type JOB --template job.json':
      'about job runs, with a template from a file',
  },
}
