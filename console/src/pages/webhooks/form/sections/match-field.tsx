import { Textarea } from '@mantine/core'
import { LABELS } from '../field-labels.ts'
import { textField, type FormPartProps } from '../form-part.ts'

/** Shows the matchers of the webhook: which alerts or job runs it gets, beyond the states. */
export function MatchField({ state }: Pick<FormPartProps, 'state'>) {
  const isForAlerts = state.form.payload_type === 'ALERT'
  return (
    <Textarea
      label={LABELS.match}
      description={
        isForAlerts
          ? 'Leave it empty for all alerts, or write "otherwise" for what no other webhook takes.'
          : 'Leave it empty for all job runs, or write "otherwise" for what no other webhook takes.'
      }
      placeholder={isForAlerts ? 'label.team="dba", severity!=low' : 'job_status=failure, label.team="dba"'}
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
      autoComplete="off"
      {...textField(state, 'match')}
    />
  )
}
