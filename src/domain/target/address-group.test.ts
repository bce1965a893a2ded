import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressGroup } from './target-address.ts'

describe('what counts as one address', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::ffff:c633:6407', '198.51.100.7'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['64:ff9b::198.51.100.7', '198.51.100.7'],
    ['64:ff9b::198.51.100.8', '198.51.100.8'],
    ['', ''],
    ['home', 'home'],
  ]
  for (const [address, group] of cases) {
    it(`"${address}": ${group}`, () => assert.equal(addressGroup(address), group))
  }
})
