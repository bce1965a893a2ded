import { notifications } from '@mantine/notifications'
import type { WrittenWebhook } from '../webhook-types.ts'

/** Says that it is stored. What its writer should know of it stands on its page, as long as it is so. */
export function notifySaved({ name, warnings }: WrittenWebhook, isNew: boolean): void {
  const saved = isNew ? `${name} is created and notified from now on.` : `${name} is saved.`
  if (warnings.length === 0) notifications.show({ message: saved })
  else notifications.show({ color: 'yellow', message: `${saved} Its page says what is worth a look.` })
}
