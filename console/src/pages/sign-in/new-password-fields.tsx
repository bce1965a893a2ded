import { PasswordInput, Progress, Text } from '@mantine/core'
import { useId } from 'react'
import { validatePassword } from './password-rules.ts'

interface NewPassword {
  readonly password: string
  readonly again: string
}

export const NO_PASSWORD: NewPassword = { password: '', again: '' }

interface NewPasswordFieldsProps {
  readonly value: NewPassword
  readonly onChange: (value: NewPassword) => void
  /** The user's name, which the password must not be. */
  readonly username: string
  /** The service's sentence about the sent password; the next change clears it. */
  readonly error?: string | undefined
  readonly label?: string
}

/** A password twice, with its faults shown while typing. */
export function NewPasswordFields({
  value,
  onChange,
  username,
  error,
  label = 'Password',
}: NewPasswordFieldsProps) {
  const { password, again } = value
  const { hint, strength, isEnough } = validatePassword(password, username)
  const hintId = useId()
  const isDifferent = again !== '' && !password.startsWith(again)
  return (
    <>
      <div>
        <PasswordInput
          label={label}
          name="new-password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          error={error}
          aria-describedby={hintId}
          onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        />
        <Progress
          value={error === undefined ? strength : 0}
          size={4}
          mt={8}
          color={isEnough ? 'petrol' : 'gray'}
          aria-label="Strength of the password"
          transitionDuration={150}
        />
        <Text id={hintId} size="xs" c="dimmed" mt={4} mih={18} aria-live="polite">
          {error === undefined && hint}
        </Text>
      </div>
      <PasswordInput
        label={`${label} again`}
        name="new-password-again"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={again}
        error={isDifferent && 'The passwords differ.'}
        onChange={(event) => onChange({ ...value, again: event.currentTarget.value })}
      />
    </>
  )
}

/** Tells whether it can be sent. */
export function isReady({ password, again }: NewPassword, username: string): boolean {
  return password === again && validatePassword(password, username).isEnough
}

/** The service's rules, checked while typing; the service may refuse more. */
