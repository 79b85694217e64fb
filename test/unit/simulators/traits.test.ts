import { expect, test } from 'vitest'
import { traits } from '../../../src/tools/builtin/traits.ts'

test('a purpose is shared by two tools or more', () => {
  const purposes = [...traits.values()].flatMap((each) => each.purposes)
  const alone = purposes.filter((purpose) => purposes.indexOf(purpose) === purposes.lastIndexOf(purpose))
  expect(alone).toEqual([])
})
