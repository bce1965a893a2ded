/** A mistake in a request; `path` as in the body, e.g. `http_headers.0.http_header_key`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** A refusal of the service (RFC 9457), or no response. */
export class Problem extends Error {
  override readonly name = 'Problem'
  /** 0: no response. */
  readonly status: number
  readonly title: string
  readonly issues: readonly Issue[]
  /** Members beyond those of every problem. */
  readonly more: Readonly<Record<string, unknown>>

  constructor(given: {
    readonly status: number
    readonly title: string
    readonly detail: string
    readonly issues?: readonly Issue[]
    readonly more?: Readonly<Record<string, unknown>>
  }) {
    super(given.detail)
    this.status = given.status
    this.title = given.title
    this.issues = given.issues ?? []
    this.more = given.more ?? {}
  }
}

export function noResponse(): Problem {
  return new Problem({
    status: 0,
    title: 'No response from the service',
    detail:
      'It may be restarting, or the network is down. Nothing you typed is lost, and this page reconnects by itself.',
  })
}

/** Reads a problem document, or only the status if a proxy sent something else. */
export function toProblem(status: number, body: unknown): Problem {
  const {
    title,
    detail,
    errors,
    type: _type,
    status: _status,
    ...more
  } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return new Problem({
    status,
    title: typeof title === 'string' ? title : `The service returned ${status}`,
    detail: typeof detail === 'string' ? detail : 'It gave no reason.',
    issues: Array.isArray(errors) ? errors.filter(isIssue) : [],
    more,
  })
}

/** Returns the sentence to show for any thrown value. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Error) return error.message
  return String(error)
}

/** Returns the sentence of one mistake, or the list of several that the sentence joins. */
export function saidOnce(
  sentence: string,
  issues: readonly Issue[],
): { readonly sentence: string | null; readonly issues: readonly Issue[] } {
  const isRepeated = issues.every(
    ({ path, message }) => sentence.includes(path) && sentence.includes(message),
  )
  if (issues.length === 0 || !isRepeated) return { sentence, issues }
  return issues.length === 1 ? { sentence, issues: [] } : { sentence: null, issues }
}

function isIssue(value: unknown): value is Issue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'message' in value &&
    typeof value.path === 'string' &&
    typeof value.message === 'string'
  )
}

/** Returns the service's sentence about a member of the body; undefined: none. */
export function issueAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof Problem)) return undefined
  const messages = error.issues.filter((issue) => issue.path === path).map(({ message }) => message)
  if (messages.length === 0) return undefined
  const text = messages.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
