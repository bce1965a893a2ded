import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Calls by which a restore changes files, but for those that SQLite makes. */
const CHANGING = [
  'openSync',
  'writeSync',
  'fchmodSync',
  'fsyncSync',
  'linkSync',
  'renameSync',
  'rmSync',
] as const

export class Died extends Error {}

/**
 * Does work that dies before the given call that changes files: that one and all after it throw and do nothing, so that
 * nothing is cleaned up, as after `kill -9`. False: the work was done, because it makes fewer calls.
 */
export function dyingAt(killedAt: number, work: () => void): boolean {
  const real = Object.fromEntries(CHANGING.map((name) => [name, fs[name]]))
  let callCount = 0
  for (const name of CHANGING) {
    const call = fs[name] as (...args: readonly unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...args: readonly unknown[]) => {
        callCount += 1
        if (callCount >= killedAt) throw new Died(`killed before ${name}`)
        return call(...args)
      },
    })
  }
  syncBuiltinESMExports()
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof Died) return true
    throw error
  } finally {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
}
