import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Problem, saidOnce, sentenceOf } from '../../api/problem.ts'

/** Shows the service's sentence, with everything that it names; nothing for null and undefined. */
export function ProblemAlert({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null
  const { sentence, issues } = saidOnce(sentenceOf(error), error instanceof Problem ? error.issues : [])
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={error instanceof Problem ? error.title : 'Something went wrong'}
    >
      {sentence !== null && <Text size="sm">{sentence}</Text>}
      {issues.length > 0 && (
        <List size="sm" mt={sentence === null ? 0 : 'xs'}>
          {issues.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>
              <b>{path}</b> {message}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}
