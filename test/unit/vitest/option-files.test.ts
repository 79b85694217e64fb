import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resolveOptionFiles } from '../../../src/vitest/option-files.ts'

const root = mkdtempSync(join(tmpdir(), 'tracewright-options-'))
mkdirSync(join(root, 'src'))
writeFileSync(join(root, 'src/orders.ts'), '')

it('gives the absolute paths of files that are there', () => {
  expect(resolveOptionFiles(root, ['./src/orders.ts'], 'simulators')).toEqual([join(root, 'src/orders.ts')])
})

it.each([
  [
    './src/order.ts',
    'ownTools',
    'ownTools: no file ./src/order.ts; did you mean "./src/orders.ts"? Correct the option `ownTools` in',
  ],
  ['src/ordres.ts', 'routes', 'routes: no file src/ordres.ts; did you mean "src/orders.ts"? Correct'],
  [
    './lib/orders.ts',
    'checks',
    'checks: no file ./lib/orders.ts. Correct the option `checks` in the Vitest config.',
  ],
  ['src/a.recording.json', 'simulators', 'Vitest config, or make it with `tracewright record`.'],
] as const)('names %s of the option %s, and the file that was meant', (name, option, said) => {
  expect(() => resolveOptionFiles(root, [name], option)).toThrow(said)
})
