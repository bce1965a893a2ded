import { Badge, Button, Group, Text } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { sentenceFor } from '../form/form-issues.ts'
import type { FormPartProps } from '../form/form-part.ts'
import { FormSection } from '../form/form-section.tsx'
import styles from '../form/form.module.css'
import { PreviewPanel } from '../trial/preview-panel.tsx'
import type { Tried } from '../trial/trial-api.ts'
import type { TrialValues } from '../trial/trial-values.ts'
import { vocabularyQuery } from '../webhooks-api.ts'
import {
  contentTypeOf,
  exampleMarkers,
  isJsonType,
  markersFor,
  type Filter,
  type NamedTexts,
} from './markers.ts'
import { ReceiverTemplates } from './receiver-templates.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplateCheck } from './use-template-check.ts'

interface TemplateSectionProps extends FormPartProps {
  readonly tried: Tried
  readonly values: TrialValues
  readonly onValues: (values: TrialValues) => void
}

const DESCRIPTION_ID = 'template-description'
const NO_FILTERS: readonly Filter[] = []
const NO_NAMED_TEXTS: readonly NamedTexts[] = []

/** What is sent: the template, and beside it the request that it makes. */
export function TemplateSection({ state, tried, values, onValues }: TemplateSectionProps) {
  const { form, set, issues } = state
  const [isChoosing, setChoosing] = useState(false)
  const { data: vocabulary } = useQuery(vocabularyQuery)
  const markers = useMemo(() => {
    const { markers = [], named_texts: namedTexts = [] } = vocabulary ?? {}
    return markersFor([...markers, ...exampleMarkers(namedTexts)], form.payload_type)
  }, [vocabulary, form.payload_type])
  const contentType = contentTypeOf(form.http_headers)
  const { problems, fault } = useTemplateCheck(form.payload_template, form.payload_type, contentType)
  const error = sentenceFor('payload_template', issues)
  // A place in the template says more than one in what comes of it.
  const notes = [error, ...(problems.length > 0 ? problems.map(({ message }) => message) : [fault])].filter(
    (note) => Boolean(note),
  )
  return (
    <FormSection
      id="template"
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconLayoutGrid size={15} />}
          onClick={() => setChoosing(true)}
        >
          Start from a receiver template
        </Button>
      }
    >
      <div className={styles.template}>
        <div className={styles.beside}>
          <div>
            <Group justify="space-between" mb={8} mih={30}>
              <Text fw={600} size="sm">
                Payload template
              </Text>
              <Badge variant="default" tt="none" fw={500}>
                {contentType}
              </Badge>
            </Group>
            <TemplateEditor
              value={form.payload_template}
              onChange={(text) => set('payload_template', text)}
              label="Payload template"
              describedBy={DESCRIPTION_ID}
              isJson={isJsonType(contentType)}
              markers={markers}
              namedTexts={vocabulary?.named_texts ?? NO_NAMED_TEXTS}
              filters={vocabulary?.filters ?? NO_FILTERS}
              problems={problems}
            />
            <Text size="xs" c="dimmed" mt={6} id={DESCRIPTION_ID}>
              Type % for the list of markers. Values are escaped as the Content-Type asks. Escape, then Tab
              leaves the editor.
            </Text>
            <div role="status" aria-label="About the template">
              {notes.map((note) => (
                <Text key={note} size="sm" mt={6} c="var(--tocsin-warning)">
                  {note}
                </Text>
              ))}
            </div>
          </div>
          <PreviewPanel tried={tried} payloadType={form.payload_type} values={values} onValues={onValues} />
        </div>
      </div>
      <ReceiverTemplates isOpen={isChoosing} onClose={() => setChoosing(false)} state={state} />
    </FormSection>
  )
}
