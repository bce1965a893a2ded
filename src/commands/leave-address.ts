import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

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
