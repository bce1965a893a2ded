import { asNumber, asObjects, asText, indentJson, type Received } from './response.ts'
import { describeMs } from './human-units.ts'
import type { Part, Screen } from './screen.ts'

export type ExchangeView = Pick<Received<'Attempt'>, 'request' | 'response' | 'timing'>

export function showExchange(screen: Screen, { request, response, timing }: ExchangeView, indent = ''): void {
  if (request) {
    screen.line(indent, { text: `${asText(request.method)} ${asText(request.url)}`, tone: 'strong' })
    showHeadersAndBody(screen, request, indent)
  }
  if (response) showResponse(screen, response, indent)
  const parts = describeTiming(timing)
  if (parts !== '') screen.line(indent, { text: `time      ${parts}`, tone: 'dim' })
}

/** `accept` in green, `refuse` in red. */
export function describeOutcome(outcome: unknown): Part {
  const word = asText(outcome)
  if (word === 'accept') return { text: 'accepted', tone: 'good' }
  if (word === 'retry') return { text: 'not accepted, would be tried again', tone: 'warn' }
  return word === 'refuse' ? { text: 'refused for good', tone: 'bad' } : word
}

/** `41 ms in all: DNS 2 ms, connected 8 ms, …`; '' if unknown. */
export function describeTiming(timing: ExchangeView['timing']): string {
  const total = asNumber(timing?.total_ms)
  if (total === undefined) return ''
  const steps = [
    ['DNS', 'dns_ms'],
    ['connected', 'connect_ms'],
    ['TLS', 'tls_ms'],
    ['first byte', 'first_byte_ms'],
  ] as const
  const known = steps.flatMap(([word, member]) => {
    const ms = asNumber(timing?.[member])
    return ms === undefined ? [] : [`${word} ${describeMs(ms)}`]
  })
  return `${describeMs(total)} in all${known.length > 0 ? ` (${known.join(', ')})` : ''}`
}

function showResponse(screen: Screen, response: Received<'ReceivedResponse'>, indent: string): void {
  const status = asNumber(response.status) ?? 0
  const tone = status >= 200 && status < 300 ? 'good' : 'bad'
  screen.line(indent, {
    text: `HTTP ${status} ${process.getBuiltinModule('node:http').STATUS_CODES[status] ?? ''}`.trimEnd(),
    tone,
  })
  showHeadersAndBody(screen, response, indent)
  if (response.body_truncated === true)
    screen.line(indent, { text: '  … (the rest was not kept)', tone: 'dim' })
}

function showHeadersAndBody(
  screen: Screen,
  message: Received<'SentRequest'> | Received<'ReceivedResponse'>,
  indent: string,
): void {
  for (const header of asObjects(message.headers)) {
    screen.line(indent, '  ', { text: `${asText(header.name)}: `, tone: 'dim' }, asText(header.value))
  }
  const body = asText(message.body)
  if (body !== '') {
    screen.line('')
    screen.block(indentJson(body) ?? body, `${indent}  `)
  }
  screen.line('')
}
