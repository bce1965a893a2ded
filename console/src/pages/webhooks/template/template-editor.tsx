import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadPage } from '../../../shell/load-page.ts'
import type { CodeEditorProps } from './code-editor.tsx'

const CodeEditor = lazy(loadPage(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor })))

/** The editor; a place of its size while it is loaded. */
export function TemplateEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={298} aria-label="Loading the editor" />}>
      <CodeEditor {...props} />
    </Suspense>
  )
}
