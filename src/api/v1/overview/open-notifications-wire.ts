import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import type { OpenNotifications } from '../../../domain/receiver-state/open-notifications.ts'

export const openNotificationsSchema = Type.Object(
  {
    open: Type.Integer({
      minimum: 0,
      description:
        'One for each alert whose raise was, or may be, sent to a receiver in mode current_state or to a fallback, and whose clear was not sent yet. Counted once a minute; on PostgreSQL estimated beyond 10,000.',
    }),
    max: Type.Integer({
      minimum: 1,
      description: 'TOCSIN_OPEN_NOTIFICATIONS_MAX: above it Tocsin warns. Nothing is refused or removed.',
    }),
  },
  {
    title: 'OpenNotifications',
    description: 'Alerts that receivers count as open.',
  },
)

export function toOpenNotificationsWire({
  count,
  max,
}: OpenNotifications): Static<typeof openNotificationsSchema> {
  return { open: count, max }
}
