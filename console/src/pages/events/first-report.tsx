import { Box, Text } from '@mantine/core'
import { BASE_URL } from '../../api/client.ts'
import { CodeBlock } from '../../ui/exchange/code-block.tsx'

interface FirstReportProps {
  readonly noun: string
  readonly path: string
  /** Example JSON. */
  readonly body: string
}

/** Shows a command that reports something, before a monitor or scheduler is connected. */
export function FirstReport({ noun, path, body }: FirstReportProps) {
  const command = `curl -X POST ${BASE_URL}${path} \\
  -H "X-Auth-Token: $TOCSIN_TOKEN" -H "Content-Type: application/json" \\
  -d '${body}'`
  return (
    <Box maw={672} mx="auto" px={16} pb={40}>
      <Text size="sm" c="dimmed" ta="center" mb="xs">
        To try it out, report one:
      </Text>
      <CodeBlock text={command} label={`Command that reports a first ${noun}`} />
    </Box>
  )
}
