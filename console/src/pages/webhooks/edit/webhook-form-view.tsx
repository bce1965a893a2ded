import { Stack } from '@mantine/core'
import { useState } from 'react'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { TemplateSection } from '../template/template-section.tsx'
import { TestDrawer } from '../test/test-drawer.tsx'
import type { Tried } from '../test/test-api.ts'
import { defaultValues, fittingValues } from '../test/test-values.ts'
import type { Webhook } from '../webhook-types.ts'
import { AdvancedSection } from '../form/sections/advanced-section.tsx'
import { DraftNotice, FormBar, LeaveGuard } from '../form/unsaved-changes.tsx'
import { FormIndex } from '../form/form-sections.tsx'
import styles from '../form/form.module.css'
import { GeneralSection } from '../form/sections/general-section.tsx'
import { HeadersSection } from '../form/sections/headers-section.tsx'
import { LimitsSection } from '../form/sections/limits-section.tsx'
import { ModeSection } from '../form/sections/mode-section.tsx'
import { SigningSection, TlsSection } from '../form/sections/security-sections.tsx'
import { EventsSection } from '../form/sections/events-section.tsx'
import type { WebhookFormState } from '../form/use-webhook-form.ts'
import { toChange, toNewWebhook } from '../form/webhook-change.ts'

interface WebhookFormViewProps {
  readonly state: WebhookFormState
  /** The stored webhook; null: a new one. */
  readonly webhook: Webhook | null
  readonly isSaving: boolean
  readonly error: unknown
  readonly isDirty: () => boolean
  readonly onSave: () => void
  readonly onSaveAndTest?: () => void
  readonly onDiscard: () => void
}

/** Shown in the preview until an address is typed. */
const NO_URL = 'https://receiver.example.com/'

/** The form for new and stored webhooks. */
export function WebhookFormView({
  state,
  webhook,
  isSaving,
  error,
  isDirty,
  onSave,
  onSaveAndTest,
  onDiscard,
}: WebhookFormViewProps) {
  const { form, base, changed, issues } = state
  const [isTesting, setTesting] = useState(false)
  const [chosen, setValues] = useState(() => defaultValues(form.payload_type))
  const values = fittingValues(chosen, form.payload_type)
  const tried: Tried =
    webhook === null
      ? { kind: 'draft', webhook: toNewWebhook(form) }
      : { kind: 'stored', id: webhook.id, change: toChange(base, form) }
  const shown: Tried =
    tried.kind === 'draft'
      ? { ...tried, webhook: { ...tried.webhook, name: form.name || 'New', url: form.url || NO_URL } }
      : tried
  const part = { state, webhook }
  return (
    <>
      <div className={styles.frame}>
        <FormIndex changed={webhook === null ? [] : changed} issues={issues} />
        <form
          aria-label="Webhook"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onSave()
          }}
        >
          <Stack gap="md">
            <DraftNotice state={state} onDiscard={onDiscard} />
            <ProblemAlert error={error} />
            <GeneralSection {...part} />
            <EventsSection {...part} />
            <ModeSection {...part} />
            <TemplateSection {...part} tried={shown} values={values} onValues={setValues} />
            <HeadersSection {...part} />
            <LimitsSection {...part} />
            <SigningSection {...part} />
            <TlsSection {...part} />
            <AdvancedSection {...part} />
          </Stack>
          <FormBar
            changed={changed}
            isNew={webhook === null}
            isSaving={isSaving}
            error={error}
            onTest={() => setTesting(true)}
            onDiscard={onDiscard}
            onSave={onSave}
            onSaveAndTest={onSaveAndTest}
          />
        </form>
      </div>
      <TestDrawer
        isOpen={isTesting}
        onClose={() => setTesting(false)}
        tried={tried}
        payloadType={form.payload_type}
        values={values}
        onValues={setValues}
      />
      <LeaveGuard isDirty={isDirty} onDiscard={state.forget} />
    </>
  )
}
