import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { Token } from './token-words.ts'

/** There are never so many: the service keeps the number of live ones small. */
const PAGES_MAX = 10

/** All tokens, newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async () => {
    const tokens: Token[] = []
    let cursor: string | null = null
    for (let page = 0; page < PAGES_MAX; page++) {
      const response: TokenPage = await take(
        api.GET('/v1/tokens', { params: { query: { limit: 500, ...(cursor !== null && { cursor }) } } }),
      )
      tokens.push(...response.items)
      cursor = response.next
      if (cursor === null) break
    }
    return tokens.toReversed()
  },
})

interface TokenPage {
  readonly items: readonly Token[]
  readonly next: string | null
}
