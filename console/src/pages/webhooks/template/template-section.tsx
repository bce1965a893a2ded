import { Button } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import { LABELS } from '../form/field-labels.ts'
import { sentenceFor } from '../form/form-issues.ts'
import type { FormPartProps } from '../form/form-part.ts'
import { FormSection } from '../form/form-section.tsx'
import styles from '../form/form.module.css'
import { PreviewPanel } from '../test/preview-panel.tsx'
import type { Tried } from '../test/test-api.ts'
import type { TestValues } from '../test/test-values.ts'
import { PresetTemplates } from './preset-templates.tsx'
import { TemplateField } from './template-field.tsx'

interface TemplateSectionProps extends FormPartProps {
  readonly tried: Tried
  readonly values: TestValues
  readonly onValues: (values: TestValues) => void
}

/** Shows the template, and beside it the request that it makes. */
export function TemplateSection({ state, tried, values, onValues }: TemplateSectionProps) {
  const { form, set, issues } = state
  const [isChoosing, setChoosing] = useState(false)
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
          Start from a preset
        </Button>
      }
    >
      <div className={styles.template}>
        <div className={styles.beside}>
          <TemplateField
            label={LABELS.payload_template}
            describedBy="template-description"
            value={form.payload_template}
            onChange={(text) => set('payload_template', text)}
            form={form}
            error={sentenceFor('payload_template', issues)}
          />
          <PreviewPanel tried={tried} payloadType={form.payload_type} values={values} onValues={onValues} />
        </div>
      </div>
      <PresetTemplates isOpen={isChoosing} onClose={() => setChoosing(false)} state={state} />
    </FormSection>
  )
}
