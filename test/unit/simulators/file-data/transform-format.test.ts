import { createRequire } from 'node:module'
import { expect, test, vi } from 'vitest'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../../src/tools/execute.ts'
import { World } from '../../../../src/tools/world/world.ts'

const csv = createRequire(import.meta.url)('csv-parse/sync') as typeof import('csv-parse/sync')
const convertCsv = (data: string) =>
  executeTool(
    registry.get('transform_format') as Simulator,
    { data, from_format: 'csv', to_format: 'json' },
    new World(),
  )

test('a CSV text is read once, unless its commas alone allow more cells than there may be', () => {
  const parse = vi.spyOn(csv, 'parse')
  expect(convertCsv('a,b\n1,2\n3,4').ok).toBe(true)
  expect(parse).toHaveBeenCalledTimes(1)
  parse.mockRestore()
})

test('a CSV text with too many columns times lines is refused, with many commas in one cell it is not', () => {
  expect(convertCsv(`${'a,'.repeat(1100)}a\n${'1\n'.repeat(1000)}`)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('columns times lines') },
  })
  expect(convertCsv(`a\n"${','.repeat(1100)}"\n${'1\n'.repeat(1000)}`).ok).toBe(true)
})
