import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { CodeBlock } from '../../../ui/exchange/code-block.tsx'

interface NewSecretProps {
  readonly secret: string
  readonly onDone: () => void
}

/** A secret, the one time that it is shown. */
export function NewSecret({ secret, onDone }: NewSecretProps) {
  return (
    <Alert color="green" icon={<IconKey size={18} />} title="New secret" role="status">
      <Stack gap="sm">
        <Text size="sm">
          Give it to the receiver now: it is shown once. Later only people with the right to read secrets can
          see it.
        </Text>
        <CodeBlock text={secret} label="The signing secret" />
        <div>
          <Button size="xs" variant="default" onClick={onDone}>
            Done
          </Button>
        </div>
      </Stack>
    </Alert>
  )
}
