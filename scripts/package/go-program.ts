import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the path of a program: that of this machine, or else one that Go builds from its module, once. Throws a sentence where
 * there is neither.
 */
export function goProgram(name: string, module: string): string {
  if (spawnSync('sh', ['-c', `command -v ${name}`]).status === 0) return name
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tocsin-tools')
  const own = join(folder, name)
  if (existsSync(own)) return own
  process.stderr.write(`Building ${name} (once) …\n`)
  const { status } = spawnSync('go', ['install', module], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, GOBIN: folder },
  })
  if (status !== 0) throw new Error(`There is no ${name} here, and it could not be built: install it, or Go.`)
  return own
}
