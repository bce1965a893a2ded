import { Button } from '@mantine/core'
import { IconBook2, IconExternalLink, IconRoute, type Icon } from '@tabler/icons-react'
import { ButtonLink } from '../../ui/page/links.tsx'
import { isAddress, routingSearchOf, runbookOf, type Alert } from './alert.ts'

/** Leads to who would be notified, and to runbook and monitor where the monitor gave their addresses. */
export function AlertLinks({ alert }: { readonly alert: Alert }) {
  const runbook = runbookOf(alert)
  return (
    <>
      <ButtonLink
        to="/routing"
        search={routingSearchOf(alert)}
        variant="default"
        leftSection={<IconRoute size={16} />}
      >
        Who would be notified
      </ButtonLink>
      {runbook && <LinkButton href={runbook} icon={IconBook2} label="Runbook" />}
      {isAddress(alert.source_link) && (
        <LinkButton href={alert.source_link} icon={IconExternalLink} label="At the monitor" />
      )}
    </>
  )
}

interface LinkButtonProps {
  readonly href: string
  readonly icon: Icon
  readonly label: string
}

function LinkButton({ href, icon: LinkIcon, label }: LinkButtonProps) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      variant="default"
      leftSection={<LinkIcon size={16} />}
      aria-label={`${label} (opens a new tab)`}
    >
      {label}
    </Button>
  )
}
