import { NAME_LIKE } from '../../../schema/semantic.ts'
import type { Json } from '../../../shared/json.ts'
import { respelled, type Spelling } from './respell.ts'
import type { Rewrite } from './rewrite.ts'

const ofText =
  (write: (text: string) => string) =>
  (value: Json): Json | undefined =>
    typeof value === 'string' && value !== '' ? write(value) : undefined

const SPELLINGS: readonly Spelling[] = [
  ['in capitals', ofText((text) => text.toUpperCase())],
  ['in small letters', ofText((text) => text.toLowerCase())],
  ['with blanks around it', ofText((text) => ` ${text} `)],
  ['with wide blanks', ofText((text) => text.replaceAll(' ', '  '))],
]

/** Names of cities, countries, currencies, languages and units in other case and with other blanks. */
export const names: Rewrite = {
  name: 'names',
  rewrites: (context) => respelled(context, ({ semantic }) => NAME_LIKE.has(semantic ?? ''), SPELLINGS),
}
