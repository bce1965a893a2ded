import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

/** Where a service that runs leaves its address, in its data folder: commands on the same machine find it there. */
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
    // Written to a new file and moved there, so that a link in its place is not followed.
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
