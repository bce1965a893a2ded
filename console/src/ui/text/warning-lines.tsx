import { Text } from '@mantine/core'

/** Shows warnings of a row, one below the other. */
export function WarningLines({ warnings }: { readonly warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Text key={warning} size="xs" c="var(--tocsin-warning)" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {warning}
    </Text>
  ))
}
