import type { Issue } from '../../../api/problem.ts'
import { FORM_FIELDS, type FormField } from './webhook-form.ts'

/** Returns the field of an issue; undefined: none that is shown. */
export function fieldOf(path: string): FormField | undefined {
  const [head = '', member = ''] = path.replace(/^(?:webhook|change)\./, '').split(/[.[\]]/)
  const name = head === 'tls' ? member : head === 'clear_request' ? fieldOfClear(member) : head
  return FORM_FIELDS.find((field) => field === name)
}

function fieldOfClear(member: string): string {
  if (member === 'payload_template') return 'clear_template'
  return member === '' ? 'has_clear_request' : `clear_${member}`
}

/** Returns the capitalised sentences about a field; undefined: no mistake. */
export function sentenceFor(field: FormField, issues: readonly Issue[]): string | undefined {
  const messages = issues.filter(({ path }) => fieldOf(path) === field && rowOf(path) === null)
  return messages.length === 0 ? undefined : messages.map(({ message }) => capital(message)).join(' ')
}

/**
 * Returns the sentences about an entry of a list, such as `http_headers[2].http_header_value`, by its member.
 */
export function sentenceForEntry(
  field: FormField,
  index: number,
  issues: readonly Issue[],
): { readonly member: string; readonly message: string } | undefined {
  const issue = issues.find(({ path }) => fieldOf(path) === field && rowOf(path) === index)
  return issue && { member: issue.path.split('.').at(-1) ?? '', message: capital(issue.message) }
}

/** Accepts `http_headers[2].http_header_value` and `http_headers.2.http_header_value`. */
function rowOf(path: string): number | null {
  const found = /^(?:webhook\.|change\.)?(?:http_headers|response_rule)(?:\[(\d+)\]|\.(\d+))/.exec(path)
  return found === null ? null : Number(found[1] ?? found[2])
}

function capital(message: string): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
