import type { Command, OptionValues } from '@commander-js/extra-typings'
import { Option } from 'commander'
import { ALERT_STATES, type AlertState } from '../../src/domain/alert/alert.ts'
import type { SettingOption } from '../../src/domain/definition/webhook-setting.ts'
import { SETTINGS, type AnySetting } from '../../src/domain/definition/webhook-settings.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { PAYLOAD_TYPES } from '../../src/domain/webhook/webhook.ts'
import { withoutUndefined } from '../../src/domain/without-undefined.ts'
import type { Received } from '../view/response.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext, OptionsOf } from '../program/command.ts'
import {
  DEFAULT_WORD,
  oneOf,
  orDefault,
  parseHeaders,
  parseTags,
  severalOf,
  spelt,
  wholeText,
} from '../options/option-values.ts'
import { readTextFile } from '../options/files.ts'
import {
  addClearRequestOptions,
  addResponseRuleOption,
  readTemplate,
  toResponseRuleMember,
} from './member-options.ts'

/** Larger than the service accepts. */
const PEM_BYTES_MAX = 1024 ** 2

const FLAG_OF = {
  cleared: 'cleared_alert',
  low: 'low_alert',
  medium: 'med_alert',
  high: 'high_alert',
} as const

export function addWebhookOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  const named = addTlsOptions(command)
    .option('--description <text>', 'what it is for')
    .option('--method <method>', 'POST (the default) or another HTTP method')
    .option('--tag <tag>', 'a tag such as team=dba; may stand several times', parseTags)
    .option('--header <header>', "a header such as 'X-Team: dba'; may stand several times", parseHeaders)
    .option('--template <file>', 'payload template from a file; - reads stdin')
    .option('--template-text <text>', 'payload template as it stands here')
    .option('--payload-type <type>', 'ALERT (the default) or JOB', oneOf(PAYLOAD_TYPES))
    .option('--only <states>', 'send these states only, e.g. high,cleared', severalOf(ALERT_STATES))
    .option('--no-low', 'do not send when an alert becomes low')
    .option('--no-medium', 'do not send when an alert becomes medium')
    .option('--no-high', 'do not send when an alert becomes high')
    .option('--no-cleared', 'do not send when an alert is cleared')
  for (const { option } of SETTINGS_WITH_OPTION) command.addOption(option)
  return addClearRequestOptions(addResponseRuleOption(named)).option(
    '--disabled',
    'keep it, but call it for nothing',
  )
}

/** The table of settings has the others. */
export type WebhookOptions = Partial<OptionsOf<typeof addWebhookOptions<[], {}>>> & {
  readonly name?: string
  readonly url?: string
  readonly enabled?: true
}

const SETTINGS_WITH_OPTION = SETTINGS.flatMap(settingOption)

/** Returns the option of a setting; empty: it has none. */
export function settingOption(setting: AnySetting) {
  const { wire, option } = setting
  if (setting.stored === 'flag') return option ? flagOptions(wire, option) : []
  const parse = parserOf(setting)
  if (!option || !parse) return []
  const { flags, help, between } = option
  return [{ wire, isWhole: between !== undefined, option: new Option(flags, help).argParser(parse) }]
}

function flagOptions(wire: string, { flags, help }: SettingOption) {
  const on = new Option(flags, help)
  const off = new Option(flags.replace('--', '--no-'), `do not ${help}`.replace(' also', ''))
  return [on, off].map((option) => ({ wire, isWhole: false, option }))
}

function parserOf(
  setting: Exclude<AnySetting, { readonly stored: 'flag' }>,
): ((text: string) => string) | undefined {
  if (setting.stored === 'word') return oneOf(setting.words)
  if (setting.stored === 'text') return setting.option && orDefault((text) => text)
  if (setting.spelling) return orDefault(spelt(setting.spelling))
  return setting.option && orDefault(wholeText(...setting.option.between))
}

/** `default` stands for null. */
function toSettingMembers(options: WebhookOptions): JsonObject {
  const given = new Map<string, unknown>(Object.entries(options))
  const members = SETTINGS_WITH_OPTION.map(({ wire, isWhole, option }) => {
    const text = given.get(option.attributeName())
    if (text === undefined || text === DEFAULT_WORD) return [wire, text && null]
    return [wire, isWhole ? Number(text) : text]
  })
  return Object.fromEntries(members)
}

/** Returns the given members, without headers and `clear_request`. Throws a usage error. */
export async function toWebhookMembers(
  options: WebhookOptions,
  context: CliContext,
): Promise<Received<'WebhookChange'>> {
  if (options.enabled === true && options.disabled === true) {
    throw usageError('--enabled and --disabled cannot both be given.')
  }
  const { name, url, description, method, payloadType, template, templateText } = options
  return withoutUndefined({
    name,
    url,
    description,
    tags: options.tag,
    method,
    payload_type: payloadType,
    payload_template: await readTemplate('--template', template, templateText, context),
    ...toFlags(options),
    ...toSettingMembers(options),
    response_rule: toResponseRuleMember(options.responseRule),
    tls: await toTlsMember(options, context),
    enabled: options.disabled === true ? false : options.enabled,
  })
}

type Flags = Readonly<Partial<Record<(typeof FLAG_OF)[AlertState], boolean>>>

function toFlags(options: WebhookOptions): Flags {
  const given = ALERT_STATES.filter((state) => options[state] !== undefined)
  const { only } = options
  if (only === undefined) {
    return Object.fromEntries(given.map((state) => [FLAG_OF[state], options[state] ?? true]))
  }
  const [clash] = given
  if (clash !== undefined) {
    throw usageError(
      `--only says everything about states; it cannot stand together with --${options[clash] ? '' : 'no-'}${clash}.`,
    )
  }
  return Object.fromEntries(ALERT_STATES.map((state) => [FLAG_OF[state], only.includes(state)]))
}

function addTlsOptions<Args extends unknown[], Given extends OptionValues>(command: Command<Args, Given>) {
  return command
    .option(
      '--ca-certificates <file>',
      `PEM file with the authorities that vouch for the receiver, instead of those of the system; ${DEFAULT_WORD}: those`,
    )
    .option('--client-certificate <file>', `PEM file with the certificate to show; ${DEFAULT_WORD}: none`)
    .option('--client-key <file>', `PEM file with the private key of that; ${DEFAULT_WORD}: none`)
    .option('--insecure', 'take any certificate of the receiver for good: not for what matters')
    .option('--no-insecure', 'check the certificate of the receiver')
}

/** Returns TLS settings; undefined: they stay. Throws a CliError that names the file. */
async function toTlsMember(
  { caCertificates, clientCertificate, clientKey, insecure }: WebhookOptions,
  { terminal }: CliContext,
): Promise<Received<'WebhookChange'>['tls']> {
  const read = async (option: string, file: string | undefined) => {
    if (file === undefined || file === DEFAULT_WORD) return file && null
    return readTextFile(file, { option, terminal, bytesMax: PEM_BYTES_MAX })
  }
  const members = withoutUndefined({
    ca_certificates: await read('--ca-certificates', caCertificates),
    client_certificate: await read('--client-certificate', clientCertificate),
    client_key: await read('--client-key', clientKey),
    insecure,
  })
  return Object.keys(members).length === 0 ? undefined : members
}
