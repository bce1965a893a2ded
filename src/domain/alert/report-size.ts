import { countCharacters } from '../part.ts'

/**
 * What one reported alert or job run may tell in all, in characters of its texts and of their names. All that has a
 * place of its own fits in at its longest, so it is labels and annotations that are over it.
 */
export const REPORT_CHARACTERS_MAX = 192 * 1024

export const SHORTENED = `It told more than ${REPORT_CHARACTERS_MAX} characters in all, so the longest of its texts were shortened.`

type Texts = Readonly<Record<string, string>>

/** Whatever else there is in them is short. */
interface Details {
  readonly labels?: Texts
  readonly annotations?: Texts
}

export function isTooLong(details: object): boolean {
  return countCharacters(details) > REPORT_CHARACTERS_MAX
}

/**
 * As much of it as fits: of the labels and annotations the first ones, as long as their names leave three quarters of
 * the room for texts; and of all texts the longest shortened, those that are shorter as they are.
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

/** Of labels, and of annotations. */
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

/** How long a text may be so that all of them, those that are longer cut to that, have no more than `room` together. */
function longestThatFits(lengths: readonly number[], room: number): number {
  let left = room
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
  // Texts stay texts, and all else is as it was.
  return Object.fromEntries(cut) as Given
}

function cutText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, Math.max(0, lengthMax - 1))}…`.toWellFormed()
}
