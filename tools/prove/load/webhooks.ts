import { PAYLOAD_TEMPLATE } from './receiver.ts'

/** Each gets every change. */
export const WEBHOOKS = ['first', 'second', 'third'] as const

/** So that what is repeated after a crash can be held against what can have been under way. */
export const IN_FLIGHT_MAX = 32

/** Settings with which a refused notification comes again soon, as often as it takes: no delivery may fail here. */
export const SERVICE_SETTINGS = {
  TOCSIN_IN_FLIGHT_MAX: String(IN_FLIGHT_MAX),
  TOCSIN_RETRY_SCHEDULE: '0s,100ms*50',
} as const

interface Requester {
  request(method: string, path: string, body?: unknown): Promise<Response>
}

export async function makeWebhooks(service: Requester, receiverUrl: string): Promise<void> {
  for (const name of WEBHOOKS) {
    const { status } = await service.request('POST', '/v1/webhooks', {
      name,
      url: `${receiverUrl}/${name}`,
      mode: 'every_change',
      payload_template: PAYLOAD_TEMPLATE,
      low_alert: true,
      med_alert: true,
      high_alert: true,
      cleared_alert: true,
    })
    if (status !== 201) throw new Error(`the webhook ${name} was not made: ${status}`)
  }
}
