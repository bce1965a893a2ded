import { Text } from '@mantine/core'
import { AnchorLink } from '../../../../ui/page/links.tsx'
import type { FormPartProps } from '../form-part.ts'
import { FormSection } from '../form-section.tsx'

/** Secrets are made and shown apart from the form: they are never typed here, and never lost with it. */
export function SigningSection({ webhook }: FormPartProps) {
  return (
    <FormSection id="signing">
      {webhook === null ? (
        <Text size="sm">
          Signatures prove to the receiver that a request comes from Tocsin (Standard Webhooks). After you
          create the webhook, its tab Signing creates the secret and shows it once.
        </Text>
      ) : (
        <Text size="sm">
          {webhook.signed
            ? 'Requests are signed by Standard Webhooks. '
            : 'Requests are not signed: the receiver cannot verify that they come from Tocsin. '}
          <AnchorLink
            to="/webhooks/$id"
            params={{ id: String(webhook.id) }}
            search={{ tab: 'signing' }}
            inherit
          >
            {webhook.signed ? 'Change its secrets' : 'Sign them'}
          </AnchorLink>
        </Text>
      )}
    </FormSection>
  )
}
