import { countCharacters } from '../page.ts'

/** `key`, `job_id` and `run_id` of a report; in foreign dialects longer ones end with a digest of the whole. */
export const KEY_LENGTH_MAX = 500
/** The name of what is reported, in characters. */
export const NAME_LENGTH_MAX = 500
/** A short value of a report: an address, a number, the value of a label. */
export const VALUE_LENGTH_MAX = 4096
/** A long text of a report, or the output of a job. */
export const LONG_TEXT_LENGTH_MAX = 65_536
/** Labels of one report, and annotations. */
export const LABELS_MAX = 64
/** The name of a label or annotation, in characters. */
export const LABEL_NAME_LENGTH_MAX = 200

/** All texts of a report and their names, in characters. Only labels and annotations can exceed it. */
export const REPORT_CHARACTERS_MAX = 192 * 1024

export const SHORTENED = `The report has more than ${REPORT_CHARACTERS_MAX} characters in all, so the longest of its texts were shortened.`

type Texts = Readonly<Record<string, string>>

interface Details {
  readonly labels?: Texts
  readonly annotations?: Texts
}

export function isTooLong(details: object): boolean {
  return countCharacters(details) > REPORT_CHARACTERS_MAX
}

/**
 * Shortens the longest texts of a report until it fits; drops the last labels and annotations if their names alone take
 * more than a quarter.
 */
export function shortenDetails<Given extends object & Details>(details: Given): Given {
  if (!isTooLong(details)) return details
  const named = {
    ...details,
    ...(details.labels && { labels: firstNames(details.labels) }),
    ...(details.annotations && { annotations: firstNames(details.annotations) }),
  }
  const lengths = textsIn(named).map(({ length }) => length)
  const names = countCharacters(named) - lengths.reduce((sum, length) => sum + length, 0)
  return cutTexts(named, longestThatFits(lengths, REPORT_CHARACTERS_MAX - names))
}

/** Names of labels together, and of annotations. */
const NAMES_MAX = REPORT_CHARACTERS_MAX / 8

function firstNames(texts: Texts): Texts {
  let count = 0
  return Object.fromEntries(Object.entries(texts).filter(([name]) => (count += name.length) <= NAMES_MAX))
}

function textsIn(value: object): readonly string[] {
  return Object.values(value).flatMap((member: unknown) => {
    if (typeof member === 'string') return [member]
    return typeof member === 'object' && member !== null ? textsIn(member) : []
  })
}

/** Returns the length to which texts are cut so that they fit into `spare` characters together. */
function longestThatFits(lengths: readonly number[], spare: number): number {
  let left = spare
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - index))
    if (length > share) return share
    left -= length
  }
  return Number.MAX_SAFE_INTEGER
}

function cutTexts<Given extends object>(value: Given, lengthMax: number): Given {
  const cut = Object.entries(value).map(([name, member]: [string, unknown]) => {
    if (typeof member === 'string') return [name, cutText(member, lengthMax)]
    return [name, typeof member === 'object' && member !== null ? cutTexts(member, lengthMax) : member]
  })
  return Object.fromEntries(cut) as Given
}

function cutText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, Math.max(0, lengthMax - 1))}…`.toWellFormed()
}
