import { Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { presetsQuery } from '../presets/presets-api.ts'
import styles from '../presets/presets.module.css'
import { findPresets } from '../presets/find-presets.ts'
import { PresetCards } from '../presets/preset-cards.tsx'

/** Shows the presets. */
export function Presets() {
  const navigate = useNavigate({ from: '/webhooks/new' })
  const { data, error, isPending } = useQuery(presetsQuery)
  const [wanted, setWanted] = useState('')
  const found = findPresets(data?.items ?? [], wanted)
  return (
    <Stack gap="xl">
      <ProblemAlert error={error} />
      {isPending && !error && <Skeleton height={420} aria-label="Loading the presets" />}
      {data && (
        <TextInput
          type="search"
          aria-label="Find a preset"
          placeholder="Find a preset"
          leftSection={<IconSearch size={16} aria-hidden />}
          maw={360}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
        />
      )}
      {data && found.length === 0 && (
        <Text size="sm" role="status">
          No preset has “{wanted.trim()}”. Choose “JSON” or start from scratch: every receiver that takes HTTP
          can be called.
        </Text>
      )}
      <PresetCards presets={found} onChoose={(preset) => void navigate({ search: { preset } })} />
      <section aria-label="Other">
        <Text component="h2" size="sm" fw={600} c="dimmed" m={0} mb={8}>
          Other
        </Text>
        <ul className={styles.cards}>
          <li>
            <Link to="/webhooks/new" search={{ preset: 'scratch' }} className={styles.card}>
              <IconPencil size={22} stroke={1.6} aria-hidden className={styles.icon} />
              <span>
                <span className={styles.name}>Start from scratch</span>
                <span className={styles.summary}>
                  An empty form with a JSON template that has all values.
                </span>
              </span>
            </Link>
          </li>
        </ul>
      </section>
    </Stack>
  )
}
