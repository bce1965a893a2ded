/** The search parameters of the page. */
export interface NewWebhookSearch {
  /** The receiver to start from; `scratch`: none. Absent: it is still to be chosen. */
  readonly receiver?: string
  /** The webhook to start from. */
  readonly copy?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asNewWebhookSearch({ receiver, copy }: Readonly<Record<string, unknown>>): NewWebhookSearch {
  const id = Number(copy)
  if (Number.isSafeInteger(id) && id > 0) return { copy: id }
  return typeof receiver === 'string' && /^[a-z0-9-]{1,60}$/.test(receiver) ? { receiver } : {}
}
