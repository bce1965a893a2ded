import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { sourcesOf } from './support/imports.ts'

const source = join(dirname(import.meta.dirname), 'src')

/** Names that say that it is an id or a moment, in members, parameters and columns. */
const NAMES =
  /(?<![\w.'"])#?(id|ids|\w+(?:Id|Ids|_id|_ids)|now|at|since|until|monotonic|\w+(?:At|Since|Until|_at|_until))'?\??: (?:readonly )?\(?(?:number|string)\b/g

const MOMENTS = /(?:^|[a-z_])(?:now|at|since|until|monotonic)$/i

/** What is named so and is something else, each with the reason. */
const ELSE: Readonly<Record<string, readonly string[]>> = {
  // Said by monitors, and only passed on.
  'domain/alert/alert.ts': ['agentId', 'serverId', 'id'],
  'domain/alert/job-run.ts': ['agentId', 'serverId'],
  'domain/alert/variants.ts': ['id'],
  // The number of a webhook, silence or window.
  'domain/matching/match-warnings.ts': ['id'],
  // `webhook-id`, made of the ids of the installation and the delivery.
  'domain/receiver/signature.ts': ['id'],
  'domain/template/marker.ts': ['deliveryId'],
  // Offsets in a text, and lists that are open there.
  'domain/template/omissions.ts': ['at', 'commaAt', 'id', 'nextAt'],
  // Named by the systems before us, and only passed on.
  'domain/trace/trace-context.ts': ['spanId', 'traceId'],
  // The names of keys, with no other id beside them.
  'storage/encryption-keys.ts': ['currentKeyId', 'keyIds'],
}

/** In the modules where what is stored is named: everything else has its types from there. */
const MODULES = /^(?:domain\/|storage\/[\w-]+\.ts$|storage\/rows\/)/

function barelyNamed(text: string): readonly string[] {
  return [...text.matchAll(NAMES)]
    .filter(([found, name = '']) => found.endsWith('number') || !MOMENTS.test(name))
    .map(([, name = '']) => name)
}

describe('ids and instants', () => {
  it('are found where they are no more than numbers or texts', () => {
    assert.deepEqual(
      barelyNamed(
        'readonly id: number; webhookId?: number | null, dueAt: number, ids: readonly number[], node_id: string',
      ),
      ['id', 'webhookId', 'dueAt', 'ids', 'node_id'],
    )
    assert.deepEqual(barelyNamed('readonly id: WebhookId; at: string; timeoutMs: number; width: number'), [])
  })

  it('have different types', () => {
    const bare = sourcesOf(source)
      .filter((file) => MODULES.test(file))
      .flatMap((file) =>
        barelyNamed(readFileSync(join(source, file), 'utf8')).map((name) => `${file}: ${name}`),
      )
    const known = Object.entries(ELSE).flatMap(([file, names]) => names.map((name) => `${file}: ${name}`))

    assert.deepEqual([...new Set(bare)].toSorted(), known.toSorted())
  })
})
