import { existsSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from './packages.ts'

/** Returns the path of a program of a package from PyPI, installed once into a virtual environment of its own. */
export function pythonProgram(name: string, version: string): string {
  const place = join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    'tocsin-tools',
    `${name}-${version}`,
  )
  const program = join(place, 'bin', name)
  if (existsSync(program)) return program
  rmSync(place, { recursive: true, force: true })
  run('python3', ['-m', 'venv', place])
  run(join(place, 'bin', 'pip'), ['install', '--quiet', `${name}==${version}`])
  return program
}
