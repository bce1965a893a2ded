import { userInfo } from 'node:os'
import { basename, delimiter, dirname, relative } from 'node:path'
import type { Environment } from './machine.ts'

interface Invocation {
  readonly environment: Environment
  readonly workingDirectory: string
  /** Undefined: the machine does not know the user. */
  readonly user: string | undefined
}

/** bin/tocsin.js leaves here the path by which it was called. */
const CALLED_AS = '_TOCSIN_CALLED_AS'
const OF_PACKAGE = '/usr/lib/tocsin/'

/** Returns a Tocsin command as it can be pasted here: in a clone, after `npm run tocsin --`. */
export function commandLine(line: string): string {
  return `${prefix()} ${line}`
}

/** Makes each command in a text one that can be pasted, if it is not yet. */
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
  return (found ??= prefixOf({
    environment: process.env,
    workingDirectory: process.cwd(),
    user: userName(),
  }))
}

/** Returns undefined if the machine does not know the user, as in containers. */
export function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/** Returns what precedes a command: npm's words, the path of the program, sudo. */
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

/** Returns `sudo ` if it began this command, not merely the shell. */
function sudoOf({ SUDO_COMMAND: begun = '' }: Environment, user: string | undefined): string {
  if (!/^\S*\b(?:tocsin|tocsin\.js|npx|npm|node)(?: |$)/.test(begun)) return ''
  return user === undefined || user === 'root' ? 'sudo ' : `sudo -u ${user} `
}

export function shellWord(word: string): string {
  return /^[\w=:/.,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
