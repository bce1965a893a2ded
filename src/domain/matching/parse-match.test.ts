import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MATCH_CHARACTERS_MAX } from './match.ts'
import { parseMatch } from './parse-match.ts'

/** Each text, and what it is read as: groups of matchers. */
const READ: readonly (readonly [text: string, groups: readonly (readonly string[])[]])[] = [
  // As people write them here.
  ['label.team="dba", severity!=low', [['label.team = dba', 'severity != low']]],
  ['label.team=dba or label.team=web', [['label.team = dba'], ['label.team = web']]],
  [
    '{server=~"prod-.*"} or {source=prometheus,severity=high}',
    [['server =~ prod-.*'], ['source = prometheus', 'severity = high']],
  ],
  ['  server !~ "test-[0-9]+"  ', [['server !~ test-[0-9]+']]],
  ['label.team=""', [['label.team = ']]],
  ['name=or or name=otherwise', [['name = or'], ['name = otherwise']]],
  ['server=a\nor\nserver=b', [['server = a'], ['server = b']]],
  // Alertmanager's classic matchers.
  ['{name="foo",server!="bar"}', [['name = foo', 'server != bar']]],
  ['{ name = "foo" , server =~ "b.*", }', [['name = foo', 'server =~ b.*']]],
  ['name=foo,server=bar', [['name = foo', 'server = bar']]],
  [String.raw`label.quote="say \"hi\""`, [['label.quote = say "hi"']]],
  [String.raw`label.path="C:\\temp"`, [[String.raw`label.path = C:\temp`]]],
  [String.raw`label.lines="a\nb"`, [['label.lines = a\nb']]],
  [String.raw`server=~"db\d+\.example"`, [[String.raw`server =~ db\d+\.example`]]],
  ['label.list="a,b}{="', [['label.list = a,b}{=']]],
  // Alertmanager's UTF-8 matchers.
  ['"label.equipe 1"="datenbank"', [['label.equipe 1 = datenbank']]],
  ['label.équipe=données', [['label.équipe = données']]],
  ['"name"="🙂"', [['name = 🙂']]],
  [String.raw`name="\u00e9"`, [['name = é']]],
  ['label.a:b/c-d.e=x', [['label.a:b/c-d.e = x']]],
]

/** Each text, and the offset and words of its mistake. */
const REFUSED: readonly (readonly [text: string, character: number, words: RegExp])[] = [
  ['', 1, /a group needs a matcher/],
  ['{}', 2, /a group needs a matcher/],
  ['server=a or', 12, /a group needs a matcher/],
  ['server=a or {}', 14, /a group needs a matcher/],
  ['team="dba"', 1, /there is no field team; .* For a label write label\.team/],
  ['label.="dba"', 1, /no field label\./],
  ['server', 7, /server needs one of = != =~ !~ and a value/],
  ['server==a', 8, /server needs one of/],
  ['server=~~a', 9, /server needs one of/],
  ['server=', 8, /server= needs a value; the empty string is ""/],
  ['server=, name=a', 8, /server= needs a value/],
  ['server="a', 8, /the double quote is not closed/],
  ["server='a'", 8, /"'a'" stands where the value is expected; .*double quotes/],
  ['server=~a{2}', 10, /stands where a group ends; .*double quotes/],
  ['server=a name=b', 10, /a comma between matchers, "or" between groups/],
  ['{server=a', 10, /the end stands where a group ends; .* or } to close/],
  ['server=a}', 9, /stands where a group ends/],
  ['server=a, or name=b', 11, /no field or/],
  ['otherwise or server=a', 1, /otherwise stands alone/],
  ['server=a or otherwise', 13, /otherwise stands alone/],
  ['🙂🙂=a', 1, /no field 🙂🙂/],
  ['name="🙂" x', 10, /stands where a group ends/],
  [Array(21).fill('name=a').join(' or '), 200, /more than 20 groups/],
  [Array(51).fill('name=a').join(','), 351, /more than 50 matchers in a group/],
  [`name="${'x'.repeat(4001)}"`, 6, /a value of more than 4000 characters/],
  ['x'.repeat(MATCH_CHARACTERS_MAX + 1), MATCH_CHARACTERS_MAX + 1, /longer than 20000 characters/],
]

describe('parseMatch', () => {
  for (const [text, groups] of READ) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const match = parseMatch(text)
      const read =
        match === 'otherwise'
          ? match
          : match.map((group) => group.map(({ field, operator, value }) => `${field} ${operator} ${value}`))
      assert.deepEqual(read, groups)
    })
  }

  it('reads the one word for everything that nobody else takes', () => {
    assert.equal(parseMatch(' otherwise '), 'otherwise')
  })

  for (const [text, character, words] of REFUSED) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))} at character ${character}`, () => {
      assert.throws(
        () => parseMatch(text),
        ({ message }: Error) =>
          message.startsWith(`has a mistake at character ${character}: `) && words.test(message),
      )
    })
  }

  it('takes 20 groups of 20 matchers', () => {
    const group = Array(20).fill('name=a').join(',')
    const match = parseMatch(Array(20).fill(group).join(' or '))
    assert.equal(match === 'otherwise' ? 0 : match.flat().length, 400)
  })
})
