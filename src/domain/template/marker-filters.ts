import { jsonText, plainText, xmlText, type Encode } from './escaping.ts'
import { TIME_ZONE_PATTERN, timeInZone } from '../time-zone.ts'

/**
 * The filters of a marker, each after a bar and in this order: time zone
 * (`%AlertRaisedTime|in:Europe/Berlin%`), text for a missing value (`|or:nobody`), escape for receivers
 * that read more than text (`|slack`), limit (`|150`, `|-2800`), texts around a value (`|pre:" on "`),
 * omission from JSON without a value (`|omit`). Escaping by content type follows, so a filter never makes a
 * body invalid.
 */
export interface Filter {
  /** Undefined: times stay in UTC. */
  readonly zone: string | undefined
  /** Replaces an empty value. */
  readonly fallback: string
  readonly escape: Encode
  /** The length of what the filter writes; a longer value is cut between characters and escapes, and marked by `…`. */
  readonly charsMax: number
  /** Keeps the end of the value, not its beginning. */
  readonly keepsEnd: boolean
  /** Texts around a value; not written without one. */
  readonly before: string
  readonly after: string
  /** Omits without a value: 1, the member or element with the marker; 2, what encloses that; 0, nothing. */
  readonly omittedLevels: number
}

/** An escape, with its documentation. It works character by character, so that a value can be cut anywhere. */
export interface FilterEscape {
  readonly name: string
  readonly description: string
  readonly escape: Encode
}

/** Splits a word that a receiver would act on; nobody sees it. */
const INVISIBLE = '\u200b'

const SLACK_PARTS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Characters with a meaning in most chats' Markdown. */
const MARKDOWN_SPECIAL = /[\\`*_~|[\]()<>#]/g

/** Encodes single-byte characters that `encodeURIComponent` leaves alone, too. */
function percentEncoded(char: string): string {
  const encoded = encodeURIComponent(char)
  return encoded === char ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : encoded
}

export const FILTER_ESCAPES: readonly FilterEscape[] = [
  {
    name: 'slack',
    description:
      'Slack: `&`, `<` and `>` as entities, so that a value cannot mention anybody or hide a link.',
    escape: (value) => plainText(value).replace(/[&<>]/g, (char) => SLACK_PARTS[char] ?? ''),
  },
  {
    name: 'html',
    description:
      'Texts that the receiver reads as HTML (Telegram, Google Chat): entities for markup characters.',
    escape: xmlText,
  },
  {
    name: 'markdown',
    description:
      'Texts that the receiver reads as Markdown (Mattermost, Discord, Rocket.Chat): a backslash before markup, and an invisible space after `@`, so that a value cannot mention anybody.',
    escape: (value) =>
      plainText(value)
        .replace(MARKDOWN_SPECIAL, String.raw`\$&`)
        .replaceAll('@', `@${INVISIBLE}`),
  },
  {
    name: 'link',
    description:
      'Addresses in texts that the receiver reads as Markdown: percent-encodes markup, `@`, quotes and blanks, so that the address still leads there.',
    escape: (value) => plainText(value).replace(/[\\`*_~|[\]()<>@"\s\p{Cc}]/gu, percentEncoded),
  },
  {
    name: 'jira',
    description:
      'Texts within `{noformat}` of Jira: an invisible space after `{` and `[`, so that a value can neither end the block nor mention anybody.',
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
      'JSON inside a JSON string (ServiceNow): escapes the value for the inner text, which stays valid JSON.',
    escape: jsonText,
  },
]

const ESCAPES: ReadonlyMap<string, Encode> = new Map(FILTER_ESCAPES.map(({ name, escape }) => [name, escape]))

/** The other filters, as they may be written, with their documentation. */
export const OTHER_FILTERS: readonly Omit<FilterEscape, 'escape'>[] = [
  {
    name: 'in:Europe/Berlin',
    description: 'A time as clocks in this time zone show it. Before all other filters.',
  },
  { name: 'or:unknown', description: 'This text, where there is no value. Before an escape and a limit.' },
  {
    name: 'pre:" on "',
    description:
      'This text before the value, if there is one; `\\n` in it is a line break, `\\"` a quote. After an escape and a limit.',
  },
  { name: 'post:" ms"', description: 'This text after the value, if there is one.' },
  {
    name: 'omit',
    description:
      'In JSON: without a value, the member or element goes that the marker stands in. Behind all other filters.',
  },
  { name: 'omit:2', description: 'The same of what encloses that member or element.' },
]

/** The number of levels that `omit:` reaches outwards. */
export const OMITTED_LEVELS_MAX = 9

/** No character that could end a string, a tag, a path or the marker, wherever it stands. */
const FALLBACK = String.raw`[^%|"\\<>?#\p{C}\p{Zl}\p{Zp}]+`

/** The most characters of a text before or after a value. */
export const AROUND_CHARS_MAX = 60

/** Any characters of one line but those that end it or the marker; `\n` is a line break, `\"` a quote. */
const AROUND = String.raw`(?:[^%"\\\p{C}\p{Zl}\p{Zp}]|\\[n"]){1,${AROUND_CHARS_MAX}}`

/** Matches the filters of one marker, with the flag `u`; the groups are `FilterParts`. */
export const FILTER_PATTERN = [
  String.raw`(?:\|in:(?<zone>${TIME_ZONE_PATTERN}))?`,
  String.raw`(?:\|or:(?<fallback>${FALLBACK}))?`,
  String.raw`(?:\|(?<escape>${[...ESCAPES.keys()].join('|')}))?`,
  String.raw`(?:\|(?<limit>-?[1-9]\d{0,5}))?`,
  `(?:\\|pre:"(?<pre>${AROUND})")?`,
  `(?:\\|post:"(?<post>${AROUND})")?`,
  String.raw`(?:\|(?<omit>omit(?::[2-${OMITTED_LEVELS_MAX}])?))?`,
].join('')

/**
 * Characters of all filters of a marker, bars included: a zone, a sentence for a missing value, and texts around one.
 */
export const FILTER_CHARS_MAX = 320

export type FilterParts = Readonly<
  Partial<Record<'zone' | 'fallback' | 'escape' | 'limit' | 'pre' | 'post' | 'omit', string | undefined>>
>

export function readFilter({
  zone,
  fallback = '',
  escape = '',
  limit,
  pre = '',
  post = '',
  omit,
}: FilterParts): Filter {
  return {
    zone,
    fallback,
    escape: ESCAPES.get(escape) ?? plainText,
    charsMax: limit === undefined ? Infinity : Math.abs(Number(limit)),
    keepsEnd: limit?.startsWith('-') ?? false,
    before: unescaped(pre),
    after: unescaped(post),
    omittedLevels: omit === undefined ? 0 : Number(omit.split(':')[1] ?? 1),
  }
}

function unescaped(around: string): string {
  return around.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\"`, '"')
}

/** Applies the filter within `spaceChars`, in time proportional to the smaller of value and space. Never throws. */
export function applyFilter(given: string, filter: Filter, spaceChars = Infinity): string {
  const { zone, fallback, before, after } = filter
  const said = zone === undefined ? given : timeInZone(given, zone)
  // Nobody reads `on ` before blanks.
  const isNone = before + after !== '' && !/\S/.test(said)
  const value = (isNone ? '' : said) || fallback
  const valueChars = spaceChars - before.length - after.length
  if (value === '' || valueChars < 1) return ''
  return `${before}${writeValue(value, filter, valueChars)}${after}`
}

function writeValue(value: string, filter: Filter, spaceChars: number): string {
  const { escape, keepsEnd } = filter
  const charsMax = Math.min(filter.charsMax, spaceChars)
  if (value.length <= charsMax) {
    const whole = escape(value)
    if (whole.length <= charsMax) return whole
  }
  // Each character takes at least one, unless it is dropped; the characters after these do not fit.
  const near = keepsEnd ? value.slice(-charsMax) : value.slice(0, charsMax)
  const taken = takeUpTo(piecesOf(withoutHalf(near, keepsEnd), keepsEnd), filter, charsMax - 1)
  return keepsEnd ? `…${taken}` : `${taken}…`
}

/** The cut may have split a pair of surrogates. */
function withoutHalf(text: string, keepsEnd: boolean): string {
  return keepsEnd ? text.replace(/^[\udc00-\udfff]/, '') : text.replace(/[\ud800-\udbff]$/, '')
}

/** Characters that are written at a time, many times faster than one by one. */
const PIECE_CHARS = 1_000

/** Cuts a text into pieces from the end that is kept, never within a pair of surrogates. */
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

type Writing = Pick<Filter, 'escape' | 'keepsEnd'>

function takeUpTo(pieces: readonly string[], writing: Writing, charsMax: number): string {
  const { escape, keepsEnd } = writing
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
    const rest = keepsEnd ? characters.toReversed() : characters
    return add(takeUpTo(rest, writing, charsMax - taken.length))
  }
  return taken
}
