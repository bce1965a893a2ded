import type { Service } from '../../../test/support/app/service.ts'

/** One request to a service; its status. */
export async function sendReport(service: Service, observations: readonly object[]): Promise<number> {
  const response = await service.request('POST', '/v1/alerts', observations)
  await response.arrayBuffer()
  return response.status
}
