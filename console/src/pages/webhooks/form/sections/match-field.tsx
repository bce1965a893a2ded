import { Input, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { issueAt } from '../../../../api/problem.ts'
import { loadPage } from '../../../../shell/load-page.ts'
import { placeOf } from '../../match/completion.ts'
import { MatchPreview } from '../../match/match-preview.tsx'
import { matchPreviewQuery, seenValuesQuery, type PreviewRequest } from '../../match/match-queries.ts'
import { LABELS } from '../field-labels.ts'
import { sentenceFor } from '../form-issues.ts'
import type { FormPartProps } from '../form-part.ts'

const MatchEditor = lazy(
  loadPage(async () => ({ default: (await import('../../match/match-editor.tsx')).MatchEditor })),
)

/** Time after which what is typed is looked at, in milliseconds. */
const TYPED_MS = 350
const NOTHING_SEEN: readonly never[] = []

/** Shows the matchers of the webhook, with the events that it would get. */
export function MatchField({ state, webhook }: FormPartProps) {
  const { form, set, issues } = state
  const isForAlerts = form.payload_type === 'ALERT'
  const [asked] = useDebouncedValue(requestOf(form, webhook), TYPED_MS)
  const { data: preview, error } = useQuery(matchPreviewQuery(asked))
  const { data: seen } = useQuery(seenValuesQuery(form.payload_type))
  const message = sentenceFor('match', issues) ?? issueAt(error, 'match')
  const mistake = useMemo(
    () => (message === undefined ? undefined : { from: placeOf(message, form.match) ?? 0, message }),
    [message, form.match],
  )
  return (
    <div>
      <Input.Wrapper
        label={LABELS.match}
        labelElement="div"
        description={`Only ${isForAlerts ? 'alerts' : 'job runs'} that meet these matchers are sent. Empty: all of them; "otherwise": what no other webhook takes.`}
        descriptionProps={{ id: 'match-description' }}
        errorProps={{ id: 'match-error' }}
        error={message}
      >
        <Suspense fallback={<Skeleton height={38} mt={6} aria-label="Loading the field" />}>
          <div style={{ marginTop: 6 }}>
            <MatchEditor
              value={form.match}
              onChange={(match) => set('match', match)}
              label={LABELS.match}
              describedBy="match-description match-error"
              example={
                isForAlerts ? 'label.team="dba", severity!=low' : 'job_status=failure, label.team="dba"'
              }
              seen={seen?.fields ?? NOTHING_SEEN}
              mistake={mistake}
            />
          </div>
        </Suspense>
      </Input.Wrapper>
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
    mode: payload_type === 'JOB' ? 'every_change' : mode,
    // The question is which events it is for, also while it is disabled.
    enabled: true,
    low_alert,
    med_alert,
    high_alert,
    cleared_alert,
  }
}
