import { Radio, Stack, TextInput } from '@mantine/core'
import { type Role, ROLES } from './people-words.ts'

interface RoleChoiceProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
  readonly isDisabled?: boolean
  readonly description?: string
}

export function RoleChoice({ value, onChange, isDisabled = false, description }: RoleChoiceProps) {
  return (
    <Radio.Group
      label="Role"
      description={description}
      value={value}
      onChange={(chosen) => {
        const role = ROLES.find((known) => known.role === chosen)?.role
        if (role) onChange(role)
      }}
    >
      <Stack gap={10} mt={8}>
        {ROLES.map(({ role, label, about }) => (
          <Radio key={role} value={role} label={label} description={about} disabled={isDisabled} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface UserNameInputProps {
  readonly value: string
  readonly onChange: (name: string) => void
  readonly error: string | undefined
}

/** Another person's sign-in name: the browser must not fill in the admin's own. */
export function UserNameInput({ value, onChange, error }: UserNameInputProps) {
  return (
    <TextInput
      label="Name"
      description="The name for signing in."
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
      withAsterisk={false}
      maxLength={100}
      autoComplete="off"
      data-autofocus
    />
  )
}
