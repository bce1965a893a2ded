import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../scripts/find-node.mjs'
import { NEXT_VERSION, run } from './packages.ts'

/** Writes the packages of a release that is newer than this one, with one migration more, into `target`. */
export function packageNextRelease(target: string): void {
  packageClone(target, ['npm', 'deb', 'image'], (clone) => {
    replaceIn(join(clone, 'package.json'), /"version": "[^"]+"/, `"version": "${NEXT_VERSION}"`)
    addMigration(join(clone, 'src/storage'))
  })
}

/** Writes the image of this commit once more, from another folder, into `target`. */
export function packageAgain(target: string): void {
  packageClone(target, ['image'], () => {})
}

function packageClone(target: string, kinds: readonly string[], change: (clone: string) => void): void {
  const clone = mkdtempSync(join(tmpdir(), 'tocsin-next-release-'))
  try {
    run('git', ['clone', '--quiet', '--shared', root, clone])
    // An image names it.
    const origin = run('git', ['config', '--default', root, '--get', 'remote.origin.url'], { cwd: root })
    run('git', ['remote', 'set-url', 'origin', origin.trim()], { cwd: clone })
    for (const folder of ['node_modules', 'console/node_modules'])
      symlinkSync(join(root, folder), join(clone, folder))
    // The console is built from the same sources: the copy spares another build.
    cpSync(join(root, 'console/dist'), join(clone, 'console/dist'), { recursive: true })
    change(clone)
    run(process.execPath, [join(clone, 'scripts/package/main.ts'), ...kinds], { cwd: clone })
    cpSync(join(clone, 'packages'), target, { recursive: true })
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

function addMigration(storage: string): void {
  const sql = 'CREATE TABLE next_release (id INTEGER PRIMARY KEY)'
  // After all others: what databases have applied keeps its number.
  replaceIn(
    join(storage, 'migration.ts'),
    /(?<=COMMON_MIGRATIONS: readonly Migration\[\] = \[[^\]]*)(?=\])/,
    `\n  { name: 'next release', sql: '${sql}' },\n`,
  )
}

function replaceIn(file: string, pattern: RegExp, by: string): void {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(pattern, by)
  if (after === before) throw new Error(`${pattern} is not in ${file}`)
  writeFileSync(file, after)
}
