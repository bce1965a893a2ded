import { Checkbox, Modal, MultiSelect, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api, take } from '../../api/client.ts'
import { issueAt } from '../../api/problem.ts'
import { useRefresh } from '../../api/refetch.ts'
import { StateBadge } from '../../ui/list/state-badge.tsx'
import { ActionForm } from '../../ui/page/confirm.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { offeredWebhooksQuery } from '../deliveries/webhook-picker.tsx'
import { MatchInput } from '../webhooks/match/match-input.tsx'
import styles from './holds.module.css'
import type { HoldDraft, SilencePreview } from './silence.ts'

/** Delay before typed text is previewed, in milliseconds. */
export const TYPED_MS = 350

/** The draft of a dialog. */
export interface HoldForm<Draft> {
  readonly draft: Draft
  readonly change: (given: Partial<Draft>) => void
  /** The refusal of the last save. */
  readonly error: unknown
}

interface HoldDialogProps<Draft> extends HoldFieldsProps<Draft> {
  readonly isOpen: boolean
  readonly title: string
}

/** Creates or changes a silence or a maintenance window. */
export function HoldDialog<Draft extends HoldDraft>({ isOpen, title, ...fields }: HoldDialogProps<Draft>) {
  return (
    <Modal opened={isOpen} onClose={fields.onClose} size="lg" title={title}>
      <HoldFields {...fields} />
    </Modal>
  )
}

interface HoldFieldsProps<Draft> {
  readonly onClose: () => void
  /** Returns the initial draft. */
  readonly begin: () => Draft
  readonly save: (draft: Draft) => Promise<unknown>
  /** The label of the save button. */
  readonly action: string
  /** Example matchers. */
  readonly example: string
  /** True: matchers and webhooks can no longer change. */
  readonly isFixed?: boolean
  /** Further members of the request whose mistakes are shown at their fields. */
  readonly shownAtFields: readonly string[]
  readonly renderHead?: (form: HoldForm<Draft>) => ReactNode
  readonly renderTimes: (form: HoldForm<Draft>) => ReactNode
  readonly renderOptions?: (form: HoldForm<Draft>) => ReactNode
}

function HoldFields<Draft extends HoldDraft>(props: HoldFieldsProps<Draft>) {
  const { onClose, begin, save, isFixed = false, shownAtFields } = props
  const [draft, setDraft] = useState(begin)
  const refresh = useRefresh()
  const change = (given: Partial<HoldDraft>) => setDraft({ ...draft, ...given })
  const fields = (error: unknown) => {
    const form: HoldForm<Draft> = { draft, change: (given) => setDraft({ ...draft, ...given }), error }
    return (
      <>
        {props.renderHead?.(form)}
        <Held form={{ draft, change, error }} example={props.example} isFixed={isFixed} />
        {props.renderTimes(form)}
        {!isFixed && (
          <WebhooksPicker value={draft.webhookIds} onChange={(webhookIds) => change({ webhookIds })} />
        )}
        {props.renderOptions?.(form)}
        <TextInput
          label="Reason"
          description="For whoever asks why nobody was notified."
          value={draft.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
          error={issueAt(error, 'reason')}
          maxLength={1000}
          required
          withAsterisk={false}
        />
      </>
    )
  }
  return (
    <ActionForm
      action={props.action}
      shownAtFields={['match', 'reason', ...shownAtFields]}
      onSubmit={async () => {
        await save(draft)
        await refresh('windows', 'silences', 'alerts')
        onClose()
      }}
    >
      {fields}
    </ActionForm>
  )
}

interface HeldProps {
  readonly form: HoldForm<HoldDraft>
  readonly example: string
  readonly isFixed: boolean
}

/** Edits the matchers, and shows what they would hold now. */
function Held({ form: { draft, change, error }, example, isFixed }: HeldProps) {
  const [asked] = useDebouncedValue(draft.match, TYPED_MS)
  const { data: preview, error: previewError } = useQuery({
    queryKey: ['silences', 'preview', asked],
    queryFn: () => take(api.POST('/v1/silences/preview', { body: { match: asked } })),
    placeholderData: keepPreviousData,
    enabled: asked.trim() !== '',
    retry: false,
  })
  return (
    <>
      {isFixed ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          It holds what meets <span className="mono">{draft.match}</span>. That cannot change any more: it has
          begun.
        </Text>
      ) : (
        <MatchInput
          label="Matchers"
          description="Alerts and job runs that meet these matchers are held."
          value={draft.match}
          onChange={(match) => change({ match, everything: false })}
          example={example}
          payloadType="ALERT"
          message={issueAt(error, 'match') ?? issueAt(previewError, 'match')}
        />
      )}
      {preview && draft.match.trim() !== '' && previewError === null && <Preview preview={preview} />}
      {!isFixed && preview?.everything === true && (
        <Checkbox
          label="Everything"
          description="These matchers hold every alert and job run: nobody is notified of anything new."
          checked={draft.everything}
          onChange={(event) => change({ everything: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** Shows what would be held, before it is saved. */
function Preview({ preview }: { readonly preview: SilencePreview }) {
  const { active_alerts: active, alerts, matched, examined, findings } = preview
  return (
    <div className={styles.preview} aria-live="polite">
      <Text size="sm">
        It covers <strong>{active === 1 ? '1 active alert' : `${formatCount(active)} active alerts`}</strong>
        {examined > 0 &&
          `, and would have held ${formatCount(matched)} of the last ${formatCount(examined)} events`}
        .
      </Text>
      {alerts.length > 0 && (
        <ul className={styles.alerts} aria-label="Active alerts that it covers" tabIndex={0}>
          {alerts.map(({ id, name, state, server_name: server }) => (
            <li key={id}>
              <StateBadge state={state} size="sm" />
              <span>
                {name}
                {server !== null && ` · ${server}`}
              </span>
            </li>
          ))}
          {active > alerts.length && <li>and {formatCount(active - alerts.length)} more</li>}
        </ul>
      )}
      {findings.map((finding) => (
        <Text key={finding} size="sm" className={styles.finding!}>
          {finding}
        </Text>
      ))}
    </div>
  )
}

interface WebhooksPickerProps {
  readonly value: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
}

/** Chooses webhooks by name; none stands for all. */
function WebhooksPicker({ value, onChange }: WebhooksPickerProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data = [] } = useQuery({ ...offeredWebhooksQuery(search), placeholderData: keepPreviousData })
  const names = new Map(data.map(({ id, name }) => [id, name]))
  const ids = [...new Set([...value, ...names.keys()])]
  return (
    <MultiSelect
      label="Webhooks"
      description="Only notifications of these webhooks are held."
      placeholder={value.length === 0 ? 'All' : ''}
      data={ids.map((id) => ({ value: String(id), label: names.get(id) ?? `Webhook ${id}` }))}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options }) => options}
      searchable
      clearable
      hidePickedOptions
    />
  )
}
