import { median, round } from './figures.ts'
import { ServiceProcess } from './processes.ts'

/** Without load: how fast it starts, what it holds, how fast it lists. */
export async function measureIdle(): Promise<{
  readonly startMs: number
  readonly memoryMb: number
  readonly listMs: number
}> {
  const service = await ServiceProcess.start()
  const startMs = Math.round(service.startMs)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const memoryMb = await service.memoryMb()
  for (let index = 0; index < 1_000; index += 1) {
    await service.request('POST', '/api/v15/webhook/', {
      name: `webhook ${index}`,
      url: 'http://127.0.0.1:9/hook',
    })
  }
  const times: number[] = []
  for (let index = 0; index < 20; index += 1) {
    const startedAt = performance.now()
    await (await service.request('GET', '/api/v15/webhook/')).json()
    times.push(performance.now() - startedAt)
  }
  await service.stop()
  return { startMs, memoryMb, listMs: round(median(times)) }
}
