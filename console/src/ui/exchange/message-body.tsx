import { Group, SegmentedControl, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import styles from './exchange.module.css'
import { formatBytes } from '../text/format.ts'
import { prettyJson } from './pretty-json.ts'

interface MessageBodyProps {
  readonly body: string
  /** The message of the body: `request` or `response`. */
  readonly of: 'request' | 'response'
  readonly isTruncated?: boolean
}

/** The body of a request or a response: to the letter, or, if it is JSON, laid out for reading. */
export function MessageBody({ body, of, isTruncated = false }: MessageBodyProps) {
  const pretty = useMemo(() => prettyJson(body), [body])
  const [view, setView] = useState<'formatted' | 'exact'>('formatted')
  if (body === '') return <p className={styles.none}>No body</p>
  const bytes = formatBytes(new TextEncoder().encode(body).length)
  return (
    <div>
      <Group justify="space-between" mb={6} gap="xs">
        <Text size="xs" c="dimmed">
          Body, {bytes}
        </Text>
        {pretty !== null && (
          <SegmentedControl
            size="xs"
            aria-label={`How the body of the ${of} is shown`}
            value={view}
            onChange={setView}
            data={[
              { value: 'formatted', label: 'Formatted' },
              { value: 'exact', label: 'Exact' },
            ]}
          />
        )}
      </Group>
      <CodeBlock text={view === 'exact' ? body : (pretty ?? body)} label={`Body of the ${of}`} />
      {isTruncated && (
        <p className={styles.truncated}>
          Truncated: only the first {bytes} of the {of} were stored.
        </p>
      )}
    </div>
  )
}
