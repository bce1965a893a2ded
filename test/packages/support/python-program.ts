import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from './packages.ts'

/**
 * Returns the path of a program of a package from PyPI, installed once into a virtual environment of its own; a
 * package without a program has only the `python` beside it.
 */
export function pythonProgram(name: string, version: string): string {
  const place = join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    'tocsin-tools',
    `${name}-${version}`,
  )
  const program = join(place, 'bin', name)
  if (existsSync(join(place, 'whole'))) return program
  rmSync(place, { recursive: true, force: true })
  run('python3', ['-m', 'venv', place])
  run(join(place, 'bin', 'pip'), ['install', '--quiet', `${name}==${version}`])
  writeFileSync(join(place, 'whole'), '')
  return program
}
