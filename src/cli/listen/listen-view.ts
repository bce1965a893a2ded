import { indentJson } from '../view/indent-json.ts'
import type { Screen } from '../view/screen.ts'

/** A request that arrived; also the line of `tocsin listen --json`, therefore the spelling. */
export interface Call {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** The body up to the limit of what is kept. */
  readonly body: string
  readonly body_bytes: number
  readonly body_truncated: boolean
}

/** Every client sends these; they say nothing about the webhook. */
const DULL_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'accept',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
])

/** A person wants to see what came, not to scroll for minutes. */
const SHOWN_CHARACTERS_MAX = 65_536

export function showCall(
  screen: Screen,
  call: Call,
  { number, responseStatus }: { readonly number: number; readonly responseStatus: number },
): void {
  const isAccepted = responseStatus >= 200 && responseStatus < 300
  screen.line(
    { text: `#${number} ${call.method} ${call.path}`, tone: 'strong' },
    { text: `  ${call.at.slice(11, 19)} UTC  responded `, tone: 'dim' },
    { text: String(responseStatus), tone: isAccepted ? 'good' : 'bad' },
  )
  for (const { name, value } of call.headers) {
    if (!DULL_HEADERS.has(name.toLowerCase())) screen.line({ text: `  ${name}: `, tone: 'dim' }, value)
  }
  const shown = (indentJson(call.body) ?? call.body).slice(0, SHOWN_CHARACTERS_MAX)
  if (shown !== '') {
    screen.line('')
    screen.block(shown)
  }
  if (call.body_truncated || shown.length === SHOWN_CHARACTERS_MAX) {
    screen.line({ text: `  … (the body has ${call.body_bytes} bytes; the rest is not shown)`, tone: 'dim' })
  }
  screen.line('')
}
