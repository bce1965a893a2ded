import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Proof } from './findings.ts'
import type { Ledger } from './promises/ledger.ts'

/**
 * Copies what a broken promise can be looked into with: what the world knew, and the folder of the service. Returns
 * where that is.
 */
export function keepBroken(folder: string, { what, engine }: Proof) {
  return (seed: number, ledger: Ledger, serviceFolder: string): string => {
    const kept = resolve(join(folder, `broken-${what}-${engine}-${seed}`))
    mkdirSync(kept, { recursive: true })
    writeFileSync(join(kept, 'ledger.json'), JSON.stringify(ledger))
    cpSync(serviceFolder, kept, { recursive: true })
    return kept
  }
}
