import type { Issue } from '../../src/domain/errors.ts'
import { HIDDEN } from '../../src/domain/redaction/redact.ts'
import { actOnService, mapAtOnce, type Session } from '../client/session.ts'
import { CliError, usageError } from '../program/cli-error.ts'
import { readAuthoritiesFile } from '../client/client-settings.ts'
import { type CliContext, type CommandHelp, type OptionsOf, TaughtCommand } from '../program/command.ts'
import { ForeignServer, parseForeignAddress } from './foreign-server.ts'
import type { ForeignReading, ForeignWebhook } from './foreign-webhook.ts'
import { idOfPartial, readForeignWebhooks } from './foreign-webhook.ts'
import { readServiceWebhooks } from '../definitions/webhook-definition.ts'
import type { Refused } from './plan-view.ts'
import { addPlanOptions, type Mistaken, type PlanFlags, runPlan } from './run-plan.ts'
import { asObject, asObjects, asText } from '../view/response.ts'
import { readTextFile } from '../options/files.ts'

/** Spares a server that may be small. */
const READS_AT_ONCE = 4
const PASSWORD_BYTES_MAX = 4096

export function defineImport(context: CliContext) {
  const command = addImportOptions(new TaughtCommand('import', HELP))
  return actOnService(command, context, importWebhooks)
}

const HELP: CommandHelp = {
  summary: 'copy webhooks from another server',
  description:
    'Copies the webhooks of any server that speaks the management interface, v6 or v15, into this service: shows what would be created and changed, asks, and does it. A webhook is found by its name; what the other server does not know of it (time limit, rate, TLS, …) stays as it is here, and webhooks that only this service has stay too. So a second import changes nothing. Everything behind `import` is about the other server; the address and token of this service are given before it (tocsin --url … --token … import …), in TOCSIN_URL and TOCSIN_TOKEN, or with `tocsin configure`. Exit codes: 0 done, or nothing to do; 1 something could not be copied; 2 a usage mistake; 3 there is something to do, and nobody agreed to it. See docs/moving-in.md.',
  examples: {
    'tocsin import --from https://server/api/v15 --token eyJhbGciOi':
      'shows the plan and asks; the token is that of the other server',
    'tocsin import --from https://server/pem/api/v15 --user enterprisedb --ca-file server-ca.pem':
      'by user and password, which it asks for; the server has a certificate of its own',
    'tocsin import --from https://server/api/v6 --dry-run':
      'the plan only; the token of the other server is in TOCSIN_FROM_TOKEN',
  },
}

function addImportOptions(command: TaughtCommand) {
  const named = command
    .option('--from <url>', 'interface of the other server, such as https://server/api/v15')
    .option(
      '--user <name>',
      'user of the other server, instead of a token (password: TOCSIN_FROM_PASSWORD, or asked)',
    )
    .option('--password-file <file>', 'file with the password of that user; - reads stdin')
  return addPlanOptions(named)
    .option('--token <token>', 'token of the other server (or TOCSIN_FROM_TOKEN)')
    .option('--ca-file <file>', 'PEM file with the authorities that vouch for the other server')
}

type ImportOptions = OptionsOf<typeof addImportOptions>

async function importWebhooks(session: Session, options: ImportOptions): Promise<void> {
  const { from, caFile } = options
  if (from === undefined) throw usageError("Required option '--from <url>' not specified.")
  const address = parseForeignAddress(from)
  const server = new ForeignServer(address, readAuthoritiesFile(caFile))
  const signedIn = await authenticate(server, session, options)
  try {
    const listed = await server.listWebhooks()
    const whole = await mapAtOnce(listed, (webhook) => complete(server, webhook), READS_AT_ONCE)
    await copyAll(session, readForeignWebhooks(whole, address.version), options)
  } finally {
    if (signedIn) await server.signOut()
  }
}

async function copyAll(
  session: Session,
  { webhooks, refused, notes }: ForeignReading,
  flags: PlanFlags,
): Promise<void> {
  const onMistakes = (mistakes: readonly Mistaken[]) =>
    [...Map.groupBy(mistakes, ({ index }) => index)].map(([at, issues]): Refused => {
      const { name = '', ...webhook } = webhooks[at] ?? {}
      return { name, issues: issues.map(({ path, message }) => explainHidden({ path, message }, webhook)) }
    })
  const known = new Set((await readServiceWebhooks(session.client)).webhooks.map(({ name }) => name))
  // The other server sends every change; a webhook that exists here keeps its mode.
  const sent = webhooks.map(({ name, members }) =>
    known.has(name) ? { ...members, name } : { ...members, mode: 'every_change', name },
  )
  return runPlan(session, { webhooks: sent, absent: 'keep', refused, notes, onMistakes }, flags)
}

function explainHidden(issue: Issue, { members, isUrlHidden }: Partial<ForeignWebhook>): Issue {
  if (issue.path === 'url' && isUrlHidden === true) return { path: 'url', message: MUST_BE_ENTERED }
  const [, index] = /^http_headers\[(\d+)\]/.exec(issue.path) ?? []
  const header = asObjects(members?.['http_headers'])[Number(index)]
  if (header?.['http_header_value'] !== HIDDEN) return issue
  return { path: `header ${asText(header['http_header_key'])}`, message: MUST_BE_ENTERED }
}

const MUST_BE_ENTERED =
  'is hidden by the other server and must be entered again: add this webhook here with it, under the same name'

/** Reads a webhook that the list shows in part, if it can be read alone. */
async function complete(server: ForeignServer, webhook: unknown): Promise<unknown> {
  const id = idOfPartial(webhook)
  if (id === undefined) return webhook
  try {
    return { ...asObject(webhook), ...asObject(await server.readWebhook(id)) }
  } catch (error) {
    if (error instanceof CliError && error.status === 404) return webhook
    throw error
  }
}

/** Returns whether a token was issued that must be ended. */
async function authenticate(
  server: ForeignServer,
  { context: { environment, terminal } }: Session,
  { token, user, passwordFile }: ImportOptions,
): Promise<boolean> {
  if (token !== undefined && user !== undefined) throw usageError('--token and --user cannot both be given.')
  if (passwordFile !== undefined && user === undefined) throw usageError('--password-file needs --user.')
  if (user === undefined) {
    const given = token ?? environment['TOCSIN_FROM_TOKEN'] ?? ''
    if (/^[\x21-\x7e]{1,8000}$/.test(given)) server.useToken(given)
    else if (given !== '')
      throw usageError('The token of the other server must be printable ASCII characters without spaces.')
    return false
  }
  await server.signIn(user, await readPassword(user))
  return true

  async function readPassword(name: string): Promise<string> {
    const rules = { option: '--password-file', terminal, bytesMax: PASSWORD_BYTES_MAX }
    if (passwordFile !== undefined) return (await readTextFile(passwordFile, rules)).replace(/\r?\n$/, '')
    const known = environment['TOCSIN_FROM_PASSWORD']
    if (known !== undefined && known !== '') return known
    if (terminal.isInteractive) return terminal.ask(`Password of ${name}: `, { isHidden: true })
    throw usageError('There is nobody to ask for the password; give TOCSIN_FROM_PASSWORD or --password-file.')
  }
}
