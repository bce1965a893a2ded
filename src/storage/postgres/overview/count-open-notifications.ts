import type { StoreMethods } from '../../store.ts'
import type { Deps } from '../node-memory/deps.ts'
import { statement } from '../connection/statement.ts'

/** Estimates a large number by the statistics of the server, which vacuum and analyze keep, without reading a row. */
const COUNT = statement<[limit: number], { readonly count: number }>(`
SELECT CASE WHEN counted.count < $1::bigint THEN counted.count ELSE greatest(counted.count,
    (SELECT reltuples::bigint FROM pg_class WHERE oid = 'receiver_states'::regclass)) END AS count
FROM (SELECT count(*) AS count FROM (SELECT FROM receiver_states LIMIT $1::bigint) AS one) AS counted`)

/** Exact up to the limit of a step. */
export function countOpenNotificationsMethod({
  database,
}: Pick<Deps, 'database'>): Pick<StoreMethods, 'countOpenNotifications'> {
  return {
    async countOpenNotifications({ limit }) {
      const [row] = await database.read(COUNT, [limit])
      return { count: row?.count ?? 0, next: undefined }
    },
  }
}
