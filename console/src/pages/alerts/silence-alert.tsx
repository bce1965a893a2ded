import { Alert as Notice, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBellOff } from '@tabler/icons-react'
import { AnchorLink } from '../../ui/page/links.tsx'
import { Guarded } from '../../ui/page/guarded.tsx'
import { SilenceDialog } from '../silences/silence-dialog.tsx'
import { matchOf } from '../silences/silence.ts'
import type { Alert } from './alert.ts'

/** Silences alerts like this one. */
export function SilenceAlert({ alert }: { readonly alert: Alert }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Guarded scope="silences:write">
        <Button variant="default" leftSection={<IconBellOff size={16} />} onClick={open}>
          Silence this
        </Button>
      </Guarded>
      <SilenceDialog isOpen={isOpen} onClose={close} match={matchOf(alert)} />
    </>
  )
}

/** Says which silences cover the alert. */
export function SilencedNotice({ alert: { silenced_by: ids } }: { readonly alert: Alert }) {
  if (ids.length === 0) return null
  return (
    <Notice color="gray" icon={<IconBellOff size={18} />} title="Silenced">
      <Text size="sm">
        Held by{' '}
        {ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <AnchorLink to="/silences" search={{ open: id }} inherit underline="always">
              silence {id}
            </AnchorLink>
          </span>
        ))}
        . Its clear is sent to whoever was notified.
      </Text>
    </Notice>
  )
}
