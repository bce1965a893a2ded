import { Radio, Stack } from '@mantine/core'
import { ROLES, type Role } from './role-words.ts'

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
