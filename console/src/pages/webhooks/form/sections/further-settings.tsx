import { TextInput } from '@mantine/core'
import { WEBHOOK_SETTINGS } from '../../../../api/webhook-settings.ts'
import { textField, type FormPartProps } from '../form-part.ts'
import type { PlainSetting } from '../plain-settings.ts'

interface FurtherSettingsProps extends Pick<FormPartProps, 'state'> {
  readonly section: 'limits' | 'advanced'
  /** The settings that the section shows itself. */
  readonly shown: readonly PlainSetting[]
}

/** Shows the settings of a section that have no control of their own, as the table of settings describes them. */
export function FurtherSettings({ state, section, shown }: FurtherSettingsProps) {
  const further = WEBHOOK_SETTINGS.filter((one) => one.section === section && !shown.includes(one.member))
  return further.map(({ member, label, about, absent, charactersMax }) => (
    <TextInput
      key={member}
      label={label}
      description={about}
      placeholder={absent}
      maxLength={charactersMax}
      {...textField(state, member)}
    />
  ))
}
