import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { refetch } from './refetch.ts'

/** Something that is shown, and what the service is asked for it: which responds when the test says so. */
function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } })
  const questions: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['deliveries', 1],
    queryFn: () => {
      const question = Promise.withResolvers<string>()
      questions.push(question)
      return question.promise
    },
  })
  const hide = observer.subscribe(() => undefined)
  return { client, observer, questions, hide }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('a hint that something is out of date', () => {
  it('has it read anew', async () => {
    const { client, observer, questions, hide } = shown()
    questions[0]?.resolve('pending')
    await settled()
    refetch(client, { queryKey: ['deliveries'] })
    questions[1]?.resolve('delivered')
    await settled()

    assert.equal(observer.getCurrentResult().data, 'delivered')
    hide()
  })

  it('is not lost on a response that was under way, and begins nothing beside it', async () => {
    const { client, observer, questions, hide } = shown()
    refetch(client, { queryKey: ['deliveries'] })
    refetch(client, { queryKey: ['deliveries'] })
    assert.equal(questions.length, 1)
    questions[0]?.resolve('pending')
    await settled()
    assert.equal(questions.length, 2)
    questions[1]?.resolve('delivered')
    await settled()

    assert.equal(observer.getCurrentResult().data, 'delivered')
    assert.equal(questions.length, 2)
    hide()
  })

  it('is not lost on a response that failed', async () => {
    const { client, observer, questions, hide } = shown()
    refetch(client, { queryKey: ['deliveries'] })
    questions[0]?.reject(new Error('the service does not answer'))
    await settled()
    questions[1]?.resolve('delivered')
    await settled()

    assert.equal(observer.getCurrentResult().data, 'delivered')
    hide()
  })

  it('is forgotten with what it was about', async () => {
    const { client, questions, hide } = shown()
    refetch(client, { queryKey: ['deliveries'] })
    hide()
    client.clear()
    await settled()

    assert.equal(questions.length, 1)
    assert.equal(client.getQueryCache().hasListeners(), false)
  })
})
