import type { Mode } from '../../src/domain/webhook/webhook.ts'
import { CliError, usageError } from '../program/cli-error.ts'
import { actOnService, ask, type Session } from '../client/session.ts'
import { type CliContext, type CommandHelp, type OptionsOf, TaughtCommand } from '../program/command.ts'
import { asObject, asObjects, asText, type Received } from '../view/response.ts'
import { collectTexts, parseIds, type HeaderText } from '../options/option-values.ts'
import { showWarnings } from './webhook-view.ts'
import { findRuleOfPreset, toClearRequestMember } from './member-options.ts'
import { addWebhookOptions, toWebhookMembers } from './webhook-options.ts'
import { findMatchFindings, showMatchWarnings } from '../resource/match-warnings.ts'
import { commandLine } from '../program/command-line.ts'

function editOptions(command: TaughtCommand) {
  const named = command
    .argument('<ids...>', 'ids of the webhooks', parseIds)
    .option('--name <name>', 'name, for people')
    .option('--url <url>', 'address it calls')
  return addWebhookOptions(named)
    .option('--low', 'send when an alert becomes low')
    .option('--medium', 'send when an alert becomes medium')
    .option('--high', 'send when an alert becomes high')
    .option('--cleared', 'send when an alert is cleared')
    .option('--enabled', 'call it again')
    .option('--remove-header <name>', 'remove a header; may stand several times', collectTexts)
    .option('--remove-tag <name>', 'remove a tag; may stand several times', collectTexts)
    .option(
      '--rule-of-preset [name]',
      'take the response rule of this preset; without a name: of the one that its address tells',
    )
    .option('--dry-run', 'with --mode: only show which alerts Tocsin would assume the receiver knows')
}

/** The table of settings has `--mode`. */
type EditOptions = OptionsOf<typeof editOptions> & { readonly mode?: Mode }

export function defineWebhookEdit(context: CliContext) {
  const command = editOptions(new TaughtCommand('edit', HELP))
  return actOnService(command, context, async (session, options, ids) => {
    // Each by its own request: if a later one is refused, the earlier ones stay changed.
    for (const id of ids) await editWebhook(session, id, options)
  })
}

async function editWebhook(session: Session, id: string, options: EditOptions): Promise<void> {
  const { client, context } = session
  if (options.dryRun === true) return previewModeChange(session, id, options)
  const members = await toWebhookMembers(options, context)
  const { header = [], removeHeader = [], tag, removeTag } = options
  const changesHeaders = header.length + removeHeader.length > 0
  const changesTags = tag !== undefined || removeTag !== undefined
  if (Object.keys(options).length === 0) {
    throw usageError('Nothing to change was given.', [
      'Give at least one option, such as --url or --disabled.',
    ])
  }
  const known = await ask(client, 'GET', '/v1/webhooks/{id}', { id })
  const clear_request = await toClearRequestMember(options, known.json.clear_request, context)
  const response_rule = await findRuleOfPreset(session, id, options.responseRule, options.ruleOfPreset)
  const headers = asObjects(known.json.http_headers)
  const body = {
    ...members,
    ...(response_rule !== undefined && { response_rule }),
    ...(clear_request !== undefined && { clear_request }),
    ...(changesHeaders && { http_headers: changeHeaders(headers, { set: header, removed: removeHeader }) }),
    ...(changesTags && { tags: changeTags(known.json.tags, { set: tag, removed: removeTag }) }),
  }
  // `If-Match` names the revision that was read, so no concurrent change is undone.
  const change = { id, body, ifMatch: known.etag }
  const { text, json } = await ask(client, 'PATCH', '/v1/webhooks/{id}', change).catch(explainLostUpdate)
  const findings = members['match'] === undefined ? [] : await findMatchFindings(session, json)
  session.print(text, (screen) => {
    screen.line({ text: `Webhook ${id}`, tone: 'strong' }, ` changed: ${asText(json.name)}`)
    showWarnings(screen, json.warnings)
    showMatchWarnings(screen, findings)
    screen.line(`See it with: ${commandLine(`webhook show ${id}`)}`)
  })
}

/** Options with which there is something to preview; the last ones say how to ask. */
const FORESEEING: ReadonlySet<string> = new Set(['mode', 'dryRun', 'json', 'token', 'tokenFile', 'caFile'])

/** Shows what a change of mode does to the receiver state; other changes have no preview. */
async function previewModeChange(session: Session, id: string, options: EditOptions): Promise<void> {
  const { mode } = options
  if (mode === undefined || Object.keys(options).some((name) => !FORESEEING.has(name))) {
    throw usageError('--dry-run previews only a change of --mode.', [
      `Give it beside --mode and nothing else: tocsin webhook edit ${id} --mode current_state --dry-run`,
    ])
  }
  const body = { mode, dry_run: true }
  const { text, json } = await ask(session.client, 'POST', '/v1/webhooks/{id}/mode', { id, body })
  session.print(text, (screen) => screen.line(asText(json.detail)))
}

type KnownHeader = Received<'WebhookHTTPHeader'>

/**
 * Returns the whole new list, as the API takes it: known headers keep their ids. Names ignore case. Throws a
 * usage error for removing a missing header.
 */
export function changeHeaders(
  known: readonly KnownHeader[],
  { set, removed }: { readonly set: readonly HeaderText[]; readonly removed: readonly string[] },
): readonly KnownHeader[] {
  const missing = removed.find((name) => !known.some((header) => isNamed(header, name)))
  if (missing !== undefined) {
    const names = known.map((header) => asText(header.http_header_key)).join(', ') || 'none'
    throw usageError(`--remove-header is "${missing}", but the webhook has no such header; it has ${names}.`)
  }
  const kept = known
    .filter((header) => !removed.some((name) => isNamed(header, name)))
    .map((header) => {
      const change = set.findLast(({ http_header_key: key }) => isNamed(header, key))
      return change ? { ...header, ...change } : header
    })
  const added = set.filter(({ http_header_key: key }) => !kept.some((header) => isNamed(header, key)))
  return [...kept, ...added.map((header) => ({ ...header }))]
}

/**
 * Returns the whole new tags. Removing a missing one is fine: the same change is often made to many webhooks.
 */
export function changeTags(
  known: Received<'Webhook'>['tags'],
  {
    set,
    removed = [],
  }: {
    readonly set?: Readonly<Record<string, string>> | undefined
    readonly removed?: readonly string[] | undefined
  },
): Readonly<Record<string, string>> {
  const kept = Object.entries(asObject(known)).filter(([name]) => !removed.includes(name))
  return { ...Object.fromEntries(kept.map(([name, value]) => [name, asText(value)])), ...set }
}

function isNamed(header: KnownHeader, name: string): boolean {
  return asText(header.http_header_key).toLowerCase() === name.toLowerCase()
}

function explainLostUpdate(error: unknown): never {
  if (error instanceof CliError && /precondition/i.test(error.title)) {
    throw new CliError(error.message, {
      ...error,
      hints: ['Somebody else changed it in this moment; look at it, and run the command again.'],
      cause: error,
    })
  }
  throw error
}

const HELP: CommandHelp = {
  summary: 'change a webhook',
  description:
    'Changes only the given options. A --header or --tag replaces the one of the same name or is added; the others stay. If somebody else changes the webhook at the same moment, nothing is changed and the command says so. `--url` is the address that the webhook calls; the address of the service is given before the command.',
  examples: {
    'tocsin webhook edit 1 --url https://chat.example.com/new-hook': 'another address',
    'tocsin webhook edit 1 --no-low --cleared': 'no longer low ones, but cleared ones',
    'tocsin webhook edit 1 --rule-of-preset': 'count as accepted only what its preset does',
    "tocsin webhook edit 1 --header 'X-Team: dba' --remove-header X-Old": 'one header set, one removed',
    'tocsin webhook edit 1 --disabled': 'pause it',
    'tocsin webhook edit 20 21 --disabled': 'pause several, one after the other',
    'tocsin webhook edit 20 21 --tag team=dba': 'tag several',
    'tocsin webhook edit 1 --mode current_state --dry-run': 'preview mode current_state',
    'tocsin webhook edit 1 --timeout default': 'back to the time limit of the service',
  },
}
