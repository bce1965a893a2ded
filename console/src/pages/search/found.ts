import type { components } from '../../api/schema.ts'

export interface Found {
  /** Unique. */
  readonly key: string
  readonly kind: 'Server' | 'Alert' | 'Webhook' | 'Delivery' | 'Job run' | 'Label'
  readonly title: string
  readonly detail: string
  /** The router's path. */
  readonly to: string
  readonly search: Readonly<Record<string, unknown>>
}

/** Results of each kind. */
export const EACH_MAX = 5

type Searched = Pick<components['schemas']['Alert'], 'server' | 'labels'>

/** Returns servers of these alerts with the text in their names. */
export function serversIn(alerts: readonly Searched[], search: string): readonly Found[] {
  const names = new Set(alerts.flatMap(({ server: { name } }) => (contains(name, search) ? [name] : [])))
  return [...names].slice(0, EACH_MAX).map((name) => ({
    key: `server ${name}`,
    kind: 'Server',
    title: name,
    detail: 'Its alerts, active and cleared',
    to: '/alerts',
    search: { server: name },
  }))
}

/** Returns labels of these alerts with the text in their values. */
export function labelsIn(alerts: readonly Searched[], search: string): readonly Found[] {
  const labels = new Set(
    alerts.flatMap((alert) =>
      Object.entries(alert.labels).flatMap(([name, value]) =>
        contains(value, search) ? [`${name}=${value}`] : [],
      ),
    ),
  )
  return [...labels].slice(0, EACH_MAX).map((label) => ({
    key: `label ${label}`,
    kind: 'Label',
    title: label,
    detail: 'Active alerts with this label',
    to: '/',
    search: { label: [label] },
  }))
}

function contains(text: string | null, search: string): text is string {
  return text !== null && text.toLowerCase().includes(search.toLowerCase())
}

/** A number may be a delivery's. */
export function deliveryById(search: string): readonly Found[] {
  if (!/^\d{1,15}$/.test(search)) return []
  return [
    {
      key: `id ${search}`,
      kind: 'Delivery',
      title: `Delivery ${search}`,
      detail: 'By its number',
      to: '/deliveries',
      search: { open: Number(search) },
    },
  ]
}

export function ofAlert({ id, name, server, state }: components['schemas']['Alert']): Found {
  const detail = [state, server.name].filter((part) => part !== null).join(' · ')
  return { key: `alert ${id}`, kind: 'Alert', title: name, detail, to: '/alerts', search: { open: id } }
}

export function ofWebhook({ id, name, health }: components['schemas']['BriefWebhook']): Found {
  const detail = health.state.replace('_', ' ')
  return { key: `webhook ${id}`, kind: 'Webhook', title: name, detail, to: `/webhooks/${id}`, search: {} }
}

export function ofDelivery({
  id,
  event,
  webhook_name: webhook,
  state,
}: components['schemas']['ListedDelivery']): Found {
  const detail = [`Delivery ${id}`, state, webhook].filter((part) => part !== null).join(' · ')
  const title = event?.name ?? `Delivery ${id}`
  return { key: `delivery ${id}`, kind: 'Delivery', title, detail, to: '/deliveries', search: { open: id } }
}

export function ofRun({ id, name, status, server }: components['schemas']['JobRun']): Found {
  const detail = [status, server.name].filter((part) => part !== null).join(' · ')
  return { key: `run ${id}`, kind: 'Job run', title: name, detail, to: '/job-runs', search: { open: id } }
}
