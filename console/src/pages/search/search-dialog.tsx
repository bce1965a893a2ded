import { Loader, Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, queryOptions, keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import type { DialogProps } from '../../ui/page/confirm.tsx'
import { useMay } from '../../api/session.ts'
import { ProblemAlert } from '../../ui/page/problem-alert.tsx'
import {
  type Found,
  deliveryById,
  EACH_MAX,
  labelsIn,
  ofAlert,
  ofDelivery,
  ofRun,
  ofWebhook,
  serversIn,
} from './found.ts'
import styles from './search.module.css'
import { api, take } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'

const PAUSE_MS = 200

/** Searches everything; arrow keys choose, Enter opens. */
export function SearchDialog({ isOpen, onClose }: DialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      withCloseButton={false}
      padding="xs"
      size="lg"
      yOffset="10dvh"
      centered={false}
      aria-label="Search"
    >
      <Search onDone={onClose} />
    </Modal>
  )
}

function Search({ onDone }: { readonly onDone: () => void }) {
  const navigate = useNavigate()
  const rights = { mayReadDeliveries: useMay('deliveries:read'), mayReadWebhooks: useMay('webhooks:read') }
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS)
  const { data: found = [], error, isFetching } = useQuery(searchQuery(asked, rights))
  const [chosen, setChosen] = useState(0)
  const shown = asked === '' ? [] : found
  const at = Math.min(chosen, Math.max(0, shown.length - 1))
  const open = (one: Found | undefined) => {
    if (!one) return
    onDone()
    // The router checks literal addresses; these come from data.
    void navigate({ to: one.to, search: one.search } as never)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen((at + step + shown.length) % Math.max(1, shown.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open(shown[at])
    }
  }
  return (
    <div className={styles.search}>
      <TextInput
        size="md"
        type="search"
        role="combobox"
        aria-label="Search servers, alerts, webhooks, deliveries, jobs and labels"
        aria-expanded={shown.length > 0}
        aria-controls="search-results"
        {...(shown.length > 0 && { 'aria-activedescendant': `search-result-${at}` })}
        placeholder="Server, alert, webhook, delivery, job or label"
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isFetching && asked !== '' ? <Loader size={16} /> : null}
        maxLength={200}
        value={text}
        data-autofocus
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ProblemAlert error={error} />
      {asked !== '' && shown.length === 0 && !isFetching && !error && (
        <Text size="sm" c="dimmed" p="sm" role="status">
          Nothing has “{asked}” in its name, server or labels.
        </Text>
      )}
      <div role="listbox" id="search-results" aria-label="Results" className={styles.results}>
        {shown.map((one, index) => (
          <Result key={one.key} found={one} index={index} isChosen={index === at} onOpen={() => open(one)} />
        ))}
      </div>
    </div>
  )
}

interface ResultProps {
  readonly found: Found
  readonly index: number
  readonly isChosen: boolean
  readonly onOpen: () => void
}

/** A result; the field keeps the focus and handles the keys. */
function Result({ found: { kind, title, detail }, index, isChosen, onOpen }: ResultProps) {
  return (
    <div
      role="option"
      id={`search-result-${index}`}
      aria-selected={isChosen}
      tabIndex={-1}
      className={styles.result}
      onClick={onOpen}
      onKeyDown={undefined}
    >
      <span className={styles.kind}>{kind}</span>
      <span className={styles.title}>{title}</span>
      <span className={styles.detail}>{detail}</span>
    </div>
  )
}

interface Rights {
  readonly mayReadDeliveries: boolean
  readonly mayReadWebhooks: boolean
}

function searchQuery(text: string, rights: Rights) {
  return queryOptions({
    queryKey: ['search', text, rights],
    queryFn: () => findEverything(text, rights),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

async function findEverything(search: string, rights: Rights): Promise<readonly Found[]> {
  const nothing = Promise.resolve({ items: [] })
  const query = { search, limit: EACH_MAX }
  const [alerts, webhooks, deliveries, runs] = await Promise.all([
    rights.mayReadDeliveries
      ? take(api.GET('/v1/alerts', { params: { query: { search, limit: 50 } } }))
      : nothing,
    rights.mayReadWebhooks
      ? take(api.GET('/v1/webhooks', { params: { query: { ...query, view: 'brief' } } }))
      : nothing,
    rights.mayReadDeliveries ? take(api.GET('/v1/deliveries', { params: { query } })) : nothing,
    rights.mayReadDeliveries ? take(api.GET('/v1/job-runs', { params: { query } })) : nothing,
  ])
  const ofAlerts = alerts.items as readonly components['schemas']['Alert'][]
  return [
    ...serversIn(ofAlerts, search),
    ...ofAlerts.slice(0, EACH_MAX).map(ofAlert),
    ...(webhooks.items as readonly components['schemas']['BriefWebhook'][]).map(ofWebhook),
    ...labelsIn(ofAlerts, search),
    ...deliveryById(search),
    ...(deliveries.items as readonly components['schemas']['ListedDelivery'][]).map(ofDelivery),
    ...(runs.items as readonly components['schemas']['JobRun'][]).map(ofRun),
  ]
}
