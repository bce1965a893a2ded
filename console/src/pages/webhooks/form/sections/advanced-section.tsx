import { Button, Input, Stack, TextInput, Select, ActionIcon, Group, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ConditionEntry, hasMember, KINDS, type ConditionKind } from '../response-conditions.ts'
import { LABELS } from '../field-labels.ts'
import { sentenceFor, sentenceForEntry } from '../form-issues.ts'
import { type FormPartProps, FurtherSettings, settingField } from '../form-part.tsx'
import { FormSection } from '../form-sections.tsx'
import { newRow } from '../webhook-form.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayloadType } from '../../webhook-types.ts'
import { webhookNamesQuery, webhookQuery } from '../../webhooks-api.ts'
import styles from '../form.module.css'

const SHOWN = ['response_size_max', 'fallback_after'] as const

/** Shows settings that few webhooks need. */
export function AdvancedSection({ state, webhook }: FormPartProps) {
  const { form, set, issues } = state
  const conditions = form.response_rule
  const put = (next: readonly ConditionEntry[]) => set('response_rule', next)
  return (
    <FormSection id="advanced">
      <Input.Wrapper
        label={LABELS.response_rule}
        description="A 2xx response counts as delivered only if it meets all conditions. Without a condition, every 2xx counts, a login page as well."
        error={sentenceFor('response_rule', issues)}
      >
        <Stack gap={8} mt={8} align="stretch">
          {conditions.map((entry, index) => (
            <ConditionRow
              key={entry.row}
              entry={entry}
              number={index + 1}
              error={sentenceForEntry('response_rule', index, issues)?.message}
              onChange={(next) => put(conditions.with(index, next))}
              onRemove={() => put(conditions.filter((_entry, at) => at !== index))}
            />
          ))}
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} />}
              onClick={() =>
                put([...conditions, { row: newRow(), kind: 'member equals', member: '', text: '' }])
              }
            >
              Add a condition
            </Button>
          </div>
        </Stack>
      </Input.Wrapper>
      <TextInput
        description="Tocsin reads and stores this much of each response, up to 1mb."
        placeholder="16kb, unless the server is set otherwise"
        {...settingField(state, 'response_size_max')}
      />
      <FallbackSelect
        value={form.fallback_webhook_id}
        payloadType={form.payload_type}
        exceptId={webhook?.id ?? null}
        error={sentenceFor('fallback_webhook_id', issues)}
        onChange={(id) => set('fallback_webhook_id', id)}
      />
      <TextInput
        description="The fallback is also notified after a delivery has failed for this long, up to 7d; retries continue here."
        placeholder="15m"
        {...settingField(state, 'fallback_after')}
      />
      <FurtherSettings state={state} section="advanced" shown={SHOWN} />
    </FormSection>
  )
}

interface FallbackSelectProps {
  readonly value: number | null
  readonly payloadType: PayloadType
  /** The webhook itself, which cannot be its own fallback. */
  readonly exceptId: number | null
  readonly error: string | undefined
  readonly onChange: (id: number | null) => void
}

/** Chooses another webhook by name, searching as one types: there may be thousands. */
function FallbackSelect({ value, payloadType, exceptId, error, onChange }: FallbackSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 250)
  const { data: chosen } = useQuery({ ...webhookQuery(value ?? 0), enabled: value !== null })
  const chosenLabel = value === null ? undefined : `${chosen?.webhook.name ?? 'Webhook'} (${value})`
  const { data: found } = useQuery(webhookNamesQuery(search === chosenLabel ? '' : search, payloadType))
  const options = (found?.items ?? [])
    .filter(({ id }) => id !== exceptId && id !== value)
    .map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))
  return (
    <Select
      label={LABELS.fallback_webhook_id}
      description="This webhook is notified when a delivery has failed for good. It has the same payload type."
      placeholder="None; type to search"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no fallback' }}
      data={chosenLabel ? [{ value: String(value), label: chosenLabel }, ...options] : options}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No webhook has this name"
      error={error}
    />
  )
}

interface ConditionRowProps {
  readonly entry: ConditionEntry
  readonly number: number
  readonly onChange: (entry: ConditionEntry) => void
  readonly onRemove: () => void
  readonly error: string | undefined
}

function ConditionRow({ entry, number, onChange, onRemove, error }: ConditionRowProps) {
  return (
    <div className={styles.conditionRow} role="group" aria-label={`Condition ${number}`}>
      <NativeSelect
        aria-label={`Kind of condition ${number}`}
        data={KINDS.map(({ value, label }) => ({ value, label }))}
        value={entry.kind}
        onChange={({ currentTarget }) => onChange({ ...entry, kind: currentTarget.value as ConditionKind })}
      />
      <Group gap={8} wrap="nowrap" align="start" grow>
        {hasMember(entry.kind) && (
          <TextInput
            aria-label={`Member of condition ${number}`}
            placeholder="ok, or result.code"
            className={styles.mono!}
            value={entry.member}
            onChange={({ currentTarget }) => onChange({ ...entry, member: currentTarget.value })}
          />
        )}
        <TextInput
          aria-label={`Value of condition ${number}`}
          placeholder={KINDS.find(({ value }) => value === entry.kind)?.example ?? ''}
          className={styles.mono!}
          value={entry.text}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...entry, text: currentTarget.value })}
        />
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Remove condition ${number}`}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  )
}
