import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import type { OpenNotifications } from '../../../domain/receiver-state/open-notifications.ts'

export const openNotificationsSchema = Type.Object(
  {
    open: Type.Integer({
      minimum: 0,
      description:
        'One for each alert that a receiver in mode current_state, or a fallback, was told of or is to be told of, and not yet of the end. Counted once a minute; on PostgreSQL estimated beyond 10,000.',
    }),
    max: Type.Integer({
      minimum: 1,
      description:
        'TOCSIN_OPEN_NOTIFICATIONS_MAX: beyond it somebody is warned. Nothing is refused, and nothing that is open is forgotten.',
    }),
  },
  {
    title: 'OpenNotifications',
    description: 'What is remembered of receivers that are kept at the present.',
  },
)

export function toOpenNotificationsWire({
  count,
  max,
}: OpenNotifications): Static<typeof openNotificationsSchema> {
  return { open: count, max }
}
