import type { PayloadType } from '../../src/domain/webhook/webhook.ts'
import { ask, type Session } from '../client/session.ts'
import { isThere } from '../options/files.ts'
import type { Fields } from '../options/option-values.ts'
import { CliError } from '../program/cli-error.ts'
import { commandLine, shellWord } from '../program/command-line.ts'
import { defineNoun } from '../program/command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/by-id.ts'
import { asObjects, asText, asTexts, type Received } from '../view/response.ts'
import type { Column, Screen } from '../view/screen.ts'

export const definePreset = defineNoun('preset', {
  summary: 'list and show presets',
  description:
    'Presets for receivers that many teams have, from Slack to ServiceNow: each brings a template, limits and rules. A webhook made from a preset does not depend on it afterwards.',
  examples: {
    'tocsin preset list': 'all presets',
    'tocsin preset show pagerduty': 'the values it needs, where to find them, and the command to paste',
  },
  verbs: (context) => [definePresetList(context), definePresetShow(context)],
})

const definePresetList = defineList({
  path: '/v1/presets',
  help: {
    summary: 'list the presets',
    description: 'Lists the presets: their names, payload types, and fields.',
    examples: {
      'tocsin preset list': 'all presets',
      'tocsin preset list --json': 'the same as JSON, with where to find each value',
    },
  },
  isWhole: true,
  columns: () => COLUMNS,
  after: (screen) =>
    screen.line(`The values it needs, and the command to paste: ${commandLine('preset show NAME')}`),
})

const COLUMNS: readonly Column<Received<'PresetSummary'>>[] = [
  { title: 'NAME', cell: (preset) => asText(preset.id) },
  { title: 'KIND', cell: (preset) => asText(preset.kind) },
  { title: 'EVENTS', cell: (preset) => asTexts(preset.payload_types).join(', ') },
  { title: 'NEEDS', cell: (preset) => requiredFields(preset).join(', '), shrinks: true },
  { title: 'RECEIVER', cell: (preset) => asText(preset.name), shrinks: true },
]

function requiredFields({ fields }: Received<'PresetSummary'>): readonly string[] {
  return asObjects(fields)
    .filter(({ required }) => required === true)
    .map(({ name }) => asText(name))
}

const definePresetShow = defineShow({
  path: '/v1/presets/{id}',
  help: {
    summary: 'show the values a preset needs, and the command to paste',
    description:
      'Shows the values that the preset needs and where to find them, its limits and rules, hints for setting it up, and the command that adds a webhook.',
    examples: {
      'tocsin preset show slack-blocks': 'where the URL is found, and the command to paste',
      'tocsin preset show ntfy --json': 'everything about it, its templates included',
    },
  },
  argument: 'name of the preset, such as slack-blocks',
  hasName: true,
  draw: showPreset,
})

function showPreset(screen: Screen, preset: Received<'Preset'>): void {
  const types = asTexts(preset.payload_types)
  screen.line({ text: asText(preset.name), tone: 'strong' })
  screen.line(asText(preset.summary))
  screen.line('')
  for (const field of asObjects(preset.fields)) showField(screen, field)
  screen.fields([
    ['events', types.join(', ')],
    ['mode', asText(preset.mode)],
    [
      'clears by',
      preset.clear_request
        ? `${asText(preset.clear_request.method)} ${asText(preset.clear_request.url)}`
        : '',
    ],
    ['accepted by', asText(preset.accepted_by)],
    ['response rule', preset.response_rule ? JSON.stringify(preset.response_rule) : undefined],
    ['rate limit', asText(preset.rate_limit)],
    ['timeout', asText(preset.timeout)],
    ['retry schedule', asText(preset.retry_schedule)],
    ['limits', describeLimits(preset.limits)],
    ['documentation', asText(preset.documentation)],
  ])
  for (const note of asTexts(preset.notes)) screen.line(`- ${note}`)
  screen.line('')
  screen.line('Add it, with your own values:')
  screen.block(addCommandLine(preset))
  if (types.length > 1) screen.line('For job runs instead of alerts: add --payload-type JOB')
  screen.line(`Then check it: ${commandLine('webhook test ID')}`)
}

function showField(screen: Screen, field: Received<'PresetField'>): void {
  const fallback = asText(field.default)
  const duty =
    field.required === true ? '' : fallback === '' ? ' (not required)' : ` (if not given: ${fallback})`
  screen.line({ text: asText(field.name), tone: 'strong' }, `  ${asText(field.label)}${duty}`)
  screen.block(`${asText(field.help)}\nFor example: ${asText(field.example)}`)
}

function describeLimits(limits: Received<'Preset'>['limits']): string {
  return asObjects(limits)
    .map(({ part, max, unit }) => `${asText(part)} ${asText(max)} ${asText(unit)}`)
    .join(', ')
}

/** The form of preset names, which few files have. */
const PRESET_NAME = /^[a-z]+(?:-[a-z0-9]+)*$/

/** Tells whether `--template` names a preset, as in 0.3.0, and no file. */
export async function meansPreset(template: string | undefined): Promise<boolean> {
  return template !== undefined && PRESET_NAME.test(template) && !(await isThere(template))
}

/** Asks for the draft of a preset. Throws a CliError that says which value is missing, and what to type. */
export async function draftWebhook(
  { client }: Session,
  preset: string,
  fields: Fields,
  payloadType: PayloadType | undefined,
): Promise<Received<'NewWebhook'>> {
  try {
    const body = { fields, payload_type: payloadType }
    return (await ask(client, 'POST', '/v1/presets/{id}/draft', { id: preset, body })).json
  } catch (error) {
    if (!(error instanceof CliError) || error.issues.length === 0) throw error
    const { json } = await ask(client, 'GET', '/v1/presets/{id}', { id: preset })
    const hints = [
      'Add it so, with your own values:',
      `  ${addCommandLine(json)}`,
      `More about it: tocsin preset show ${preset}`,
    ]
    const { message, exitCode, title, issues, problemText } = error
    throw new CliError(message, { exitCode, title, issues, problemText, hints, cause: error })
  }
}

export function addCommandLine(preset: Pick<Received<'Preset'>, 'id' | 'fields'>): string {
  const fields = asObjects(preset.fields)
    .filter(({ required, usual }) => required === true || usual === true)
    .map(({ name, example }) => `--field ${shellWord(`${asText(name)}=${asText(example)}`)}`)
  return commandLine(['webhook add', `--preset ${asText(preset.id)}`, ...fields].join(' '))
}
