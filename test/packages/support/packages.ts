import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where `npm run prove -- packages` has put the packages of this release, and of a newer one. */
const FOLDERS = {
  this: process.env['TOCSIN_TEST_PACKAGES'],
  next: process.env['TOCSIN_TEST_NEXT_PACKAGES'],
} as const
export type Release = keyof typeof FOLDERS

/** The version of the newer release, which has one migration more. */
export const NEXT_VERSION = '0.99.0'

/** The name that Debian has for this machine's processor. */
export const ARCH = process.arch === 'x64' ? 'amd64' : process.arch

/** Returns the path of the package whose name ends so. Throws if there is not exactly one. */
export function packageOf(release: Release, ending: string): string {
  const folder = FOLDERS[release]
  if (folder === undefined) throw new Error('these tests are run by: npm run prove -- packages')
  const found = readdirSync(folder).filter(
    (name) => name.endsWith(ending) && !name.startsWith('tocsin-client'),
  )
  if (found.length !== 1) throw new Error(`${folder} has ${found.length} packages that end with ${ending}`)
  return join(folder, found[0] ?? '')
}

/** True where a test must not be left out, because a tool is missing: in CI. */
const REQUIRED = process.env['TOCSIN_TEST_REQUIRE_PACKAGES'] !== undefined

/** Returns why a test is left out, for `skip`: a tool is not there, or it takes root. */
export function missing(...tools: readonly string[]): string | false {
  const absent = tools.find((tool) =>
    tool === 'root' ? process.getuid?.() !== 0 : spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0,
  )
  if (absent === undefined) return false
  if (REQUIRED) throw new Error(`${absent} is missing, and must not be here`)
  return `takes ${absent}`
}

/** Runs a command to its end; throws with what it wrote if it fails. */
export function run(
  file: string,
  argv: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(file, argv, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    ...options,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${file} ${argv.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return `${stdout}${stderr}`
}
