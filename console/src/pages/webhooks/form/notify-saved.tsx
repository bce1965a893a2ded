import { List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { WrittenWebhook } from '../webhook-types.ts'

/** Says that it is stored, and what its writer should know of it. */
export function notifySaved({ name, warnings }: WrittenWebhook, isNew: boolean): void {
  const message = isNew ? `${name} is there: from now on it is told.` : `${name} is saved.`
  if (warnings.length === 0) {
    notifications.show({ message })
    return
  }
  notifications.show({
    color: 'yellow',
    title: message,
    autoClose: false,
    message: (
      <>
        <Text size="sm" inherit>
          Worth a look:
        </Text>
        <List size="sm">
          {warnings.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>
              <b>{path}</b> {message}
            </List.Item>
          ))}
        </List>
      </>
    ),
  })
}
