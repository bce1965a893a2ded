import { redactText } from '../../src/domain/redaction/redact-text.ts'
import { actOnService, mapAtOnce, printJson, type Session } from '../client/session.ts'
import { CliError, failure } from '../program/cli-error.ts'
import { type CliContext, TaughtCommand } from '../program/command.ts'
import { formatCount } from '../../src/domain/spelling.ts'
import { writeDefinitions, type ExportedWebhook } from './definition-writer.ts'
import { asText } from '../view/response.ts'
import { replaceText } from '../options/files.ts'
import { readServiceWindows, type StoredWindow } from './window-definition.ts'
import { readServiceWebhooks, readSigningSecret } from './webhook-definition.ts'
import { linesForTerminal } from '../view/terminal-text.ts'
import { commandLine } from '../program/command-line.ts'

export function defineExport(context: CliContext) {
  const command = new TaughtCommand('export', {
    summary: 'write webhooks and maintenance windows as a file for `tocsin apply`',
    description:
      'Writes every webhook and maintenance window of the service as YAML, ordered by name, so that the file can be kept under version control and applied to this or another service. Secrets are not in it: ${NAME:-***} stands for each, and their names are on stderr and at the top of the file; `tocsin apply` takes the values from the environment, and where one is not set the service keeps the secret that it has. With --with-secrets they are in the file (which then only its owner may read), except the keys of client certificates, which the service never shows. See docs/moving-in.md.',
    examples: {
      'tocsin export -o webhooks.yaml': 'into a file; one that is there is written over',
      'tocsin export': 'to stdout',
      'tocsin export -o secret.yaml --with-secrets': 'with a token that has the scope secrets:read',
      'tocsin export --json': 'the same as JSON, which `tocsin apply` reads as well',
    },
  })
    .option('-o, --output <file>', 'where to write it (default: stdout)')
    .option('--with-secrets', 'secrets too; needs the scope secrets:read')
  return actOnService(command, context, (session, { output, withSecrets = false }) =>
    exportWebhooks(session, output, withSecrets),
  )
}

async function exportWebhooks(
  session: Session,
  output: string | undefined,
  withSecrets: boolean,
): Promise<void> {
  const webhooks = await readForExport(session, withSecrets)
  const { text, names } = writeDefinitions(webhooks, {
    isJson: session.isJson,
    schemaUrl: session.client.addressOf('/openapi/webhooks.schema.json'),
    windows: await readWindows(session, webhooks),
  })
  if (output === undefined) show(session, text)
  else await replaceText(output, text, session.context.machine)
  if (output !== undefined) session.note(`${formatCount(webhooks.length)} webhooks are in ${output}.`)
  if (names.length > 0) {
    session.note(
      `For these secrets the file has references; where one is not set in the environment, \`${commandLine('apply')}\` leaves the secret of the service as it is:`,
      ...names.map((name) => `  ${name}`),
    )
  }
  if (!withSecrets) warnOfTemplates(session, webhooks)
  for (const [name, same] of Map.groupBy(webhooks, (webhook) => webhook.name)) {
    if (same.length < 2) continue
    const ids = same.map(({ id }) => id).join(', ')
    session.note(
      `Warning: ${same.length} webhooks are called "${name}" (ids ${ids}); rename all but one, for \`${commandLine('apply')}\` finds them by name.`,
    )
  }
}

/** Returns the windows by name; none, with a note, if the token may not read them. */
async function readWindows(
  session: Session,
  webhooks: readonly ExportedWebhook[],
): Promise<readonly StoredWindow[]> {
  const names = new Map(webhooks.map(({ id, name }) => [id, name]))
  try {
    const windows = await readServiceWindows(session.client, names)
    return windows.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    if (!(error instanceof CliError) || error.status !== 403) throw error
    session.note('Maintenance windows are left out: this token may not read them (deliveries:read).')
    return []
  }
}

const NAMED_MAX = 5

/** The service shows templates whole to all who may read webhooks. */
function warnOfTemplates(session: Session, webhooks: readonly ExportedWebhook[]): void {
  const doubtful = webhooks.filter(({ members }) => {
    const template = asText(members['payload_template'])
    return redactText(template) !== template
  })
  if (doubtful.length === 0) return
  const shown = doubtful.slice(0, NAMED_MAX).map(({ name }) => `"${name}"`)
  const more =
    doubtful.length > shown.length ? ` and ${formatCount(doubtful.length - shown.length)} more` : ''
  const whose =
    doubtful.length === 1
      ? `the payload template of ${shown[0]} may hold a secret, and is`
      : `the payload templates of ${formatCount(doubtful.length)} webhooks may hold secrets, and are`
  const names = doubtful.length === 1 ? '' : ` (${shown.join(', ')}${more})`
  session.note(
    `Warning: ${whose} in the file as ${doubtful.length === 1 ? 'it is' : 'they are'}${names}; write a reference such as \${NAME} in place of each.`,
  )
}

/** Prints text: unchanged to a pipe, without control characters on a screen. */
function show({ context: { terminal }, isJson }: Session, text: string): void {
  if (isJson) printJson({ terminal }, text)
  else if (terminal.columns === undefined) terminal.out(text)
  else
    terminal.out(
      linesForTerminal(text)
        .map((line) => `${line}\n`)
        .join(''),
    )
}

async function readForExport(session: Session, withSecrets: boolean): Promise<readonly ExportedWebhook[]> {
  const { client } = session
  const { webhooks, isMasked } = await readServiceWebhooks(client, withSecrets ? 'secrets' : undefined)
  if (withSecrets && isMasked) {
    throw failure('This token may not see secrets: --with-secrets needs the scope secrets:read.', [
      'Without --with-secrets references are written in their place.',
    ])
  }
  const signed = webhooks.filter(({ isSigned }) => isSigned)
  const secrets = withSecrets ? await mapAtOnce(signed, ({ id }) => readSigningSecret(client, id)) : []
  const secretOf = new Map(signed.map(({ id }, index) => [id, secrets[index]]))
  return webhooks.map((webhook) => ({ ...webhook, signingSecret: secretOf.get(webhook.id) }))
}
