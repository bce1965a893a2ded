import { Badge, Group, Text, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, lazy, Suspense } from 'react'
import type { WebhookForm } from '../form/webhook-form.ts'
import { vocabularyQuery } from '../webhooks-api.ts'
import {
  contentTypeOf,
  exampleMarkers,
  isJsonType,
  markersFor,
  type Filter,
  type NamedTexts,
} from './markers.ts'
import { useTemplateCheck } from './use-template-check.ts'
import { loadPage } from '../../../shell/load-page.ts'
import type { CodeEditorProps } from './code-editor.tsx'

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

/** A payload template in the editor, with what the service thinks of it. */
export function TemplateField({ label, describedBy, value, onChange, form, error }: TemplateFieldProps) {
  const { data: vocabulary } = useQuery(vocabularyQuery)
  const markers = useMemo(() => {
    const { markers = [], named_texts: namedTexts = [] } = vocabulary ?? {}
    return markersFor([...markers, ...exampleMarkers(namedTexts)], form.payload_type)
  }, [vocabulary, form.payload_type])
  const contentType = contentTypeOf(form.http_headers)
  const { problems, fault } = useTemplateCheck(value, form.payload_type, contentType)
  // A position in the template says more than one in what comes of it.
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
      <TemplateEditor
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

/** The editor; a space of its size while it is loaded. */
function TemplateEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={298} aria-label="Loading the editor" />}>
      <CodeEditor {...props} />
    </Suspense>
  )
}
