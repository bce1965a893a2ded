import { SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Panel } from '../../ui/page/panel.tsx'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import { readLabels } from '../../ui/text/labels-text.ts'
import { RoutingTestResult } from './routing-test-result.tsx'
import { routingTestQuery, type RoutingTestRequest } from './routing-queries.ts'

const TYPED_MS = 250

interface Typed {
  readonly kind: 'alert' | 'job_run'
  readonly severity: 'low' | 'medium' | 'high'
  readonly job_status: 'success' | 'failure' | 'cancelled'
  readonly name: string
  readonly server: string
  readonly source: string
  readonly database: string
  readonly labels: string
}

const EMPTY: Typed = {
  kind: 'alert',
  severity: 'high',
  job_status: 'failure',
  name: '',
  server: '',
  source: '',
  database: '',
  labels: '',
}

const TEXTS = [
  ['name', 'Name', 'Replication lag'],
  ['server', 'Server', 'prod-db1'],
  ['database', 'Database', 'shop'],
  ['source', 'Source', 'prometheus'],
] as const

/** Says who would be notified of an event with these values, and why the others would not. */
export function RoutingTest() {
  const search = useSearch({ from: '/shell/routing' })
  const [typed, setTyped] = useState<Typed>({ ...EMPTY, ...search })
  const [asked] = useDebouncedValue(toRequest(typed), TYPED_MS)
  const { data, error } = useQuery({ ...routingTestQuery(asked), placeholderData: keepPreviousData })
  const isAlert = typed.kind === 'alert'
  return (
    <Panel
      title="Who would be notified?"
      description="Decided as for a real report. Nothing is stored, and nobody is notified."
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="Kind of event"
          value={typed.kind}
          onChange={(kind) => setTyped({ ...typed, kind })}
          data={[
            { value: 'alert', label: 'Alert' },
            { value: 'job_run', label: 'Job run' },
          ]}
          w="fit-content"
        />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {isAlert ? (
            <Select
              label="Severity"
              data={['high', 'medium', 'low']}
              value={typed.severity}
              allowDeselect={false}
              onChange={(severity) => setTyped({ ...typed, severity: severity as Typed['severity'] })}
            />
          ) : (
            <Select
              label="Status"
              data={['failure', 'cancelled', 'success']}
              value={typed.job_status}
              allowDeselect={false}
              onChange={(status) => setTyped({ ...typed, job_status: status as Typed['job_status'] })}
            />
          )}
          <TextInput
            label="Labels"
            placeholder="team=dba, env=prod"
            value={typed.labels}
            onChange={({ currentTarget }) => setTyped({ ...typed, labels: currentTarget.value })}
          />
          {TEXTS.map(([member, label, example]) => (
            <TextInput
              key={member}
              label={label}
              placeholder={example}
              value={typed[member]}
              onChange={({ currentTarget }) => setTyped({ ...typed, [member]: currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        <ProblemAlert error={error} />
        {data && <RoutingTestResult result={data} />}
      </Stack>
    </Panel>
  )
}

function toRequest({ kind, severity, job_status, labels, ...texts }: Typed): RoutingTestRequest {
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  const ofKind = kind === 'alert' ? { severity } : { job_status }
  return { kind, ...ofKind, ...given, labels: readLabels(labels) }
}
