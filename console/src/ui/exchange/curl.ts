import type { components } from '../../api/schema.ts'

/** A request to a receiver in attempts, tests and previews. */
export type HttpRequest = components['schemas']['SentRequest']

/** curl writes these itself. */
const WRITTEN_BY_CURL = new Set(['content-length', 'host', 'connection', 'transfer-encoding'])

/**
 * Returns a command for a POSIX shell. Every value is quoted, so that none is run. Masked secrets stay `***`.
 */
export function toCurl({ method, url, headers, body }: HttpRequest): string {
  const sent = headers.filter(({ name }) => !WRITTEN_BY_CURL.has(name.toLowerCase()))
  const hasType = sent.some(({ name }) => name.toLowerCase() === 'content-type')
  const parts = [
    // Brackets and braces in the address are literal. With --request HEAD it would wait for a body.
    `curl --globoff ${method === 'HEAD' ? '--head' : `--request ${quote(method)}`} ${quote(url)}`,
    // A semicolon writes a header without a value; `Name:` would leave it out.
    ...sent.map(({ name, value }) => `--header ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Without this, curl would call the body a form.
    ...(body !== '' && !hasType ? [`--header 'Content-Type:'`] : []),
    ...(body !== '' ? [`--data-raw ${quote(body)}`] : []),
  ]
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
