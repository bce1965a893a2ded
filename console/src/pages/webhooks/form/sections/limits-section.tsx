import { TextInput } from '@mantine/core'
import { type FormPartProps, FurtherSettings, settingField } from '../form-part.tsx'
import { mayChooseMode } from '../webhook-change.ts'
import { FormSection } from '../form-sections.tsx'
import styles from '../form.module.css'

const SHOWN = ['timeout', 'concurrency', 'rate_limit', 'max_age', 'retry_schedule'] as const

/** Shows limits of time, rate and number. */
export function LimitsSection({ state }: FormPartProps) {
  const { form } = state
  return (
    <FormSection id="limits" description="Empty fields use the server's settings.">
      <div className={styles.pair}>
        <TextInput
          description="For one attempt, from 100ms to 5m."
          placeholder="15s, unless the server is set otherwise"
          {...settingField(state, 'timeout')}
        />
        <TextInput
          description="At most this many requests run at once, from 1 to 1000."
          placeholder="32, unless the server is set otherwise"
          inputMode="numeric"
          {...settingField(state, 'concurrency')}
        />
      </div>
      <TextInput
        description="At most this many requests start per period, such as 1/1s or 20/1m. The others are sent later, never lost."
        placeholder="No limit"
        {...settingField(state, 'rate_limit')}
      />
      {(form.mode === 'every_change' || !mayChooseMode(form)) && (
        <TextInput
          description="Tocsin gives up on notifications older than this, up to 30d."
          placeholder="No limit"
          {...settingField(state, 'max_age')}
        />
      )}
      <TextInput
        description="The wait before each attempt, including the first; 2h*11 means eleven times 2h. After the last attempt the delivery has failed."
        placeholder="0s,5s,15s,1m,5m,15m,30m,1h,2h*11, unless the server is set otherwise"
        className={styles.mono!}
        {...settingField(state, 'retry_schedule')}
      />
      <FurtherSettings state={state} section="limits" shown={SHOWN} />
    </FormSection>
  )
}
