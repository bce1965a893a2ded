import { basename, delimiter, dirname, relative } from 'node:path'
import { environment } from '../../config/config.ts'
import type { Environment } from '../../config/setting.ts'
import { userName } from '../../config/this-user.ts'

/** How a command of Tocsin was given. */
interface Invocation {
  readonly environment: Environment
  readonly workingDirectory: string
  /** The user of this process; undefined: the machine does not know one. */
  readonly user: string | undefined
}

/** bin/tocsin.js leaves here by which path it was called. */
const CALLED_AS = '_TOCSIN_CALLED_AS'
/** The folder in which packages have the program that the command `tocsin` runs. */
const OF_PACKAGE = '/usr/lib/tocsin/'

/** Returns a command of Tocsin as it can be pasted where this one was given: in a clone after `npm run tocsin --`. */
export function commandLine(line: string): string {
  return `${prefix()} ${line}`
}

/** Returns a fixed text with each command in it as it can be pasted. One that can be pasted already stays. */
export function withCommands(text: string, own = prefix()): string {
  const begin = `${own} `
  return text
    .split(begin)
    .map((part) =>
      part.replaceAll(/(?<![\w./-])(sudo )?tocsin(?= [a-zA-Z-])/g, (_, sudo: string | undefined) =>
        sudo === undefined ? own : `sudo ${own.replace(/^sudo (?:-u \S+ )?/, '')}`,
      ),
    )
    .join(begin)
}

let found: string | undefined

function prefix(): string {
  return (found ??= prefixOf({ environment, workingDirectory: process.cwd(), user: userName() }))
}

/** Returns what stands before a command of Tocsin: npm's words, the path of the program, sudo. */
export function prefixOf({ environment: variables, workingDirectory, user }: Invocation): string {
  return `${sudoOf(variables, user)}${programOf(variables, workingDirectory)}`
}

function programOf(variables: Environment, workingDirectory: string): string {
  const { npm_lifecycle_event: script = '', npm_package_name: name, npm_config_package: given } = variables
  if (script === 'npx')
    return given === undefined ? 'npx tocsin' : `npx --package ${shellWord(given)} -- tocsin`
  if (name === 'tocsin' && ['tocsin', 'start'].includes(script)) return 'npm run tocsin --'
  const path = variables[CALLED_AS]
  if (path === undefined || path.startsWith(OF_PACKAGE)) return 'tocsin'
  const isFound = (variables['PATH'] ?? '').split(delimiter).includes(dirname(path))
  if (isFound && basename(path) === 'tocsin') return 'tocsin'
  const near = relative(workingDirectory, path)
  return shellWord(near.startsWith('..') ? path : `./${near}`)
}

/** Returns `sudo ` where it began this very command, not the shell in which it was given. */
function sudoOf({ SUDO_COMMAND: begun = '' }: Environment, user: string | undefined): string {
  if (!/^\S*\b(?:tocsin|tocsin\.js|npx|npm|node)(?: |$)/.test(begun)) return ''
  return user === undefined || user === 'root' ? 'sudo ' : `sudo -u ${user} `
}

/** Returns a word for the shell, quoted where it has to be. */
export function shellWord(word: string): string {
  return /^[\w=:/.,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
