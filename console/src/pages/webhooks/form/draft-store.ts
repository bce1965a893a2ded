import { HIDDEN } from '../webhook-types.ts'
import { changedFields, type HeaderEntry, type WebhookForm } from './webhook-form.ts'

/** An unsaved draft with its base. */
interface FormDraft {
  /** The edited revision; null: a new webhook. */
  readonly revision: number | null
  readonly base: Partial<WebhookForm>
  readonly mine: Partial<WebhookForm>
  /** Fields left out because they may be secret. */
  readonly leftOut: readonly string[]
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const PREFIX = 'tocsin-webhook-draft:'

/** Keeps a draft in this tab. If storage is full or forbidden, only the draft is lost. */
export function keepDraft(storage: DraftStorage, key: string, draft: FormDraft): void {
  try {
    storage.setItem(PREFIX + key, JSON.stringify(draft))
  } catch {
    dropDraft(storage, key)
  }
}

export function dropDraft(storage: DraftStorage, key: string): void {
  try {
    storage.removeItem(PREFIX + key)
  } catch {
    // Nothing was kept then.
  }
}

/** Undefined: missing or unreadable. */
export function readDraft(storage: DraftStorage, key: string): FormDraft | undefined {
  try {
    const draft: unknown = JSON.parse(storage.getItem(PREFIX + key) ?? 'null')
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

function isDraft(value: unknown): value is FormDraft {
  return (
    typeof value === 'object' && value !== null && 'mine' in value && 'base' in value && 'leftOut' in value
  )
}

/** Returns the changed fields without secrets, because others at this browser can read its storage. */
export function toDraft(base: WebhookForm, mine: WebhookForm, revision: number | null): FormDraft {
  const changed = changedFields(base, mine)
  const isUrlLeftOut = changed.includes('url') && mayHoldSecret(mine.url)
  const isEndLeftOut = changed.includes('clear_url') && mayHoldSecret(mine.clear_url)
  const isKeyLeftOut = changed.includes('client_key')
  const known = new Map(base.http_headers.map(({ id, value }) => [id, value]))
  const headersLeftOut = changed.includes('http_headers')
    ? mine.http_headers.filter(
        (entry) => entry.value !== keptValue(entry) && entry.value !== known.get(entry.id),
      )
    : []
  const kept = changed.filter(
    (field) =>
      !(field === 'url' && isUrlLeftOut) &&
      !(field === 'clear_url' && isEndLeftOut) &&
      !(field === 'client_key' && isKeyLeftOut),
  )
  const pick = (form: WebhookForm): Partial<WebhookForm> => {
    const safe = {
      ...form,
      http_headers: form.http_headers.map((entry) => ({ ...entry, value: keptValue(entry) })),
    }
    return Object.fromEntries(kept.map((field) => [field, safe[field]]))
  }
  return {
    revision,
    base: pick(base),
    mine: pick(mine),
    leftOut: [
      ...(isUrlLeftOut ? ['the URL'] : []),
      ...(isEndLeftOut ? ['the clear URL'] : []),
      ...headersLeftOut.map(({ name }) => `the value of the header ${name || 'without a name'}`),
      ...(isKeyLeftOut ? ['the client key'] : []),
    ],
  }
}

const HARMLESS_HEADERS =
  /^(?:accept(?:-.+)?|cache-control|content-(?:type|language)|user-agent|(?:x-)?(?:priority|tags|title)|markdown)$/i

function keptValue({ id, name, value }: HeaderEntry): string {
  if (HARMLESS_HEADERS.test(name)) return value
  // On a stored header this means: unchanged.
  return id === null ? '' : HIDDEN
}

/** Many addresses are credentials: long random parts, values in the query, a user. */
export function mayHoldSecret(url: string): boolean {
  if (!URL.canParse(url)) return /[?@]/.test(url) || url.split('/').some(looksChosenByNobody)
  const { username, password, search, pathname } = new URL(url)
  return username !== '' || password !== '' || search !== '' || pathname.split('/').some(looksChosenByNobody)
}

function looksChosenByNobody(part: string): boolean {
  return part.length >= 8 && /\d/.test(part) && /[A-Za-z]/.test(part)
}
