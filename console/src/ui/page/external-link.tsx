import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

interface ExternalLinkProps {
  /** The address from data, which may not be an address at all. */
  readonly href: string
  readonly label?: string
}

/** A link that somebody else made: it can be followed only if it leads to a web page; else it is a text. */
export function ExternalLink({ href, label = href }: ExternalLinkProps) {
  if (!/^https?:\/\//i.test(href)) return <span className="mono">{href}</span>
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      inherit
      style={{ overflowWrap: 'anywhere' }}
    >
      {label} <IconExternalLink size={13} aria-label="(opens a new tab)" />
    </Anchor>
  )
}
