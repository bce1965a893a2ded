import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeDatabase, parseDatabase } from './database-address.ts'
import { parsePostgresUrl } from '../domain/source/postgres-url.ts'

const SECRET = 's3cret-word'

describe('the address of the database', () => {
  it('is a file of SQLite, or a database of PostgreSQL by either scheme, as it was given', () => {
    const urls = [
      'postgres://tocsin@db.internal/tocsin',
      'postgresql://tocsin:p%40ss@db.internal:6432/tocsin?sslmode=verify-full',
      'postgres://tocsin@[::1]:5432/tocsin',
      'postgres:///tocsin?host=/var/run/postgresql',
      'postgres://tocsin@db-1:5432,db-2,[::1]:6432/tocsin?target_session_attrs=read-write',
    ]

    assert.deepEqual(parseDatabase('sqlite:./data/a.db'), { engine: 'sqlite', file: './data/a.db' })
    for (const url of urls) assert.deepEqual(parseDatabase(url), { engine: 'postgres', url })
  })

  for (const [text, sentence] of [
    ['', /^is not a database that can be used; give one such as sqlite:.* or postgres:/],
    ['./data/tocsin.db', /^is not a database/],
    ['sqlite:', /^is "sqlite:", which names no file/],
    [`mysql://root:${SECRET}@h/x`, /^begins with "mysql:"; give one such as/],
    [`postgres:tocsin:${SECRET}@h/x`, /^is not an address such as/],
    [`postgres://tocsin:${SECRET}/@h/x`, /^is not an address such as .* as %40, %2F and %23$/],
    [`postgres://tocsin:${SECRET}@a:1,b:x/x`, /^is not an address such as/],
    [`postgres://tocsin:${SECRET}@a:1,/x`, /^is not an address such as/],
    [
      `postgres://tocsin:${SECRET}@a,b/x?target_session_attrs=standby`,
      /^has another target_session_attrs than any/,
    ],
    [`postgres://tocsin:${SECRET}@h/`, /^names no database/],
    [`postgres:///x?password=${SECRET}`, /^names no host/],
  ] as const) {
    it(`refuses ${text} with a sentence that never holds the password`, () => {
      assert.throws(
        () => parseDatabase(text),
        ({ message }: Error) => {
          assert.match(message, sentence)
          return !message.includes(SECRET)
        },
      )
    })
  }

  it('is shown without its password, wherever that stands', () => {
    const shown = (text: string) => describeDatabase({ engine: 'postgres', url: parsePostgresUrl(text) })

    assert.equal(
      shown(`postgres://tocsin:${SECRET}@db:5432/t?sslmode=no-verify`),
      'postgres://tocsin@db:5432/t',
    )
    assert.equal(shown(`postgres://db/t?user=u&password=${SECRET}`), 'postgres://u@db/t')
    assert.equal(shown(`postgres://u:${SECRET}@a:1,b/t?target_session_attrs=any`), 'postgres://u@a:1,b/t')
    assert.equal(shown('postgresql:///t?host=/run/postgresql'), 'postgresql:///run/postgresql/t')
    assert.equal(describeDatabase({ engine: 'sqlite', file: 'x.db' }), 'x.db')
  })
})
