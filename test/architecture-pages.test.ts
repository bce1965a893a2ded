import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { endingsOf, sourcesOf } from './support/imports.ts'

const root = dirname(import.meta.dirname)
const sources = sourcesOf(join(root, 'src'))

const WORD = /[A-Za-z_][A-Za-z0-9_]*/g
const words = new Set(
  globSync('{src,cli}/**/*.ts', { cwd: root }).flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(WORD) ?? [],
  ),
)
const files = new Set(globSync('{src,cli,console/src}/**/*.{ts,tsx,md}', { cwd: root }).flatMap(endingsOf))
const folders = new Set(sources.flatMap((file) => endingsOf(`src/${dirname(file)}`)))

/** Beside the code, for whoever changes it. */
const PAGES = globSync('src/**/*.md', { cwd: root })

const GUIDES = ['ARCHITECTURE.md', 'CONTRIBUTING.md'] as const

/** Pages of contributors that name files. */
const TASKS = globSync('docs/contributing/*.md', { cwd: root })

describe('the pages beside the code', () => {
  for (const page of PAGES) {
    it(`${page}: names only files, folders and words of the code that are there`, () => {
      const lost = codeIn(readFileSync(join(root, page), 'utf8')).filter((code) => !isThere(code))

      assert.deepEqual(lost, [])
    })
  }

  it('are named in ARCHITECTURE.md and CONTRIBUTING.md', () => {
    assert.ok(PAGES.length >= 3)
    for (const guide of GUIDES) {
      const text = readFileSync(join(root, guide), 'utf8')

      assert.deepEqual(
        PAGES.filter((page) => !text.includes(`](${page})`)),
        [],
        guide,
      )
    }
  })

  it('are found out when they name what is not there', () => {
    for (const code of ['nowhere.ts', 'sqlite/nowhere/', 'noSuchFunction', 'Database.noSuchMember']) {
      assert.equal(isThere(code), false, code)
    }
    for (const code of [
      'alert-queue.ts',
      'sqlite/queue/',
      'joinAlertQueue',
      'Database.transaction',
      'FOR KEY SHARE',
    ]) {
      assert.equal(isThere(code), true, code)
    }
  })
})

describe('what else is written for contributors', () => {
  for (const guide of [...GUIDES, ...TASKS, 'docs/decisions.md']) {
    it(`${guide}: names only files that are there`, () => {
      const named = codeIn(readFileSync(join(root, guide), 'utf8')).filter((code) =>
        /^[\w/.-]+\.tsx?$/.test(code),
      )

      assert.deepEqual(
        named.filter((file) => !isFile(file)),
        [],
      )
    })
  }
})

/** What stands between backticks. */
function codeIn(text: string): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

/** A file, a folder, or words that each occur in the code. */
function isThere(code: string): boolean {
  if (/\.(?:tsx?|md)$/.test(code)) return isFile(code)
  if (code.endsWith('/')) return folders.has(code.slice(0, -1)) || existsSync(join(root, code))
  return (code.match(WORD) ?? []).every((word) => words.has(word))
}

function isFile(name: string): boolean {
  return files.has(name) || existsSync(join(root, name))
}
