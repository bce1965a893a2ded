import { Type } from '../../routes/schema-builder.ts'
import type { OpenNotifications } from '../../../domain/receiver-state/open-notifications.ts'
import { resourceOf } from '../resource.ts'

export const openNotificationsResource = resourceOf<OpenNotifications>()(
  {
    open: [
      Type.Integer({
        minimum: 0,
        description:
          'One for each alert whose raise was, or may be, sent to a receiver in mode current_state or to a fallback, and whose clear was not sent yet. Counted once a minute; on PostgreSQL estimated beyond 10,000.',
      }),
      'count',
    ],
    max: Type.Integer({
      minimum: 1,
      description: 'TOCSIN_OPEN_NOTIFICATIONS_MAX: above it Tocsin warns. Nothing is refused or removed.',
    }),
  },
  { title: 'OpenNotifications', description: 'Alerts that receivers count as open.' },
)
