import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Agents, SECURED_AGENTS_MAX, type AgentsDeps } from '../../src/delivery/connection/agents.ts'
import { createTargetRules } from '../../src/domain/target/target-address.ts'
import type { WebhookTls } from '../../src/domain/webhook/webhook-tls.ts'
import { testCertificates } from '../support/network/certificates.ts'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

describe('agents by TLS settings', () => {
  const clock = new FakeClock()
  const opened: Agents[] = []
  let pem = ''

  before(async () => {
    pem = (await testCertificates()).authority.certificate
  })
  after(() => Promise.all(opened.map((agents) => agents.destroy())))

  function make(given: Partial<AgentsDeps> = {}): Agents {
    const agents = new Agents({
      targets: createTargetRules({ listenHost: '127.0.0.1', allowTargets: [] }),
      clock,
      connectionsPerOriginMax: 4,
      findProxy: () => null,
      onConnecting: () => undefined,
      ...given,
    })
    opened.push(agents)
    return agents
  }

  /** Different texts, same meaning: an agent of its own for each. */
  const settings = (index: number): WebhookTls => ({
    ca: `${pem}\n# ${index}`,
    certificate: null,
    key: null,
    insecure: false,
  })

  it('all webhooks without settings share one', () => {
    const agents = make()

    assert.equal(agents.take(null).agent, agents.take(null).agent)
    assert.equal(agents.securedCount, 0)
  })

  it('the same settings have the same agent, each of the others its own', () => {
    const agents = make()
    const first = agents.take(settings(1)).agent

    assert.equal(agents.take({ ...settings(1) }).agent, first)
    assert.notEqual(agents.take({ ...settings(1), insecure: true }).agent, first)
    assert.notEqual(agents.take(settings(2)).agent, first)
    assert.notEqual(agents.take(null).agent, first)
    assert.equal(agents.securedCount, 3)
  })

  it('an agent that nobody has used for a minute is closed; one in use is not', async () => {
    const agents = make()
    const busy = agents.take(settings(1))
    const idle = agents.take(settings(2))
    idle.done()
    idle.done()

    await clock.advance(59_000)
    assert.equal(agents.securedCount, 2)
    await clock.advance(2_000)

    await eventually('the idle one is closed', () => agents.securedCount === 1)
    assert.equal(agents.take(settings(1)).agent, busy.agent)
    assert.notEqual(agents.take(settings(2)).agent, idle.agent)
  })

  it('taking it again keeps it from being closed', async () => {
    const agents = make()
    const { agent, done } = agents.take(settings(1))
    done()
    await clock.advance(59_000)
    const again = agents.take(settings(1))
    await clock.advance(59_000)

    assert.equal(again.agent, agent)
    assert.equal(agents.take(settings(1)).agent, agent)
  })

  it('there are never more than the limit: the one that was taken longest ago makes room', async () => {
    const agents = make()
    const first = agents.take(settings(0))
    const second = agents.take(settings(1))
    for (let index = 2; index < SECURED_AGENTS_MAX; index += 1) agents.take(settings(index)).done()
    agents.take(settings(0))

    agents.take(settings(SECURED_AGENTS_MAX)).done()

    await eventually('room was made', () => agents.securedCount === SECURED_AGENTS_MAX)
    assert.equal(agents.take(settings(0)).agent, first.agent)
    assert.notEqual(agents.take(settings(1)).agent, second.agent)
    await eventually('room was made again', () => agents.securedCount === SECURED_AGENTS_MAX)
  })

  it('after the end there are no new ones', async () => {
    const agents = make()
    agents.take(settings(1))
    await agents.destroy()

    assert.throws(() => agents.take(settings(1)), { reason: 'cancelled' })
    assert.equal(agents.securedCount, 0)
  })
})
