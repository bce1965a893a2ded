// `npm run words`: counts the words of the documents and of the comments, and fails above the sums.
// Whoever adds a page or a comment shortens another one.
import { join } from 'node:path'
import { type Counted, countComments, countPages } from './count-words.ts'

const DOCS_WORDS_MAX = 60_000
const COMMENTS_WORDS_MAX = 80_000
const LONGEST = 10

const root = join(import.meta.dirname, '..')
const isGood = [
  say('Documents', countPages(root), DOCS_WORDS_MAX),
  say('Comments in src/ and cli/', countComments(root), COMMENTS_WORDS_MAX),
].every(Boolean)
process.exit(isGood ? 0 : 1)

/** Returns whether they are no more than they may be. */
function say(name: string, counted: readonly Counted[], max: number): boolean {
  const sum = sumOf(counted)
  const folders = [...Map.groupBy(counted, ({ folder }) => folder)].map(
    ([folder, files]) => [folder, sumOf(files)] as const,
  )
  const lines = [
    `${name}: ${format(sum)} words of at most ${format(max)}`,
    ...byWords(folders).map(([folder, words]) => `  ${format(words).padStart(7)}  ${folder}`),
    `The ${LONGEST} longest:`,
    ...byWords(counted.map(({ file, words }) => [file, words] as const))
      .slice(0, LONGEST)
      .map(([file, words]) => `  ${format(words).padStart(7)}  ${file}`),
    ...(sum > max ? [`These are ${format(sum - max)} words too many: shorten what is longest.`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n\n`)
  return sum <= max
}

function sumOf(counted: readonly Counted[]): number {
  return counted.reduce((sum, { words }) => sum + words, 0)
}

function byWords(counts: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  return counts.toSorted(([, one], [, other]) => other - one)
}

function format(count: number): string {
  return count.toLocaleString('en')
}
