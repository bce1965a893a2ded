import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A request as a real Prometheus made it, with the moment when it arrived. */
export interface RecordedPush {
  readonly receivedAt: number
  readonly method: string
  readonly path: string
  readonly contentType: string
  readonly userAgent: string
  readonly authorization: string
  readonly body: readonly {
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
    readonly startsAt: string
    readonly endsAt: string
    readonly generatorURL: string
  }[]
}

/** Recorded by test/fixtures/prometheus/record.ts. */
export function recordedPush(name: 'firing' | 'refreshed' | 'resolved'): RecordedPush {
  const file = join(import.meta.dirname, '../..', 'fixtures', 'prometheus', `${name}.json`)
  const { receivedAt, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
  return { ...rest, receivedAt: Date.parse(receivedAt) }
}
