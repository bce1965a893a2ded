import type { components } from '../../api/schema.ts'

/** A request to a receiver, as attempts, tests and previews show it. */
export type HttpRequest = components['schemas']['SentRequest']

/** curl writes these itself, as the message needs them. */
const WRITTEN_BY_CURL = new Set(['content-length', 'host', 'connection', 'transfer-encoding'])

/**
 * Returns the request as a command for a POSIX shell. Every value is quoted, so that none of it is run. Secrets that
 * the service has masked stay `***`.
 */
export function toCurl({ method, url, headers, body }: HttpRequest): string {
  const sent = headers.filter(({ name }) => !WRITTEN_BY_CURL.has(name.toLowerCase()))
  const hasType = sent.some(({ name }) => name.toLowerCase() === 'content-type')
  const parts = [
    // Brackets and braces in the address are meant as they are.
    `curl --globoff ${methodOption(method)} ${quote(url)}`,
    ...sent.map(({ name, value }) => `--header ${quote(headerText(name, value))}`),
    // Without a value: curl would otherwise say that the body is a form.
    ...(body !== '' && !hasType ? [`--header 'Content-Type:'`] : []),
    ...(body !== '' ? [`--data-raw ${quote(body)}`] : []),
  ]
  return parts.join(' \\\n  ')
}

function methodOption(method: string): string {
  // With --request HEAD it would wait for a body that never comes.
  return method === 'HEAD' ? '--head' : `--request ${quote(method)}`
}

/** A header without a value is written with a semicolon; `Name:` would leave it out. */
function headerText(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
