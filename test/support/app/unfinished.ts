import type { Service } from './service.ts'

/** Returns the number of deliveries that have not ended. */
export async function unfinished(service: Service): Promise<number> {
  const overview = await (await service.request('GET', '/v1/overview')).json()
  const { waiting, pending, sending } = (overview as { readonly backlog: Record<string, number> }).backlog
  return (waiting ?? 0) + (pending ?? 0) + (sending ?? 0)
}
