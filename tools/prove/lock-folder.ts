import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'running.pid'

/**
 * Two that prove in one folder would count each other's findings. Throws if somebody does; returns a function that
 * lets go.
 */
export function lockFolder(folder: string): () => void {
  requireFree(folder)
  writeFileSync(join(folder, FILE), String(process.pid))
  return () => rmSync(join(folder, FILE), { force: true })
}

/** Makes it if it is missing, and throws if somebody proves there. */
export function requireFree(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const pid = runningIn(folder)
  if (pid !== undefined) throw new Error(`process ${pid} proves in ${folder} already`)
}

/** The process that proves there now. */
export function runningIn(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, FILE), 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
