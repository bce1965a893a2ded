import { rm, writeFile } from 'node:fs/promises'
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

/**
 * Leaves the address for whoever may read the data folder. Returns what removes it. A folder that cannot be written is
 * no reason not to serve.
 */
export async function leaveAddress(folder: string, address: string): Promise<() => Promise<void>> {
  const file = join(folder, ADDRESS_FILE)
  try {
    await writeFile(file, `${localAddress(address)}\n`, { mode: 0o600 })
  } catch {
    return async () => {}
  }
  return () => rm(file, { force: true }).catch(() => {})
}
