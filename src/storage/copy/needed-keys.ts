import { sealedWith } from '../encryption/secret-box.ts'
import type { CopySource } from './ends.ts'
import { COPIED_TABLES, type TableName } from './tables.ts'

/** Where sealed values lie that the operator's keys open (webhook-seals.ts, history-seals.ts). */
const SEALED: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  meta: ['value'],
  webhooks: ['url', 'payload_template', 'clear_request', 'tls', 'signing_secrets'],
  webhook_headers: ['value'],
}

/** Counts the stored values under each key, by the id of the key. They are copied as they are. */
export async function findNeededKeys(source: CopySource): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const table of COPIED_TABLES) {
    const names = Object.keys(table.columns)
    const indexes = (SEALED[table.name] ?? []).map((name) => names.indexOf(name))
    if (indexes.length === 0) continue
    for await (const rows of source.read(table, null)) {
      for (const row of rows) {
        for (const index of indexes) {
          const keyId = sealedWith(String(row[index] ?? ''))
          if (keyId !== null) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
        }
      }
    }
  }
  return counts
}
