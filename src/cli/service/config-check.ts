import type { Command } from 'commander'
import { SETTINGS, type Config } from '../../config/config.ts'
import { describeDatabase } from '../../config/database-address.ts'
import { findGiven } from '../../config/given-value.ts'
import { wantsJson } from '../client/client-command.ts'
import { printJson } from '../client/session.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun, TaughtCommand } from '../program/taught-command.ts'
import { Screen } from '../view/screen.ts'
import { addSettingOptions, givenOptions, readSettings, settingNames } from './serve.ts'

export function defineConfig(context: CliContext): Command {
  return defineNoun(
    'config',
    {
      summary: 'check the settings of the service',
      description:
        'The settings of `tocsin serve` stand in options, in variables, and, for secrets, in files. See docs/configuration.md.',
      examples: [['tocsin config check', 'what is set, and from where']],
    },
    [defineCheck(context)],
  )
}

function defineCheck(context: CliContext): Command {
  const command = new TaughtCommand('check', {
    summary: 'say which settings are set from where, and what is wrong with them',
    description:
      'Reads the settings as `tocsin serve` does, with the same options, variables and files, and starts nothing. Secrets are not shown. Exit codes: 0 the service would take these settings; 2 there are mistakes, which are listed.',
    examples: [
      ['tocsin config check', 'what is not as by default'],
      ['tocsin config check --all', 'every setting'],
      ['tocsin config check --admin-token-file /run/secrets/tocsin', 'with options of tocsin serve'],
    ],
  })
  addSettingOptions(command, settingNames())
  command.option('--all', 'settings with their default too').option('--json', 'print JSON, for programs')
  return command.action(() => {
    const { all = false } = command.opts<{ readonly all?: boolean }>()
    const config = readSettings(command, context)
    const settings = describeSettings(command, context, config)
    const shown = all ? settings : settings.filter(({ from }) => from !== DEFAULT)
    if (wantsJson(command)) return printJson(context, JSON.stringify({ settings: shown }))
    const screen = new Screen(context.terminal)
    if (shown.length > 0) screen.table(COLUMNS, shown)
    screen.line(
      all
        ? 'The settings are valid.'
        : 'The settings are valid. All others have their default: --all shows them.',
    )
  })
}

const DEFAULT = 'default'

interface DescribedSetting {
  readonly name: string
  readonly value: string
  readonly from: string
}

const COLUMNS = [
  { title: 'SETTING', cell: ({ name }: DescribedSetting) => name },
  { title: 'VALUE', cell: ({ value }: DescribedSetting) => value, shrinks: true },
  { title: 'FROM', cell: ({ from }: DescribedSetting) => from, shrinks: true },
]

function describeSettings(
  command: Command,
  { environment }: CliContext,
  config: Config,
): readonly DescribedSetting[] {
  const options = givenOptions(command)
  return settingNames().map((name) => {
    const { text, by, file } = findGiven(name, SETTINGS[name], { options, environment })
    const from = by === null ? DEFAULT : file === undefined ? by : `${file} (${by})`
    return { name: SETTINGS[name].env, value: shownValue(name, text, config), from }
  })
}

function shownValue(name: keyof typeof SETTINGS, text: string, { database, dataFolder }: Config): string {
  if (name === 'database') return describeDatabase(database)
  if (name === 'dataFolder') return dataFolder
  return 'secret' in SETTINGS[name] && text !== '' ? '(secret)' : text
}
