/** The file of a page could not be had: the service is away, or it was updated and has other files by now. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
}

/**
 * Loads the file of a page, or of a component without which it cannot be used. What the browser throws if that fails is
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

const AGAIN_MS = 3_000
/** About an hour. */
const TRIES_MAX = 1_200

interface ServiceWatch {
  /** Rejects if nothing responds. */
  readonly check: () => Promise<unknown>
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Loads a module that no page waits for, when the service responds: what a browser has asked for in vain, it does not
 * ask for again. Rejects if it cannot be had then, or if nothing has responded for about an hour.
 */
export async function loadWhenThere<Part>(load: () => Promise<Part>, watch: ServiceWatch): Promise<Part> {
  for (let looks = 1; ; looks += 1) {
    try {
      await watch.check()
      break
    } catch (cause) {
      if (looks >= TRIES_MAX) throw cause
      await watch.wait(AGAIN_MS)
    }
  }
  return load()
}
