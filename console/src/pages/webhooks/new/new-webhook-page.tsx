import { useSearch, Link, useNavigate } from '@tanstack/react-router'
import { useRefresh } from '../../../api/refetch.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { NeedsRight } from '../../../ui/page/rights.tsx'
import { BackToWebhooks } from '../webhook-header.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PageSkeleton } from '../../../shell/page-fallbacks.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { EMPTY_FORM, toForm, type WebhookForm, toCopy } from '../form/webhook-form.ts'
import { vocabularyQuery, readWebhook, createWebhook } from '../webhooks-api.ts'
import { useState, useRef } from 'react'
import { readDraft } from '../form/draft-store.ts'
import { presetQuery, presetsQuery } from '../presets/presets-api.ts'
import { PresetForm } from './preset-form.tsx'
import { Alert, Stack, Text, Skeleton, TextInput } from '@mantine/core'
import { IconCopy, IconPencil, IconSearch } from '@tabler/icons-react'
import { useMay, withSession } from '../../../api/session.ts'
import styles from '../presets/presets.module.css'
import { findPresets } from '../presets/find-presets.ts'
import { PresetCards } from '../presets/preset-cards.tsx'
import { Problem } from '../../../api/problem.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { sectionOfFirstIssue } from '../form/field-labels.ts'
import { goTo } from '../form/form-sections.tsx'
import { notifySaved } from '../form/use-save-webhook.ts'
import { useWebhookForm } from '../form/use-webhook-form.ts'
import { toNewWebhook } from '../form/webhook-change.ts'
import { WebhookFormView } from '../edit/webhook-form-view.tsx'
import { contentTypeOf } from '../template/markers.ts'
import { describeFault } from '../template/template-problems.ts'
import { checkTemplate } from '../template/template-field.tsx'

/** Asks for a preset, then for its values, then shows the form. The address says which. */
export function NewWebhookPage() {
  const { preset, copy } = useSearch({ from: '/shell/webhooks/new' })
  return (
    <>
      <PageHeader
        title="New webhook"
        above={<BackToWebhooks />}
        {...(preset === undefined && copy === undefined && { description: PRESETS })}
      />
      <NeedsRight scope="webhooks:write" what="the form of a new webhook">
        <Start preset={preset} copy={copy} />
      </NeedsRight>
    </>
  )
}

const PRESETS =
  'Choose a preset. It brings a template that the receiver understands, and asks only for values that you alone know. You can change everything and send a test before you save.'

function Start({ preset, copy }: { preset: string | undefined; copy: number | undefined }) {
  if (copy !== undefined) return <CopyOfWebhook key={copy} id={copy} />
  if (preset === undefined) return <Presets />
  if (preset === 'scratch') return <FromScratch />
  return <FromPreset key={preset} id={preset} />
}

/** The empty form, with the service's default template. */
function FromScratch() {
  const { data, error } = useQuery(vocabularyQuery)
  if (error) return <ProblemAlert error={error} />
  if (!data) return <PageSkeleton />
  const base = { ...EMPTY_FORM, payload_template: data.defaults[EMPTY_FORM.payload_type] }
  return <CreateWebhook base={base} start={base} draftKey="new" />
}

/** Asks for the preset's values, then shows the filled form. */
function FromPreset({ id }: { readonly id: string }) {
  const draftKey = `preset-${id}`
  const { data, error } = useQuery(presetQuery(id))
  // Text that was typed before is the start of the new form.
  const [start, setStart] = useState<WebhookForm | null>(() =>
    readDraft(sessionStorage, draftKey) ? EMPTY_FORM : null,
  )
  if (error) return <ProblemAlert error={error} />
  if (!data) return <PageSkeleton />
  if (start === null) {
    return <PresetForm preset={data} onDraft={(draft) => setStart(toForm(draft))} />
  }
  return <CreateWebhook base={EMPTY_FORM} start={start} draftKey={draftKey} />
}

/** The form filled like another webhook. Hidden values must be typed. */
function CopyOfWebhook({ id }: { readonly id: number }) {
  const mayShow = useMay('secrets:read')
  const { data, error } = useQuery({
    queryKey: ['webhooks', id, 'to-copy', mayShow],
    queryFn: () => readWebhook(id, mayShow ? 'secrets' : undefined),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ProblemAlert error={error} />
  if (!data) return <PageSkeleton />
  const { form, hidden } = toCopy(data.webhook)
  return (
    <Stack gap="md">
      {hidden.length > 0 && (
        <Alert color="yellow" icon={<IconCopy size={18} />} title="Not everything could be copied">
          <Text size="sm">Secrets are not copied; enter: {hidden.join(', ')}.</Text>
        </Alert>
      )}
      <CreateWebhook base={EMPTY_FORM} start={form} draftKey={`copy-${id}`} />
    </Stack>
  )
}

function Presets() {
  const navigate = useNavigate({ from: '/webhooks/new' })
  const { data, error, isPending } = useQuery(presetsQuery)
  const [wanted, setWanted] = useState('')
  const found = findPresets(data?.items ?? [], wanted)
  return (
    <Stack gap="xl">
      <ProblemAlert error={error} />
      {isPending && !error && <Skeleton height={420} aria-label="Loading the presets" />}
      {data && (
        <TextInput
          type="search"
          aria-label="Find a preset"
          placeholder="Find a preset"
          leftSection={<IconSearch size={16} aria-hidden />}
          maw={360}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
        />
      )}
      {data && found.length === 0 && (
        <Text size="sm" role="status">
          No preset has “{wanted.trim()}”. Choose “JSON” or start from scratch: every receiver that takes HTTP
          can be called.
        </Text>
      )}
      <PresetCards presets={found} onChoose={(preset) => void navigate({ search: { preset } })} />
      <section aria-label="Other">
        <Text component="h2" size="sm" fw={600} c="dimmed" m={0} mb={8}>
          Other
        </Text>
        <ul className={styles.cards}>
          <li>
            <Link to="/webhooks/new" search={{ preset: 'scratch' }} className={styles.card}>
              <IconPencil size={22} stroke={1.6} aria-hidden className={styles.icon} />
              <span>
                <span className={styles.name}>Start from scratch</span>
                <span className={styles.summary}>
                  An empty form with a JSON template that has all values.
                </span>
              </span>
            </Link>
          </li>
        </ul>
      </section>
    </Stack>
  )
}

interface CreateWebhookProps {
  readonly base: WebhookForm
  /** The form as it opens. */
  readonly start: WebhookForm
  readonly draftKey: string
}

/** The form of a new webhook. */
function CreateWebhook({ base, start, draftKey }: CreateWebhookProps) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const state = useWebhookForm({ base, start, revision: null, draftKey })
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [doubt, setDoubt] = useState<string | null>(null)
  const isDone = useRef(false)
  /** A test follows its creation. */
  const sendsTest = useRef(false)

  /** Asks first if the body does not fit its Content-Type: a receiver refuses that. */
  const check = async (withTest: boolean) => {
    sendsTest.current = withTest
    setSaving(true)
    const { payload_template: template, payload_type: payloadType, http_headers: headers } = state.form
    // If the check fails, so will the creation.
    const checked = await checkTemplate(template, payloadType, contentTypeOf(headers)).catch(() => null)
    const fault = describeFault(checked?.fault ?? null)
    if (fault === null) return create()
    setSaving(false)
    setDoubt(fault)
  }
  const create = async () => {
    setSaving(true)
    setError(null)
    try {
      const created = await withSession(client, () => createWebhook(toNewWebhook(state.form)))
      isDone.current = true
      state.forget()
      await refresh('webhooks')
      notifySaved(created, true)
      await navigate({
        to: '/webhooks/$id',
        params: { id: String(created.id) },
        search: sendsTest.current ? { tab: 'test', send: true } : {},
      })
    } catch (thrown) {
      setError(thrown)
      if (thrown instanceof Problem) {
        state.setIssues(thrown.issues)
        const section = sectionOfFirstIssue(thrown.issues)
        if (section !== undefined) goTo(section)
      }
    } finally {
      setSaving(false)
    }
  }
  const discard = () => {
    isDone.current = true
    state.forget()
    void navigate({ to: '/webhooks/new', search: {} })
  }
  return (
    <>
      <WebhookFormView
        state={state}
        webhook={null}
        isSaving={isSaving}
        error={error}
        isDirty={() => !isDone.current && state.changed.length > 0}
        onSave={() => void check(false)}
        onSaveAndTest={() => void check(true)}
        onDiscard={discard}
      />
      <Confirm
        isOpen={doubt !== null}
        title="Create it anyway?"
        action="Create it anyway"
        onClose={() => setDoubt(null)}
        onConfirm={create}
      >
        <Text size="sm">{doubt}</Text>
        <Text size="sm">
          Tocsin sends it as JSON, and the receiver will refuse it. The template in the form shows the error.
        </Text>
      </Confirm>
    </>
  )
}
