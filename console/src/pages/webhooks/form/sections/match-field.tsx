import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { issueAt } from '../../../../api/problem.ts'
import { MatchInput } from '../../match/match-input.tsx'
import { MatchPreview } from '../../match/match-preview.tsx'
import { matchPreviewQuery, type PreviewRequest } from '../../match/match-queries.ts'
import { LABELS } from '../field-labels.ts'
import { sentenceFor } from '../form-issues.ts'
import type { FormPartProps } from '../form-part.ts'
import { mayChooseMode } from '../webhook-change.ts'

/** Time after which what is typed is looked at, in milliseconds. */
const TYPED_MS = 350

/** Shows the matchers of the webhook, with the events that it would get. */
export function MatchField({ state, webhook }: FormPartProps) {
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

function requestOf(
  {
    match,
    payload_type,
    mode,
    low_alert,
    med_alert,
    high_alert,
    cleared_alert,
  }: FormPartProps['state']['form'],
  webhook: FormPartProps['webhook'],
): PreviewRequest {
  return {
    ...(webhook !== null && { webhook_id: webhook.id }),
    match: match === '' ? null : match,
    payload_type,
    mode: mayChooseMode({ payload_type, low_alert, med_alert, high_alert }) ? mode : 'every_change',
    // The question is which events it is for, also while it is disabled.
    enabled: true,
    low_alert,
    med_alert,
    high_alert,
    cleared_alert,
  }
}
