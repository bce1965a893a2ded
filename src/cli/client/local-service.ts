import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { isInstalledProgram, OF_SYSTEM } from '../../config/data-folder.ts'
import { readServiceEnvironment } from '../../config/service-environment.ts'
import type { Environment } from '../../config/setting.ts'

/** The file in the data folder with the address of the service, for commands on the same machine. */
export const ADDRESS_FILE = 'address'

/** Addresses of all interfaces, which nobody can call. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

/** Returns the address under which this machine reaches a service that listens there. */
export function localAddress(address: string): string {
  const url = new URL(address)
  url.hostname = EVERYWHERE[url.hostname] ?? url.hostname
  return url.href.replace(/\/$/, '')
}

const CONNECT_MS_MAX = 500

/**
 * Leaves the address for readers of the data folder, and returns a function that removes it. Another running
 * service's address stays. A folder that cannot be written does not stop the service.
 */
export async function leaveAddress(folder: string, address: string): Promise<() => Promise<void>> {
  const file = join(folder, ADDRESS_FILE)
  const own = localAddress(address)
  const other = await readAddress(file)
  if (other !== undefined && other !== own && (await isListening(other))) return async () => {}
  try {
    // A new file is renamed, so that no link is followed.
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
 * Reads a file that only `isOwner` may have written, without following links: what was opened is checked.
 * Undefined: missing, unreadable, or another owner's.
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

export interface InstalledService {
  readonly dataFolder: string
  readonly environment: Environment
}

/** Returns undefined if it is not installed, or this user may not read its settings. */
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
