import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { DEFAULT_URL, firstGiven } from '../../cli/client/client-settings.ts'
import type { CliContext } from '../../cli/program/command.ts'
import type { Environment, Given, LocalService } from '../../cli/program/machine.ts'
import { isInstalledProgram, knownDataFolders, OF_SYSTEM } from '../config/data-folder.ts'
import { readServiceEnvironment } from '../config/service-environment.ts'
import { ADDRESS_FILE } from './leave-address.ts'

/** `tocsin serve` makes it at its first start, in its data folder. */
const TOKEN_FILE = 'admin-token'

type Place = Pick<CliContext, 'environment' | 'workingDirectory'>

export function findLocalService(place: Place, installed = findInstalledService()): LocalService {
  return {
    findAddress: () => findAddress(place, installed),
    findToken: (url) => findToken(url, place, installed),
  }
}

/**
 * Finds the address that `tocsin serve` leaves on this machine. A token goes there, so nobody else may have
 * written it.
 */
function findAddress(place: Place, installed: InstalledService | undefined): Given | undefined {
  const ofSystem = installed?.dataFolder ?? OF_SYSTEM
  const folders = localFolders(place, installed)
  return firstOf(folders, ADDRESS_FILE, place.workingDirectory, (file) => readAddress(file, ofSystem))
}

/** Accepts files of this user, root and the installed service. */
function readAddress(file: string, ofSystem: string): string | undefined {
  const own = process.getuid?.()
  const isOfSystem = dirname(file) === ofSystem
  return readOwnFile(file, (uid) => own === undefined || isOfSystem || uid === own || uid === 0)
}

/**
 * Finds the admin token of the service at this address, never of another: beside `tocsin serve`, in a
 * container, or for root in the settings of the installed service.
 */
function findToken(url: URL, place: Place, installed: InstalledService | undefined): Given | undefined {
  const isAt = (address: string | undefined) => url.href === new URL(address || DEFAULT_URL).href
  const isOf = (folder: string) => isAt(readIfMine(join(folder, ADDRESS_FILE))?.trim())
  const set =
    (isAt(findAddress(place, installed)?.text) ? tokenOf(place.environment) : undefined) ??
    (installed && isOf(installed.dataFolder) ? tokenOf(installed.environment) : undefined)
  if (set) return set
  return firstOf(localFolders(place, installed).filter(isOf), TOKEN_FILE, place.workingDirectory)
}

function tokenOf({ TOCSIN_ADMIN_TOKEN: token, TOCSIN_ADMIN_TOKEN_FILE: file }: Environment) {
  return firstGiven(
    [token, 'TOCSIN_ADMIN_TOKEN'],
    [file && isFile(file) ? readIfMine(file)?.trim() : undefined, file ?? 'TOCSIN_ADMIN_TOKEN_FILE'],
  )
}

function localFolders(
  { environment, workingDirectory }: Place,
  installed: InstalledService | undefined,
): readonly string[] {
  const own = environment['TOCSIN_DATA_FOLDER']
  const known = knownDataFolders(environment, workingDirectory)
  return [...(own ? [own] : []), ...known, ...(installed ? [installed.dataFolder] : [])]
}

function firstOf(
  folders: readonly string[],
  name: string,
  workingDirectory: string,
  read: (file: string) => string | undefined = readIfMine,
): Given | undefined {
  for (const folder of folders) {
    const file = join(folder, name)
    const text = read(file)?.trim()
    if (!text) continue
    const near = relative(workingDirectory, file)
    return { text, from: near.startsWith('..') ? file : near }
  }
  return undefined
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function readIfMine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Reads a file that only `isOwner` may have written, without following links: what was opened is checked.
 * Undefined: missing, unreadable, or another owner's.
 */
function readOwnFile(path: string, isOwner: (uid: number) => boolean): string | undefined {
  try {
    if (!isOwner(lstatSync(dirname(path)).uid)) return undefined
    return readOpened(path, isOwner)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function readOpened(path: string, isOwner: (uid: number) => boolean): string | undefined {
  // Windows has neither flag. A pipe of that name must not block.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const status = fstatSync(descriptor)
    return status.isFile() && isOwner(status.uid) ? readFileSync(descriptor, 'utf8') : undefined
  } finally {
    closeSync(descriptor)
  }
}

interface InstalledService {
  readonly dataFolder: string
  readonly environment: Environment
}

/** Returns undefined if it is not installed, or this user may not read its settings. */
function findInstalledService(): InstalledService | undefined {
  return isInstalledProgram() ? readInstalledService() : undefined
}

export function readInstalledService(root?: string): InstalledService | undefined {
  try {
    const environment = readServiceEnvironment(root)?.environment
    return environment && { environment, dataFolder: environment['TOCSIN_DATA_FOLDER'] || OF_SYSTEM }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
