import { TITLE_OF } from '../../engine-names.ts'
import type { Cleanup } from '../cleanup.ts'
import { type Engine } from '../engines/engine.ts'
import { ServiceProcess } from '../service-process.ts'
import type { Contender, Running } from './contender.ts'

/** A template with the values that a notification of Alertmanager has as well. */
const TEMPLATE =
  '{"status": "%CurrentState%", "alert": "%AlertName%", "object": "%ObjectName%", "summary": "%AlertInfo%"}'

/** This service on a database of its own, with one webhook that is notified of everything. */
export async function tocsinContender(
  engine: Engine,
  receiverUrl: string,
  cleanup: Cleanup,
): Promise<Contender> {
  const database = await engine.createDatabase()
  let hasWebhook = false
  const start = async (): Promise<Running> => {
    const service = await ServiceProcess.start(database, cleanup)
    if (!hasWebhook) await createWebhook(service, receiverUrl)
    hasWebhook = true
    const serverBefore = await engine.counters()
    return {
      intakeUrl: `${service.url}/intake/prometheus/api/v2/alerts`,
      headers: { 'x-auth-token': service.token },
      cpuSeconds: async () => {
        const [own, server] = await Promise.all([service.usage(), engine.counters()])
        return own.cpuSeconds + server.cpuSeconds - serverBefore.cpuSeconds
      },
      memoryMb: async () => (await service.memoryMb()) + (await engine.counters()).memoryMb,
      kill: () => service.kill(),
    }
  }
  return { name: `Tocsin, ${TITLE_OF[engine.name]}`, start, remove: () => database.remove() }
}

async function createWebhook(service: ServiceProcess, url: string): Promise<void> {
  // Alertmanager has no limit of its own.
  const concurrency = 256
  const states = { low_alert: true, med_alert: true, high_alert: true, cleared_alert: true }
  await service.request('POST', '/v1/webhooks', {
    name: 'bench',
    url,
    mode: 'every_change',
    payload_template: TEMPLATE,
    concurrency,
    ...states,
  })
}
