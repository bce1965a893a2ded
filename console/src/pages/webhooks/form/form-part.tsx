import { TextInput } from '@mantine/core'
import { WEBHOOK_SETTINGS } from '../../../api/webhook-settings.ts'
import type { Webhook } from '../webhook-types.ts'
import { LABELS } from './field-labels.ts'
import { sentenceFor } from './form-issues.ts'
import { ofPlainSettings, type PlainSetting } from './plain-settings.ts'
import type { WebhookFormState } from './use-webhook-form.ts'
import type { FormField, WebhookForm } from './webhook-form.ts'

/** Props of every section. */
export interface FormPartProps {
  readonly state: WebhookFormState
  /** The stored webhook; null: a new one. */
  readonly webhook: Webhook | null
}

/** Returns the props of a text field: label, value, change, mistake. */
export function textField<Field extends TextField>({ form, set, issues }: WebhookFormState, field: Field) {
  return {
    label: LABELS[field],
    value: form[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(field, event.currentTarget.value),
    error: sentenceFor(field, issues),
  }
}

/** Returns the props of a setting's text field, from the table of settings. */
export function settingField(state: WebhookFormState, member: PlainSetting) {
  return { ...textField(state, member), maxLength: CHARACTERS_MAX[member] }
}

const CHARACTERS_MAX = ofPlainSettings(({ charactersMax }) => charactersMax)

/** Returns the props of a checkbox or switch. */
export function checkField({ form, set, issues }: WebhookFormState, field: CheckField) {
  return {
    label: LABELS[field],
    checked: form[field],
    onChange: (event: { readonly currentTarget: { readonly checked: boolean } }) =>
      set(field, event.currentTarget.checked),
    error: sentenceFor(field, issues),
  }
}

type CheckField = 'enabled' | 'acknowledgements' | 'maintenance_windows' | 'insecure'

type TextField = {
  [Field in FormField]: string extends WebhookForm[Field] ? Field : never
}[FormField]

interface FurtherSettingsProps extends Pick<FormPartProps, 'state'> {
  readonly section: 'limits' | 'advanced'
  /** Settings that the section shows itself. */
  readonly shown: readonly PlainSetting[]
}

/** Shows the settings of a section without a control of their own. */
export function FurtherSettings({ state, section, shown }: FurtherSettingsProps) {
  const further = WEBHOOK_SETTINGS.filter((one) => one.section === section && !shown.includes(one.member))
  return further.map(({ member, about, absent }) => (
    <TextInput key={member} description={about} placeholder={absent} {...settingField(state, member)} />
  ))
}
