import { jsonText, plainText, xmlText, type Encode } from './escaping.ts'

/**
 * What may stand behind the name of a marker, each after a bar: what the receiver takes for more than text
 * (`%AlertName|slack%`), how much of the value there is room for (`%AlertName|150%`, `%JobOutput|-2800%`), or both in
 * this order. Escaping by the content type comes afterwards, so a filter never makes a body invalid.
 */
export interface Filter {
  readonly escape: Encode
  /** Of what the filter writes; a longer value is cut, never within a character or an escape, and marked by `…`. */
  readonly charsMax: number
  /** The end of the value is what is kept, not its beginning. */
  readonly keepsEnd: boolean
}

/** One escape, for the code and for the docs. Each character is written by itself, so that a value can be cut anywhere. */
export interface FilterEscape {
  readonly name: string
  readonly description: string
  readonly escape: Encode
}

/** Tears a word apart that a receiver would act upon, and nobody sees it. */
const INVISIBLE = '\u200b'

const SLACK_PARTS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What has a meaning to most chats that know Markdown. */
const MARKDOWN_SPECIAL = /[\\`*_~|[\]()<>#]/g

export const FILTER_ESCAPES: readonly FilterEscape[] = [
  {
    name: 'slack',
    description: 'Slack: `&`, `<` and `>` as entities, so that a value can call nobody and hide no link.',
    escape: (value) => plainText(value).replace(/[&<>]/g, (char) => SLACK_PARTS[char] ?? ''),
  },
  {
    name: 'html',
    description:
      'Texts that the receiver reads as HTML (Telegram, Google Chat): entities for what is markup.',
    escape: xmlText,
  },
  {
    name: 'markdown',
    description:
      'Texts that the receiver reads as Markdown (Mattermost, Discord, Rocket.Chat): a backslash before what is markup, and an invisible space behind `@`, so that a value can call nobody.',
    escape: (value) =>
      plainText(value)
        .replace(MARKDOWN_SPECIAL, String.raw`\$&`)
        .replaceAll('@', `@${INVISIBLE}`),
  },
  {
    name: 'jira',
    description:
      'Texts within `{noformat}` of Jira: an invisible space behind `{` and `[`, so that a value can neither end that nor call anybody.',
    escape: (value) => plainText(value).replace(/[{[]/g, `$&${INVISIBLE}`),
  },
  {
    name: 'line',
    description:
      'Texts of one line (the summary of a Jira issue): a blank for each line break, tab and control character.',
    escape: (value) => plainText(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '),
  },
  {
    name: 'json',
    description:
      'JSON inside of a JSON string (ServiceNow): what stands between the quotes of the inner text, so that it stays JSON.',
    escape: jsonText,
  },
]

const ESCAPES: ReadonlyMap<string, Encode> = new Map(FILTER_ESCAPES.map(({ name, escape }) => [name, escape]))

/** A regular expression for the filters of one marker, or none; its groups are the escape and the limit. */
export const FILTER_PATTERN = String.raw`(?:\|(${[...ESCAPES.keys()].join('|')}))?(?:\|(-?[1-9]\d{0,5}))?`

/** Of the two groups of that pattern; undefined: the value goes in as it is. */
export function readFilter(escapeName: string | undefined, limit: string | undefined): Filter | undefined {
  if (escapeName === undefined && limit === undefined) return undefined
  return {
    escape: ESCAPES.get(escapeName ?? '') ?? plainText,
    charsMax: limit === undefined ? Infinity : Math.abs(Number(limit)),
    keepsEnd: limit?.startsWith('-') ?? false,
  }
}

/** At most `roomChars` of it, whatever its own limit. Takes time in proportion to the value or to that, whichever is less. Never throws. */
export function applyFilter(value: string, filter: Filter, roomChars = Infinity): string {
  const { escape, keepsEnd } = filter
  const charsMax = Math.min(filter.charsMax, roomChars)
  if (value.length <= charsMax) {
    const whole = escape(value)
    if (whole.length <= charsMax) return whole
  }
  // Each character takes one place or more, unless it is dropped; those behind these have no room.
  const near = keepsEnd ? value.slice(-charsMax) : value.slice(0, charsMax)
  const taken = takeUpTo(piecesOf(withoutHalf(near, keepsEnd), keepsEnd), filter, charsMax - 1)
  return keepsEnd ? `…${taken}` : `${taken}…`
}

/** The cut may have gone through a pair of surrogates. */
function withoutHalf(text: string, keepsEnd: boolean): string {
  return keepsEnd ? text.replace(/^[\udc00-\udfff]/, '') : text.replace(/[\ud800-\udbff]$/, '')
}

/** To write many characters at a time is many times quicker than to write each by itself. */
const PIECE_CHARS = 1_000

/** From the end that is kept. No pair of surrogates is taken apart. */
function piecesOf(text: string, keepsEnd: boolean): readonly string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const end = start + PIECE_CHARS
    const isInPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1))
    pieces.push(text.slice(start, isInPair ? end + 1 : end))
    start += pieces.at(-1)?.length ?? Infinity
  }
  return keepsEnd ? pieces.toReversed() : pieces
}

function takeUpTo(pieces: readonly string[], { escape, keepsEnd }: Filter, charsMax: number): string {
  let taken = ''
  const add = (written: string) => (keepsEnd ? written + taken : taken + written)
  for (const piece of pieces) {
    const written = escape(piece)
    if (taken.length + written.length <= charsMax) {
      taken = add(written)
      continue
    }
    const characters = Array.from(piece)
    if (characters.length === 1) return taken
    const rest = { escape, keepsEnd, charsMax }
    return add(takeUpTo(keepsEnd ? characters.toReversed() : characters, rest, charsMax - taken.length))
  }
  return taken
}
