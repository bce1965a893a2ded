import { Group, Text } from '@mantine/core'

export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src="icon.svg" width={28} height={28} alt="" />
      <Text fw={700} size="lg" lh={1} style={{ letterSpacing: '-0.01em' }}>
        Tocsin
      </Text>
    </Group>
  )
}
