import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { isInstalledProgram, OF_SYSTEM } from '../../config/data-folder.ts'
import { readServiceEnvironment } from '../../config/service-environment.ts'
import type { Environment } from '../../config/setting.ts'

/** The file in its data folder in which a service leaves its address: commands on the same machine find it there. */
export const ADDRESS_FILE = 'address'

/** Addresses that mean every interface, which nobody can call. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

/** Returns the address under which this machine reaches a service that listens there. */
export function localAddress(address: string): string {
  const url = new URL(address)
  url.hostname = EVERYWHERE[url.hostname] ?? url.hostname
  return url.href.replace(/\/$/, '')
}

/** Long enough for a service on this machine to accept a connection. */
const CONNECT_MS_MAX = 500

/**
 * Leaves the address for whoever may read the data folder. Returns what removes it. Where another service that runs has
 * left its own there, as the first of two nodes of one clone, that one stays. A folder that cannot be written is no
 * reason not to serve.
 */
export async function leaveAddress(folder: string, address: string): Promise<() => Promise<void>> {
  const file = join(folder, ADDRESS_FILE)
  const own = localAddress(address)
  const other = await readAddress(file)
  if (other !== undefined && other !== own && (await isListening(other))) return async () => {}
  try {
    // Written to a new file that is renamed, so that no link is followed.
    await rm(`${file}.new`, { force: true })
    await writeFile(`${file}.new`, `${own}\n`, { mode: 0o600, flag: 'wx' })
    await rename(`${file}.new`, file)
  } catch {
    await rm(`${file}.new`, { force: true }).catch(() => {})
    return async () => {}
  }
  return async () => {
    if ((await readAddress(file)) === own) await rm(file, { force: true }).catch(() => {})
  }
}

async function readAddress(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return URL.canParse(text.trim()) ? text.trim() : undefined
}

function isListening(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: CONNECT_MS_MAX,
    })
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}

/**
 * Reads a file that nobody but `isOwner` may have written: the file is opened once, no link is followed, and what was
 * opened is checked and read. Undefined: it is not there, may not be read, or is somebody else's.
 */
export function readOwnFile(path: string, isOwner: (uid: number) => boolean): string | undefined {
  try {
    if (!isOwner(lstatSync(dirname(path)).uid)) return undefined
    return readOpened(path, isOwner)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function readOpened(path: string, isOwner: (uid: number) => boolean): string | undefined {
  // Neither flag exists on Windows; a pipe of that name must not block us.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const status = fstatSync(descriptor)
    return status.isFile() && isOwner(status.uid) ? readFileSync(descriptor, 'utf8') : undefined
  } finally {
    closeSync(descriptor)
  }
}

/** The service that a package has installed on this machine. */
export interface InstalledService {
  readonly dataFolder: string
  readonly environment: Environment
}

/** Finds the installed service by its unit; undefined: it is not installed, or its settings are not for this user. */
export function findInstalledService(): InstalledService | undefined {
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
