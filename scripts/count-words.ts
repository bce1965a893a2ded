import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Pages made wholly from a table of the code: whoever adds a setting or a preset need not shorten another page. */
const MADE_OF_TABLES = new Set(['configuration', 'errors', 'presets'])

const COMMENT_LINE = /^\s*(?:\/\*\*?|\*\/?|\/\/)(?:\s(.*))?$/

export interface Counted {
  /** Path from the root of the project. */
  readonly file: string
  /** The folder that it is counted for: for code, the one directly below src/ or cli/. */
  readonly folder: string
  readonly words: number
}

/** Counts the words of each page of docs/, its examples included. */
export function countPages(root: string): readonly Counted[] {
  return globSync('docs/**/*.md', { cwd: root })
    .filter((file) => !MADE_OF_TABLES.has(basename(file, '.md')))
    .map((file) => ({ file, folder: dirname(file), words: wordsOf(readFileSync(join(root, file), 'utf8')) }))
}

/** Counts the words of the comments of each file of src/ and cli/ that is no test. */
export function countComments(root: string): readonly Counted[] {
  return globSync('{src,cli}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({
      file,
      folder: file.split('/', 2).join('/'),
      words: wordsOf(commentsOf(readFileSync(join(root, file), 'utf8'))),
    }))
}

/** Returns the text of the comments that have lines of their own. */
export function commentsOf(code: string): string {
  return code
    .split('\n')
    .map((line) => COMMENT_LINE.exec(line)?.[1]?.replace('*/', '') ?? '')
    .join('\n')
}

/** Returns the lines that are no comment. */
export function withoutComments(code: string): string {
  return code
    .split('\n')
    .filter((line) => !COMMENT_LINE.test(line))
    .join('\n')
}

/** Counts what is set apart by blanks and has a letter or a digit. */
export function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
