import type { ColumnWords } from '../../../migrations/later-migrations.ts'

export const COLUMN_WORDS: ColumnWords = {
  id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  whole: 'INTEGER',
  bit: 'INTEGER',
  integer: 'INTEGER',
  real: 'REAL',
  flag: 'INTEGER',
  text: 'TEXT',
  no: '0',
  strict: ' STRICT',
  keyed: ' STRICT, WITHOUT ROWID',
  zero: '',
  octets: '',
}
