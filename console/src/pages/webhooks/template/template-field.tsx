import { Badge, Group, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { api, take } from '../../../api/client.ts'
import { loadPage } from '../../../shell/load-page.ts'
import type { WebhookForm } from '../form/webhook-form.ts'
import type { PayloadType } from '../webhook-types.ts'
import { vocabularyQuery } from '../webhooks-api.ts'
import {
  contentTypeOf,
  exampleMarkers,
  type Filter,
  isJsonType,
  markersFor,
  type NamedTexts,
} from './markers.ts'
import { describeFault, type TemplateProblem, toProblems } from './template-problems.ts'

const CodeEditor = lazy(loadPage(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor })))

interface TemplateFieldProps {
  readonly label: string
  /** The id of its description; one on each page. */
  readonly describedBy: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly form: Pick<WebhookForm, 'payload_type' | 'http_headers'>
  readonly error: string | undefined
}

const NO_FILTERS: readonly Filter[] = []
const NO_NAMED_TEXTS: readonly NamedTexts[] = []

/** A payload template in the editor, with the service's findings. */
export function TemplateField({ label, describedBy, value, onChange, form, error }: TemplateFieldProps) {
  const { data: vocabulary } = useQuery(vocabularyQuery)
  const markers = useMemo(() => {
    const { markers = [], named_texts: namedTexts = [] } = vocabulary ?? {}
    return markersFor([...markers, ...exampleMarkers(namedTexts)], form.payload_type)
  }, [vocabulary, form.payload_type])
  const contentType = contentTypeOf(form.http_headers)
  const { problems, fault } = useTemplateCheck(value, form.payload_type, contentType)
  // Warnings with a position are worth more than the resulting fault.
  const notes = [error, ...(problems.length > 0 ? problems.map(({ message }) => message) : [fault])].filter(
    (note) => Boolean(note),
  )
  return (
    <div>
      <Group justify="space-between" mb={8} mih={30}>
        <Text fw={600} size="sm">
          {label}
        </Text>
        <Badge variant="default" tt="none" fw={500}>
          {contentType}
        </Badge>
      </Group>
      <Suspense fallback={<Skeleton height={298} aria-label="Loading the editor" />}>
        <CodeEditor
          value={value}
          onChange={onChange}
          label={label}
          describedBy={describedBy}
          isJson={isJsonType(contentType)}
          markers={markers}
          namedTexts={vocabulary?.named_texts ?? NO_NAMED_TEXTS}
          filters={vocabulary?.filters ?? NO_FILTERS}
          problems={problems}
        />
      </Suspense>
      <Text size="xs" c="dimmed" mt={6} id={describedBy}>
        Type % for the list of markers. Values are escaped for the Content-Type. Escape, then Tab leaves the
        editor.
      </Text>
      <div role="status" aria-label={`About the ${label.toLowerCase()}`}>
        {notes.map((note) => (
          <Text key={note} size="sm" mt={6} c="var(--tocsin-warning)">
            {note}
          </Text>
        ))}
      </div>
    </div>
  )
}

const PAUSE_MS = 400
const NONE: readonly TemplateProblem[] = []

export function checkTemplate(template: string, payloadType: PayloadType, contentType: string) {
  return take(
    api.POST('/v1/templates/check', {
      body: {
        payload_template: template,
        payload_type: payloadType,
        content_type: contentType.slice(0, 200),
      },
    }),
  )
}

/** Checks a template by the service, a moment after each key. */
function useTemplateCheck(template: string, payloadType: PayloadType, contentType: string) {
  const [checked] = useDebouncedValue(template, PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['template-check', checked, payloadType, contentType],
    queryFn: () => checkTemplate(checked, payloadType, contentType),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
    staleTime: 60_000,
  })
  // While typing, the last warnings move with the text.
  const problems = useMemo(() => (data ? toProblems(data.warnings) : NONE), [data])
  return { problems, fault: data ? describeFault(data.fault) : null }
}
