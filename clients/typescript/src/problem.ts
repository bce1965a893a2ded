/** A refusal of the service, as RFC 9457 has it: every answer that is not 2xx. */
export class TocsinError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The kind of problem, e.g. `urn:tocsin:problem:not-found`; docs/errors.md lists them. */
  readonly type: string
  /** Seconds after which to try again, if the service says so. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    given: { readonly status: number; readonly type: string; readonly retryAfter: number | undefined },
  ) {
    super(message)
    this.name = 'TocsinError'
    this.status = given.status
    this.type = given.type
    this.retryAfter = given.retryAfter
  }

  /** Reads the body of a refusal; one that comes from something in between is told by its status alone. */
  static async from(response: Response): Promise<TocsinError> {
    const text = await response.text().catch(() => '')
    const { detail, title, type } = parse(text)
    const retryAfter = Number(response.headers.get('retry-after') ?? NaN)
    return new TocsinError(detail ?? title ?? `The service answered ${response.status}.`, {
      status: response.status,
      type: type ?? 'about:blank',
      retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
    })
  }
}

function parse(text: string): { readonly detail?: string; readonly title?: string; readonly type?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
