import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService } from '../support/app/service.ts'

/** Enough to start with, and far too few for all webhooks at once. */
const OPEN_FILES_MAX = 64
const WEBHOOKS = 40
const ALERTS = 10

it('a service with too few file descriptors delivers everything, and charges nobody with it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-few-'))
  const receiver = await Receiver.start()
  const service = await startService({ folder, openFilesMax: OPEN_FILES_MAX })
  t.after(async () => {
    await Promise.all([service.stop(), receiver.stop()])
    await rm(folder, { recursive: true, force: true })
  })
  for (let index = 0; index < WEBHOOKS; index += 1) {
    const url = `${receiver.url}/${index}`
    const { status } = await service.request('POST', '/v1/webhooks', {
      name: `w${index}`,
      url,
      mode: 'every_change',
      payload_template: '{}',
    })
    assert.equal(status, 201)
  }
  const held: ServerResponse[] = []
  receiver.alwaysRespondsWith((_request, response) => void held.push(response))
  const alerts = Array.from({ length: ALERTS }, (_, index) => ({
    key: `${index}`,
    name: `${index}`,
    state: 'high',
  }))
  assert.equal((await service.request('POST', '/v1/alerts', alerts)).status, 200)

  const metrics = async () => (await service.request('GET', '/metrics')).text()
  await eventually('something was released', async () =>
    /^tocsin_deliveries_released_total [1-9]/m.test(await metrics()),
  )
  const ready = await service.request('GET', '/readyz')
  assert.equal(ready.status, 200)
  assert.match(await ready.text(), /"degraded".*no file descriptors left \(EMFILE\)/)
  assert.match(await metrics(), /^tocsin_degraded\{part="descriptors"\} 1$/m)
  const notified = /no file descriptors left \(EMFILE\)/
  await eventually('the overview tells it', async () =>
    notified.test(await (await service.request('GET', '/v1/overview')).text()),
  )
  assert.match(await (await service.request('GET', '/v1/status')).text(), notified)
  receiver.alwaysRespondsWith(200)
  for (const response of held) response.end()

  const delivered = new RegExp(`state="delivered"} ${WEBHOOKS * ALERTS}$`, 'm')
  await eventually('everything has arrived', async () => delivered.test(await metrics()))
  assert.doesNotMatch(await metrics(), /outcome="(?:retry|refuse)"[^}]*} [1-9]/)
  assert.match(service.output(), /service\.few_descriptors/)
  assert.equal(service.output().match(/delivery\.resource_exhausted/g)?.length, 1)
})
