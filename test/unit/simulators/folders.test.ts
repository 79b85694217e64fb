import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { builtInTools } from '../../../scripts/tool-lists.mjs'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { traits } from '../../../src/tools/builtin/traits.ts'

test.each(builtInTools())('the tool $name has the category of its folder', ({ path, name }) => {
  const category = basename(dirname(path)).replaceAll('-', '_')
  expect(registry.get(name)).toMatchObject({ name, category })
})

test('a purpose is shared by two tools or more', () => {
  const purposes = [...traits.values()].flatMap((each) => each.purposes)
  const alone = purposes.filter((purpose) => purposes.indexOf(purpose) === purposes.lastIndexOf(purpose))
  expect(alone).toEqual([])
})
