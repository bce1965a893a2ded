/** A page's file could not be loaded: the service is down, or was updated and has other files. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
}

/**
 * Loads a page or a required component. The browser's error is replaced: the router would reload everything
 * at once, which fails while the service is down.
 */
export function loadPage<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return () =>
    load().catch((cause: unknown) => {
      throw new PageNotLoaded('The files of this page could not be loaded.', { cause })
    })
}

const AGAIN_MS_MIN = 20_000
const KEY = 'tocsin-loaded-anew-at'

/** Tells whether a reload is allowed, and remembers it, so that it does not repeat. */
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
 * Loads an optional module once the service responds, because a browser does not repeat a failed import.
 * Rejects if that fails, or after about an hour.
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
