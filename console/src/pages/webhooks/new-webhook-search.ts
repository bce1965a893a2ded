/** The search parameters of the page. */
export interface NewWebhookSearch {
  /** The preset to start from; `scratch`: none. Absent: it is still to be chosen. */
  readonly preset?: string
  /** The webhook to start from. */
  readonly copy?: number
}

/** Reads the search parameters; what is not understood is ignored. */
export function asNewWebhookSearch({ preset, copy }: Readonly<Record<string, unknown>>): NewWebhookSearch {
  const id = Number(copy)
  if (Number.isSafeInteger(id) && id > 0) return { copy: id }
  return typeof preset === 'string' && /^[a-z0-9-]{1,60}$/.test(preset) ? { preset } : {}
}
