import type { Client } from 'openapi-fetch'
import type { paths } from '../../../openapi/v1.d.ts'

/** The body of a page. */
interface Page<Entry> {
  readonly items: readonly Entry[]
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null
}

type BodyOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** The addresses whose answers are pages. */
export type ListPath = {
  [Path in keyof paths]: BodyOf<Path> extends { items: readonly unknown[]; next: string | null }
    ? [BodyOf<Path>] extends [never]
      ? never
      : Path
    : never
}[keyof paths]

/** What such a list consists of. */
export type EntriesOf<Path extends ListPath> =
  BodyOf<Path> extends { items: readonly (infer Entry)[] } ? Entry : never

/** What such a list can be asked for; the cursor is ours. */
export type ListQuery<Path extends ListPath> = paths[Path] extends {
  get: { parameters: { query?: infer Query } }
}
  ? Omit<NonNullable<Query>, 'cursor'>
  : never

/** Asks for page after page. An entry that comes while one reads may be missed, and none comes twice. */
export async function* iteratePages<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  query?: ListQuery<Path>,
): AsyncGenerator<EntriesOf<Path>> {
  let cursor: string | null = null
  do {
    const page: Page<EntriesOf<Path>> = await getPage(client, path, {
      ...query,
      ...(cursor !== null && { cursor }),
    })
    yield* page.items
    cursor = page.next
  } while (cursor !== null)
}

async function getPage<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  query: Readonly<Record<string, unknown>>,
): Promise<Page<EntriesOf<Path>>> {
  // The types of one path out of many cannot be followed by the compiler; the types of this file's functions say the same.
  const get = client.GET as unknown as (
    path: string,
    options: object,
  ) => Promise<{ readonly data: Page<EntriesOf<Path>> }>
  return (await get(path, { params: { query } })).data
}
