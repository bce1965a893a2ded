import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completeLocations, IN_DATA_FOLDER, standardDataFolder } from './data-folder.ts'

const postgres = { engine: 'postgres', url: 'postgres://db/x' } as const
const sqlite = (file: string) => ({ engine: 'sqlite', file }) as const

describe('the data folder', () => {
  for (const [database, dataFolder, expected] of [
    [IN_DATA_FOLDER, '', { database: sqlite('/standard/tocsin.db'), dataFolder: '/standard' }],
    [IN_DATA_FOLDER, '/srv', { database: sqlite('/srv/tocsin.db'), dataFolder: '/srv' }],
    [sqlite('/a/x.db'), '', { database: sqlite('/a/x.db'), dataFolder: '/a' }],
    [sqlite('/a/x.db'), '/srv', { database: sqlite('/a/x.db'), dataFolder: '/srv' }],
    [postgres, '', { database: postgres, dataFolder: '/standard' }],
    [postgres, '/srv', { database: postgres, dataFolder: '/srv' }],
  ] as const) {
    it(`is completed from ${JSON.stringify(database)} and "${dataFolder}"`, () => {
      assert.deepEqual(completeLocations({ database, dataFolder }, '/standard'), expected)
    })
  }

  const installed = { isInstalled: true, isRoot: false }
  for (const [what, environment, program, expected] of [
    ['a clone', { XDG_DATA_HOME: '/x' }, { isInstalled: false, isRoot: true }, './data'],
    ['root', { XDG_DATA_HOME: '/x' }, { isInstalled: true, isRoot: true }, '/var/lib/tocsin'],
    ['a user', { HOME: '/home/ann' }, installed, '/home/ann/.local/share/tocsin'],
    ['a user with XDG_DATA_HOME', { HOME: '/home/ann', XDG_DATA_HOME: '/x' }, installed, '/x/tocsin'],
    // The specification has relative paths ignored.
    ['a relative XDG_DATA_HOME', { HOME: '/h', XDG_DATA_HOME: 'x' }, installed, '/h/.local/share/tocsin'],
  ] as const) {
    it(`of ${what} is ${expected}`, () => assert.equal(standardDataFolder(environment, program), expected))
  }
})
