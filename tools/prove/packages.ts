import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageNextRelease } from '../../test/packages/support/next-release.ts'
import type { Cleanup } from '../bench/cleanup.ts'

const root = join(import.meta.dirname, '../..')

interface PackagesDeps {
  readonly cleanup: Cleanup
  readonly say: (line: string) => void
}

/** Makes packages of this release and of a newer one, and runs `test/packages`. Returns whether all hold. */
export function provePackages({ cleanup, say }: PackagesDeps): boolean {
  const next = mkdtempSync(join(tmpdir(), 'tocsin-next-packages-'))
  cleanup.add(() => rmSync(next, { recursive: true, force: true }))
  say('Making the packages …')
  if (runNode([join(root, 'scripts/package/main.ts')]) !== 0) return false
  say('Making those of a newer release …')
  packageNextRelease(next)
  const tests = globSync('test/packages/*.test.ts', { cwd: root }).sort()
  const options = ['--test', '--test-reporter=spec', '--test-concurrency=1', '--test-timeout=600000']
  return (
    runNode([...options, ...tests], {
      TOCSIN_TEST_PACKAGES: join(root, 'packages'),
      TOCSIN_TEST_NEXT_PACKAGES: next,
    }) === 0
  )
}

function runNode(args: readonly string[], variables: NodeJS.ProcessEnv = {}): number | null {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...variables },
  })
  return status
}
