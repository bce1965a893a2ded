import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/find-node.mjs'

export interface Edit {
  readonly file: string
  /** The text after which it is added. */
  readonly after: string
  readonly add: string
}

export type Copy = ReturnType<typeof copyProject>

const PARTS = [
  'src',
  'cli',
  'openapi',
  'scripts',
  'test/support',
  'test/cli/run-tool.ts',
  'test/storage/suite',
  'package.json',
  'tsconfig.json',
  'docs/schema',
]

/** Copies the project and edits the copy. `more`: further files and folders that it has. */
export function copyProject(edits: readonly Edit[], more: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-recipe-'))
  for (const part of [...PARTS, ...more]) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const { file, after, add } of edits) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    assert.ok(text.includes(after), `${file} has no ${after}`)
    writeFileSync(path, text.replace(after, after + add))
  }
  const runNode = (...argv: readonly string[]) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    // It ends by itself; if something hangs, the test fails.
    return spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8', env, timeout: 240_000 })
  }
  return {
    remove: () => rmSync(folder, { recursive: true }),
    /** Compiles the program, and returns the mistakes. */
    compile: () => {
      const config = join(folder, 'tsconfig.json')
      const all = readFileSync(config, 'utf8')
      writeFileSync(config, all.replace(/"include": .*/, '"include": ["src/main.ts"]'))
      return runNode('node_modules/typescript/bin/tsc', '-p', '.').stdout
    },
    /** Runs a test file in the copy. */
    probe: (text: string) => {
      writeFileSync(join(folder, 'test/probe.test.ts'), text)
      return runNode('--test', 'test/probe.test.ts')
    },
  }
}
