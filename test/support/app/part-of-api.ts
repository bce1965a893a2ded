import type { ApiDeps } from '../../../src/api/deps/api-deps.ts'
import type { Store } from '../../../src/storage/store.ts'

/** Passes the dependencies that the routes of a test use for all of the API. */
export function partOfApi(
  part: Partial<Omit<ApiDeps, 'store'>> & { readonly store: Partial<Store> },
): ApiDeps {
  return part as ApiDeps
}
