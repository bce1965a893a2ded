import { Alert, List, Text } from '@mantine/core'
import { IconBellCheck, IconBellOff } from '@tabler/icons-react'
import { Guarded } from '../../ui/page/guarded.tsx'
import type { Remedy } from './remedy.ts'
import { AnchorLink, ButtonLink } from '../../ui/page/links.tsx'

interface NobodyNotifiedProps {
  readonly remedy: Remedy
}

/** The worst that can be learned at three in the morning, so it stands out, with what to do. */
export function NobodyNotified({ remedy: { sentence, webhooks, missing, isFine } }: NobodyNotifiedProps) {
  return (
    <Alert
      color={isFine ? 'gray' : 'yellow'}
      icon={isFine ? <IconBellCheck size={18} /> : <IconBellOff size={18} />}
      title={isFine ? 'Nobody to notify' : 'Nobody was notified'}
    >
      <Text size="sm">{sentence}</Text>
      {webhooks.length > 0 && (
        <List size="sm" mt={6} listStyleType="none">
          {webhooks.map(({ id, name, action, needsEdit }) => (
            <List.Item key={id}>
              <AnchorLink
                to={needsEdit ? '/webhooks/$id/edit' : '/webhooks/$id'}
                params={{ id: String(id) }}
                inherit
                fw={600}
              >
                {name}
              </AnchorLink>
              : {action}
            </List.Item>
          ))}
        </List>
      )}
      {missing !== null && (
        <Guarded scope="webhooks:write" to="create webhooks">
          <ButtonLink to="/webhooks/new" size="xs" mt="sm">
            Make a webhook for {missing === 'ALERT' ? 'alerts' : 'job runs'}
          </ButtonLink>
        </Guarded>
      )}
    </Alert>
  )
}
