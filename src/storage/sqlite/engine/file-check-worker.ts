import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { codeOf, isDamage } from '../connection/faults.ts'
import type { FileCheckReply } from './file-check.ts'

/** So many findings are told: a file that is damaged in one place often is in thousands. */
const FINDINGS_MAX = 5

if (parentPort) parentPort.postMessage(check(String(workerData)))

/** Table by table, so that none of its views of the file lasts for all of it: what is written meanwhile waits in the log. */
function check(file: string): FileCheckReply {
  const findings: string[] = []
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true })
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rootpage")
      .pluck()
      .all()
    for (const table of tables) {
      const found = db.pragma(`quick_check('${table}')`) as readonly { readonly quick_check: string }[]
      findings.push(...found.map((row) => row.quick_check).filter((words) => words !== 'ok'))
      if (findings.length >= FINDINGS_MAX) break
    }
    db.close()
  } catch (error) {
    const code = codeOf(error)
    // What it trips over while it looks is a finding as well.
    if (!isDamage(error)) return { error: `${code} ${String(error)}` }
    findings.push(code)
  }
  return { findings: findings.slice(0, FINDINGS_MAX) }
}
