import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { User } from './user-words.ts'

/** There are at most 1,000. */
const PAGES_MAX = 2

interface UserPage {
  readonly items: readonly User[]
  readonly next: string | null
}

/** Everybody who may sign in, by name. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async () => {
    const users: User[] = []
    let cursor: string | null = null
    for (let page = 0; page < PAGES_MAX; page++) {
      const response: UserPage = await take(
        api.GET('/v1/users', { params: { query: { limit: 500, ...(cursor !== null && { cursor }) } } }),
      )
      users.push(...response.items)
      cursor = response.next
      if (cursor === null) break
    }
    return users.toSorted((one, other) => one.name.localeCompare(other.name))
  },
})
