import { CALM } from '../../domain/flow.ts'
import { receiverHealthOf } from '../../domain/receiver-health.ts'
import { searchWebhooks } from '../../domain/webhook-search.ts'
import { toFlow, type FlowRow } from '../rows/flow-row.ts'
import type { StoreVerbs } from '../store.ts'
import type { Parts } from './parts.ts'
import { IS_PAUSED } from './paused.ts'

/** All others are well. */
const UNWELL = `SELECT * FROM webhook_flow AS flow WHERE failing_since IS NOT NULL OR ${IS_PAUSED}`

const REVISIONS = 'SELECT id, revision FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2'

/** Addresses may be encrypted in the database, so it is the node that looks through them, in what it knows of all webhooks. */
export function webhookSearchVerbs({
  database,
  webhooks,
}: Parts): Pick<StoreVerbs, 'searchWebhooks' | 'listRevisions' | 'nameWebhooks'> {
  return {
    async searchWebhooks(search, page, now) {
      const [all, rows] = await Promise.all([
        database.transaction((transaction) => webhooks.all(transaction)),
        database.read<FlowRow>(UNWELL, [now]),
      ])
      const flows = new Map(rows.map((row) => [row.webhook_id, toFlow(row)]))
      const healthOf = (id: number) => receiverHealthOf(flows.get(id) ?? CALM, now)
      return searchWebhooks(all.values(), { healthOf, search, page })
    },

    listRevisions: ({ after = 0, limit }) => database.read(REVISIONS, [after, limit ?? null]),

    nameWebhooks: (ids) => database.read('SELECT id, name, enabled FROM webhooks WHERE id = ANY ($1)', [ids]),
  }
}
