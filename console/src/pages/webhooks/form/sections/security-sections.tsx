import { Alert, Button, Group, Switch, Text, Textarea } from '@mantine/core'
import { AnchorLink } from '../../../../ui/page/links.tsx'
import { HIDDEN } from '../../webhook-types.ts'
import { LABELS } from '../field-labels.ts'
import { checkField, type FormPartProps, textField } from '../form-part.tsx'
import { FormSection } from '../form-sections.tsx'
import styles from '../form.module.css'

/** Secrets are created and shown outside the form, so they are never typed here or lost with it. */
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

const PEM = {
  autosize: true,
  minRows: 2,
  maxRows: 10,
  spellCheck: false,
  autoComplete: 'off',
  className: styles.mono!,
} as const

/** Says which receivers are trusted, and which certificate identifies Tocsin. */
export function TlsSection({ state, webhook }: FormPartProps) {
  const { form, set } = state
  const isKeyHidden = webhook !== null && form.client_key === HIDDEN
  return (
    <FormSection
      id="tls"
      description="Only for receivers with private certificates, or that ask for a client certificate."
    >
      <Textarea
        description="PEM, one or more: Tocsin trusts only these. Empty: it trusts the system's certificates."
        placeholder="-----BEGIN CERTIFICATE-----"
        {...PEM}
        {...textField(state, 'ca_certificates')}
      />
      <Textarea
        description="PEM: Tocsin presents it to a receiver that asks for it."
        placeholder="-----BEGIN CERTIFICATE-----"
        {...PEM}
        {...textField(state, 'client_certificate')}
      />
      {isKeyHidden ? (
        <div>
          <Text size="sm" fw={500}>
            {LABELS.client_key}
          </Text>
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              A key is stored, hidden and unchanged.
            </Text>
            <Button size="compact-sm" variant="subtle" onClick={() => set('client_key', '')}>
              Replace the client key
            </Button>
          </Group>
        </div>
      ) : (
        <Textarea
          description="PEM: the private key of the client certificate. It is never shown again."
          placeholder="-----BEGIN PRIVATE KEY-----"
          {...PEM}
          {...textField(state, 'client_key')}
        />
      )}
      <Switch description="For tests only." {...checkField(state, 'insecure')} />
      {form.insecure && (
        <Alert color="red" title="No certificate check">
          Anyone between Tocsin and the receiver can read and change every request, including the secrets in
          its headers.
        </Alert>
      )}
    </FormSection>
  )
}
