import { Alert, Button, Group, Switch, Text, Textarea } from '@mantine/core'
import { HIDDEN } from '../../webhook-types.ts'
import { LABELS } from '../field-labels.ts'
import { textField, type FormPartProps } from '../form-part.ts'
import { FormSection } from '../form-section.tsx'
import styles from '../form.module.css'

const PEM = { autosize: true, minRows: 2, maxRows: 10, spellCheck: false, autoComplete: 'off' } as const

/** Whom it trusts at the other end, and who it is itself. */
export function TlsSection({ state, webhook }: FormPartProps) {
  const { form, set } = state
  const isKeyHidden = webhook !== null && form.client_key === HIDDEN
  return (
    <FormSection
      id="tls"
      description="Only for receivers with private certificates, or that ask for a client certificate."
    >
      <Textarea
        label={LABELS.ca_certificates}
        description="PEM, one or more: Tocsin trusts only these. Empty: it trusts the system's certificates."
        placeholder="-----BEGIN CERTIFICATE-----"
        className={styles.mono!}
        {...PEM}
        {...textField(state, 'ca_certificates')}
      />
      <Textarea
        label={LABELS.client_certificate}
        description="PEM: Tocsin presents it to a receiver that asks for it."
        placeholder="-----BEGIN CERTIFICATE-----"
        className={styles.mono!}
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
          label={LABELS.client_key}
          description="PEM: the private key of the client certificate. It is never shown again."
          placeholder="-----BEGIN PRIVATE KEY-----"
          className={styles.mono!}
          {...PEM}
          {...textField(state, 'client_key')}
        />
      )}
      <Switch
        label={LABELS.insecure}
        description="For tests only."
        checked={form.insecure}
        onChange={({ currentTarget }) => set('insecure', currentTarget.checked)}
      />
      {form.insecure && (
        <Alert color="red" title="No certificate check">
          Anyone between Tocsin and the receiver can read and change every request, including the secrets in
          its headers.
        </Alert>
      )}
    </FormSection>
  )
}
