import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { TestSpecification } from 'vitest/node'
import { SlowestFirst } from '../../scripts/slowest-first.ts'

const root = resolve(import.meta.dirname, '../..')
const seconds: Record<string, number> = JSON.parse(
  readFileSync(resolve(root, 'scripts/slowest-tests.json'), 'utf8'),
)
const slowest = Object.keys(seconds)

it('every file in the table of the slowest tests exists', () => {
  expect(slowest.filter((file) => !existsSync(resolve(root, file)))).toEqual([])
  expect(slowest.length).toBeGreaterThan(0)
})

it('the slowest files start first, whatever their projects and sizes; the others by project and size', async () => {
  const create = (name: string) => ({ name, config: { root, isolate: true, sequence: { groupOrder: 0 } } })
  const [long, unit] = [create('long'), create('unit')]
  const sizes: Record<string, number> = { 'test/big.test.ts': 900, 'test/small.test.ts': 100 }
  const cache = {
    getFileTestResults: () => undefined,
    getFileStats: (key: string) => ({ size: sizes[key.replace(/^\w+:/, '')] ?? 1 }),
  }
  const files = [
    { project: unit, file: 'test/big.test.ts' },
    { project: long, file: 'test/small.test.ts' },
    { project: long, file: 'test/big.test.ts' },
    ...slowest.toReversed().map((file, i) => ({ project: i % 2 === 0 ? unit : long, file })),
  ].map(({ project, file }) => ({ project, moduleId: resolve(root, file) }) as unknown as TestSpecification)
  const sorted = await new SlowestFirst({ config: { root }, cache } as never).sort(files)
  const names = sorted.map(({ project, moduleId }) => `${project.name} ${moduleId.slice(root.length + 1)}`)
  expect(names).toEqual([
    ...slowest.map((file, i) => `${(slowest.length - 1 - i) % 2 === 0 ? 'unit' : 'long'} ${file}`),
    'long test/big.test.ts',
    'long test/small.test.ts',
    'unit test/big.test.ts',
  ])
})
