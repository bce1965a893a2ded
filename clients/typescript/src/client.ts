import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../../../openapi/v1.d.ts'
import { iteratePages, type EntriesOf, type ListPath, type ListQuery } from './pages.ts'
import { TocsinError } from './problem.ts'

export interface TocsinOptions {
  /** The address of the service, with its base path if it has one: `http://127.0.0.1:8480`. */
  readonly url: string
  /** A token with the scopes that the calls need. */
  readonly token: string
  /** Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** Every operation of the API `/v1`, by method and path, with the types of its OpenAPI document. */
export interface Tocsin extends Client<paths> {
  /** The entries of a list, page after page, until there are no more. */
  entries<Path extends ListPath>(path: Path, query?: ListQuery<Path>): AsyncGenerator<EntriesOf<Path>>
}

/**
 * Returns a client of a service. What the service refuses is thrown as a `TocsinError`, and so `data` of an answer is always there
 * where the operation has one.
 */
export function createTocsin({ url, token, fetch }: TocsinOptions): Tocsin {
  const client = createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${token}` },
    ...(fetch && { fetch }),
  })
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await TocsinError.from(response)
    },
  })
  return Object.assign(client, {
    entries: <Path extends ListPath>(path: Path, query?: ListQuery<Path>) =>
      iteratePages(client, path, query),
  })
}
