import { Checkbox } from '@mantine/core'

interface EverythingCheckboxProps {
  readonly isMeant: boolean
  readonly onChange: (isMeant: boolean) => void
}

/** Confirms that everything is to be held, where the matchers say so. */
export function EverythingCheckbox({ isMeant, onChange }: EverythingCheckboxProps) {
  return (
    <Checkbox
      label="Everything"
      description="These matchers hold every alert and job run: nobody is notified of anything new."
      checked={isMeant}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
