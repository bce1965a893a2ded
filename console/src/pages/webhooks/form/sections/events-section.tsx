import { Alert, Checkbox, Input, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { StateBadge } from '../../../../ui/list/state-badge.tsx'
import type { PayloadType } from '../../webhook-types.ts'
import { vocabularyQuery } from '../../webhooks-api.ts'
import { LABELS } from '../field-labels.ts'
import { sentenceFor } from '../form-issues.ts'
import { checkField, type FormPartProps } from '../form-part.tsx'
import { FormSection } from '../form-sections.tsx'
import styles from '../form.module.css'
import { useDebouncedValue } from '@mantine/hooks'
import { issueAt } from '../../../../api/problem.ts'
import { MatchInput } from '../../match/match-input.tsx'
import { MatchPreview, matchPreviewQuery, type PreviewRequest } from '../../match/match-preview.tsx'
import { mayChooseMode } from '../webhook-change.ts'

/** Delay before typed text is previewed, in milliseconds. */
const TYPED_MS = 350

const FLAGS = [
  { field: 'high_alert', state: 'high' },
  { field: 'med_alert', state: 'medium' },
  { field: 'low_alert', state: 'low' },
  { field: 'cleared_alert', state: 'cleared' },
] as const

export function EventsSection({ state, webhook }: FormPartProps) {
  const { form, fill, issues } = state
  const { data: vocabulary } = useQuery(vocabularyQuery)
  const change = (payloadType: PayloadType) => {
    const defaults = vocabulary?.defaults
    const isDefault = form.payload_template === defaults?.[form.payload_type]
    fill({
      payload_type: payloadType,
      // A default template follows the type: the old one's markers would have no values.
      ...(defaults && isDefault && { payload_template: defaults[payloadType] }),
    })
  }
  const isSilent = form.payload_type === 'ALERT' && FLAGS.every(({ field }) => !form[field])
  return (
    <FormSection id="events">
      <Input.Wrapper
        label={LABELS.payload_type}
        description="A template suits one of the two, so create a webhook for each."
        error={sentenceFor('payload_type', issues)}
      >
        <SegmentedControl
          mt={6}
          aria-label={LABELS.payload_type}
          value={form.payload_type}
          onChange={change}
          data={[
            { value: 'ALERT', label: 'Alerts' },
            { value: 'JOB', label: 'Job runs' },
          ]}
        />
      </Input.Wrapper>
      {form.payload_type === 'ALERT' ? (
        <Checkbox.Group
          label="When an alert becomes"
          description="The receiver is notified when an alert changes to one of these states."
          value={FLAGS.filter(({ field }) => form[field]).map(({ field }) => field)}
          onChange={(chosen) =>
            fill(Object.fromEntries(FLAGS.map(({ field }) => [field, chosen.includes(field)])))
          }
        >
          <div className={styles.flags} style={{ marginTop: 8 }}>
            {FLAGS.map(({ field, state }) => (
              <Checkbox.Card key={field} value={field} className={styles.flag!} aria-label={LABELS[field]}>
                <Checkbox.Indicator />
                <StateBadge state={state} />
              </Checkbox.Card>
            ))}
          </div>
        </Checkbox.Group>
      ) : (
        <Input.Description>The receiver is notified of every job run, whatever its status.</Input.Description>
      )}
      {form.payload_type === 'ALERT' && (
        <Checkbox
          description="For chats: the receiver also reads when somebody acknowledges an alert, and who."
          {...checkField(state, 'acknowledgements')}
        />
      )}
      {form.payload_type === 'ALERT' && (
        <Checkbox
          description="For chats: the receiver also reads when a maintenance window begins and ends."
          {...checkField(state, 'maintenance_windows')}
        />
      )}
      <MatchField state={state} webhook={webhook} />
      {isSilent && (
        <Alert color="yellow" title="Nothing is selected">
          Choose at least one state, or disable the webhook: no alert will ever reach it.
        </Alert>
      )}
    </FormSection>
  )
}

/** Edits the matchers, and shows which events they match. */
function MatchField({ state, webhook }: FormPartProps) {
  const { form, set, issues } = state
  const isForAlerts = form.payload_type === 'ALERT'
  const [asked] = useDebouncedValue(requestOf(form, webhook), TYPED_MS)
  const { data: preview, error } = useQuery(matchPreviewQuery(asked))
  return (
    <div>
      <MatchInput
        label={LABELS.match}
        description={`Only ${isForAlerts ? 'alerts' : 'job runs'} that meet these matchers are sent. Empty: all of them; "otherwise": what no other webhook takes.`}
        value={form.match}
        onChange={(match) => set('match', match)}
        example={isForAlerts ? 'label.team="dba", severity!=low' : 'job_status=failure, label.team="dba"'}
        payloadType={form.payload_type}
        message={sentenceFor('match', issues) ?? issueAt(error, 'match')}
      />
      {preview && error === null && <MatchPreview preview={preview} isNew={webhook === null} />}
    </div>
  )
}

function requestOf(form: FormPartProps['state']['form'], webhook: FormPartProps['webhook']): PreviewRequest {
  const { match, payload_type, low_alert, med_alert, high_alert, cleared_alert } = form
  return {
    ...(webhook !== null && { webhook_id: webhook.id }),
    match: match === '' ? null : match,
    payload_type,
    mode: mayChooseMode(form) ? form.mode : 'every_change',
    // Shows its events even while it is disabled.
    enabled: true,
    low_alert,
    med_alert,
    high_alert,
    cleared_alert,
  }
}
