import type { Delivery } from '../../../domain/delivery/delivery.ts'
import type { DeliveryFilter } from '../../../domain/filter/delivery-filters.ts'
import { toDelivery, type DeliveryRow } from '../../rows/delivery-row.ts'
import type { PageRequest } from '../../../domain/page.ts'
import type { Database } from '../connection/database.ts'
import { deliveryPaths } from './delivery-paths.ts'
import { findIdRange } from './id-bounds.ts'
import { numbered, wrap, type Piece } from '../connection/pieces.ts'
import { NO_ID } from '../../transactions/conditions.ts'
import { mergeScans, type IdRange } from './keyset-scan.ts'

/** Finds many deliveries: for lists and for counts. */
export function deliveryListMethods(database: Pick<Database, 'list'>) {
  const newest = async (filter: DeliveryFilter, { before = NO_ID, limit }: PageRequest): Promise<Piece> => {
    const range = await findDeliveryRange(database, filter)
    const ids = { after: range.after, before: Math.min(range.before, before) }
    return mergeScans(deliveryPaths({ filter, ids, limit, direction: 'DESC' }), 'DESC', limit)
  }
  return {
    async listDeliveries(filter: DeliveryFilter, page: PageRequest): Promise<readonly Delivery[]> {
      const rows = await database.list<DeliveryRow>(...numbered(await newest(filter, page)))
      return rows.map(toDelivery)
    },

    async countDeliveries(filter: DeliveryFilter, limit: number): Promise<number> {
      const found = wrap('SELECT count(*) FROM (', await newest(filter, { limit }), ') AS found')
      const rows = await database.list<{ count: number }>(...numbered(found))
      return rows[0]?.count ?? 0
    },
  }
}

/** Outside of it nothing fits. What belongs to one event or alert is found without it. */
export function findDeliveryRange(
  database: Pick<Database, 'list'>,
  { eventId, alertId, from, until }: DeliveryFilter,
): Promise<IdRange> {
  const isTimed = eventId === undefined && alertId === undefined
  return findIdRange(database, 'ended_deliveries', isTimed ? { from, until } : {})
}
