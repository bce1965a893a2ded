import { TextInput } from '@mantine/core'

interface UserNameInputProps {
  readonly value: string
  readonly onChange: (name: string) => void
  readonly error: string | undefined
}

/** The name that somebody signs in by, as an admin gives it: no browser fills in the admin's own. */
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
