import { Button, Group, List, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Problem } from '../../../api/problem.ts'
import type { components } from '../../../api/schema.ts'
import { ButtonLink, ExternalLink } from '../../../ui/page/links.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { draftForPreset } from '../presets/presets-api.ts'
import type { NewWebhook, PayloadType } from '../webhook-types.ts'
import { faultOf, sentenceOfField } from './preset-fields.ts'

interface PresetFormProps {
  readonly preset: components['schemas']['Preset']
  readonly onDraft: (draft: NewWebhook) => void
}

const EVENTS: Readonly<Record<PayloadType, string>> = { ALERT: 'Alerts', JOB: 'Job runs' }

/** Asks for a preset's values, and lets the service draft the webhook. */
export function PresetForm({ preset, onDraft }: PresetFormProps) {
  const { id, name, summary, fields, payload_types, notes, documentation } = preset
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [payloadType, setPayloadType] = useState<PayloadType>(payload_types[0] ?? 'ALERT')
  const [isTried, setTried] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => draftForPreset(id, { fields: values, payload_type: payloadType }),
    onSuccess: onDraft,
  })
  const issues = error instanceof Problem ? error.issues : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fields.every((field) => faultOf(field, values[field.name] ?? '') === undefined)) mutate()
  }
  const isShownElsewhere = issues.length > 0 && issues.every(({ path }) => path.startsWith('fields.'))
  return (
    <Panel title={name} description={summary} p="lg" maw={720}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {fields.map((field) => (
            <TextInput
              key={field.name}
              label={field.label}
              description={field.help}
              placeholder={field.example}
              required={field.required}
              withAsterisk={field.required}
              autoComplete="off"
              spellCheck={false}
              value={values[field.name] ?? ''}
              onChange={({ currentTarget: { value } }) => setValues({ ...values, [field.name]: value })}
              error={
                (isTried ? faultOf(field, values[field.name] ?? '') : undefined) ??
                sentenceOfField(field.name, issues)
              }
            />
          ))}
          {payload_types.length > 1 && (
            <Radio.Group
              label="Events"
              value={payloadType}
              onChange={(chosen) => setPayloadType(chosen as PayloadType)}
            >
              <Group gap="lg" mt={6}>
                {payload_types.map((type) => (
                  <Radio key={type} value={type} label={EVENTS[type]} />
                ))}
              </Group>
            </Radio.Group>
          )}
          <ProblemAlert error={isShownElsewhere ? null : error} />
          <List size="sm" c="dimmed" spacing={4}>
            {notes.map((note) => (
              <List.Item key={note}>
                <WithCode text={note} />
              </List.Item>
            ))}
          </List>
          <Text size="sm">
            <ExternalLink href={documentation} label="Vendor documentation" />
          </Text>
          <Group gap="xs">
            <Button type="submit" loading={isPending}>
              Fill in the form
            </Button>
            <ButtonLink variant="default" to="/webhooks/new" search={{}}>
              Choose another
            </ButtonLink>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

/** Shows text between backticks as code. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // The parts of a text never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={index} className="mono">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
