import type { Chance, Clock } from '../runtime/clock.ts'
import { type Config } from '../config/config.ts'
import { servesApi } from '../domain/overview/node.ts'
import { inviteFirstAdmin } from '../people/invitations.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { Store } from '../storage/store.ts'
import { fixAdminToken, makeFirstAdminToken } from '../tokens/first-admin-token.ts'

interface EntryDeps {
  readonly store: Store
  readonly cluster: Pick<Cluster, 'alone'>
  readonly clock: Clock
  readonly chance: Chance
  readonly config: Config
}

/** Ways in for the first person. */
export interface Entries {
  /** Made at this start; undefined: there were tokens, or the configuration sets one. */
  readonly firstAdminToken: { readonly secret: string; readonly file: string } | undefined
  /** The code of the first administrator's link; undefined: there are users, or nobody can sign in here. */
  readonly firstAdminCode: string | undefined
}

/**
 * Prepares the ways in. Of nodes that start together one creates the admin token, and the others find it. A
 * failure closes the database and prevents the start.
 */
export async function prepareEntries({ cluster, config, ...deps }: EntryDeps): Promise<Entries> {
  if (!servesApi(config.role)) return { firstAdminToken: undefined, firstAdminCode: undefined }
  const { adminToken } = config
  try {
    return await cluster.alone(async () => {
      const made = adminToken === null ? await makeFirstAdminToken(deps, config.dataFolder) : undefined
      if (adminToken !== null) await fixAdminToken(deps, adminToken, config.dataFolder)
      return { firstAdminToken: made, firstAdminCode: (await inviteFirstAdmin(deps))?.code }
    })
  } catch (error) {
    await deps.store.close()
    throw error
  }
}
