/** The file of a page could not be had: the service is away, or it was updated and has other files by now. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
}

/**
 * Loads the file of a page, or of a part without which it cannot be used. What the browser throws if that fails is
 * not let through: the router would at once reload everything, which fails while the service is away.
 */
export function loadPage<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return () =>
    load().catch((cause: unknown) => {
      throw new PageNotLoaded('The files of this page could not be loaded.', { cause })
    })
}

const AGAIN_MS_MIN = 20_000
const KEY = 'tocsin-loaded-anew-at'

/** Tells whether everything may be reloaded, and remembers it: not again and again if that does not help. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  if (now - Number(storage.getItem(KEY) ?? 0) < AGAIN_MS_MIN) return false
  storage.setItem(KEY, String(now))
  return true
}
