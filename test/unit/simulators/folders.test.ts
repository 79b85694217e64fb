import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../../../src/schema/tool.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { traits } from '../../../src/tools/builtin/traits.ts'

const root = resolve(import.meta.dirname, '../../..')

describe.each(CATEGORIES)('%s', (category) => {
  const files = readdirSync(resolve(root, 'src/tools/builtin', category.replaceAll('_', '-')))

  test.each(files.filter((file) => file.endsWith('.json')))('%s is of a tool of its name', (file) => {
    expect(registry.get(file.slice(0, -'.json'.length).replaceAll('-', '_'))).toMatchObject({ category })
  })
})

test('a purpose is shared by two tools or more', () => {
  const purposes = [...traits.values()].flatMap((each) => each.purposes)
  const alone = purposes.filter((purpose) => purposes.indexOf(purpose) === purposes.lastIndexOf(purpose))
  expect(alone).toEqual([])
})
