import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { usageError } from '../program/cli-error.ts'
import { printJson, wantsJson } from '../client/session.ts'
import type { ConfigFile } from '../client/client-settings.ts'
import { configFilePath, DEFAULT_URL, parseServiceUrl, readConfigFile } from '../client/client-settings.ts'
import { type CliContext, TaughtCommand } from '../program/command.ts'
import { replaceText } from '../options/files.ts'
import { Screen } from '../view/screen.ts'
import { commandLine } from '../program/command-line.ts'

const TOKEN_BYTES_MAX = 4096

export function defineConfigure(context: CliContext) {
  const command = new TaughtCommand('configure', {
    summary: 'keep address and token, so that other commands need neither',
    description: `Writes the address of the service and a token to the configuration file (TOCSIN_CONFIG, or tocsin/config.json in XDG_CONFIG_HOME or ~/.config), readable by you alone. --url and --token of a command, and TOCSIN_URL and TOCSIN_TOKEN, win over it. Without options it shows what is kept. Without any of these, commands ask the service that runs on this machine, whose address and token \`tocsin serve\` leaves in its data folder, or ${DEFAULT_URL}.`,
    examples: {
      'tocsin configure --url https://tocsin.example.com --token -':
        'reads the token from stdin, so that no history keeps it',
      'tocsin configure --token tcn_k3yK3y': 'another token for the same service',
      'tocsin configure': 'what is kept',
    },
  })
    .option('--url <url>', 'address of the service, with its base path if it has one')
    .option('--token <token>', 'token to keep; - reads it from stdin')
    .option('--json', 'print JSON, for programs')
  return command.action((given) => configure(given, context, wantsJson(command)))
}

async function configure(given: ConfigFile, context: CliContext, isJson: boolean): Promise<void> {
  const path = configFilePath(context)
  const isChange = given.url !== undefined || given.token !== undefined
  const known = readConfigFile(path).file
  const token = given.token === '-' ? await readToken(context) : given.token
  const next = mergeConfig(known, { ...given, ...(token !== undefined && { token }) })
  if (isChange) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await replaceText(path, `${JSON.stringify(next, undefined, 2)}\n`, context.machine)
  }

  const droppedToken = isChange && known.token !== undefined && next.token === undefined
  if (isJson) {
    printJson(
      context,
      JSON.stringify({ file: path, url: next.url ?? null, has_token: next.token !== undefined }),
    )
    return
  }
  const screen = new Screen(context.terminal)
  screen.fields([
    ['file', path],
    ['url', next.url ?? `not set (${DEFAULT_URL})`],
    ['token', next.token === undefined ? 'not set' : `${next.token.slice(0, 8)}…`],
  ])
  if (droppedToken)
    screen.line('The token that was kept belonged to the other address, and is gone; give one with --token.')
  else if (isChange) screen.line(`Try it with: ${commandLine('webhook list')}`)
}

/**
 * Merges settings; given ones win. A token never goes to another address: a new address without a token drops
 * the old one. Throws a usage error for a bad address or token.
 */
export function mergeConfig(known: ConfigFile, given: ConfigFile): ConfigFile {
  if (given.token !== undefined && !/^[\x21-\x7e]{1,1000}$/.test(given.token)) {
    throw usageError('--token must be printable ASCII characters without spaces.')
  }
  const url = given.url === undefined ? known.url : parseServiceUrl(given.url, '--url').href
  const isSameService = new URL(url ?? DEFAULT_URL).href === new URL(known.url ?? DEFAULT_URL).href
  const token = given.token ?? (isSameService ? known.token : undefined)
  return { ...(url !== undefined && { url }), ...(token !== undefined && { token }) }
}

async function readToken({ terminal }: CliContext): Promise<string> {
  if (terminal.isInteractive) terminal.err('Paste the token, then Enter and Ctrl-D.\n')
  const bytes = await terminal.readInput(TOKEN_BYTES_MAX)
  return bytes === undefined ? '' : bytes.toString('utf8').trim()
}
