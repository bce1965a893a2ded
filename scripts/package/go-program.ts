import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the path of a program: that of this machine, or else one that Go builds from its module, once. Throws a
 * sentence where there is neither.
 */
export function goProgram(name: string, module: string): string {
  const known = knownProgram(name)
  if (known !== undefined) return known
  const folder = ownFolder()
  process.stderr.write(`Building ${name} (once) …\n`)
  const { status } = spawnSync('go', ['install', module], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, GOBIN: folder },
  })
  if (status !== 0) throw new Error(`There is no ${name} here, and it could not be built: install it, or Go.`)
  return join(folder, name)
}

/** Returns how to call a program that is in the PATH, or that was built before; undefined if it is neither. */
export function knownProgram(name: string): string | undefined {
  if (spawnSync('sh', ['-c', `command -v ${name}`]).status === 0) return name
  const own = join(ownFolder(), name)
  return existsSync(own) ? own : undefined
}

function ownFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tocsin-tools')
}
