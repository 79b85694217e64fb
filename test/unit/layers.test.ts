import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let copy: string

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'layers-'))
  for (const name of [
    'src',
    'matchers',
    'fixtures',
    'package.json',
    'tsconfig.json',
    '.dependency-cruiser.cjs',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterEach(() => rmSync(copy, { recursive: true }))

/** What the check of layers says of a file with this import, planted in a copy of the tree. */
function plant(file: string, imported: string): { failed: boolean; said: string } {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), `import '${imported}'\n`)
  // Its own imports are enough: what lies behind them is the business of `npm run layers`.
  const { status, stdout } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    [file, '--max-depth', '1', '--config', '.dependency-cruiser.cjs'],
    { cwd: copy, encoding: 'utf8' },
  )
  return { failed: status !== 0, said: stdout }
}

test.each([
  ['src/world/planted.ts', '../scoring/score.ts'],
  ['src/shared/planted.ts', '../python/json.ts'],
  ['src/simulators/planted.ts', '../generate/generate-suite.ts'],
  ['src/generate/pools/planted.ts', '../../simulators/registry.ts'],
  ['src/generate/pools/planted.ts', '../generate-suite.ts'],
  ['src/network/planted.ts', '../index.ts'],
])('%s may not import %s, which stands above it', (file, imported) => {
  const { failed, said } = plant(file, imported)
  expect(said).toMatch(/error no-import-up-from-layer-\d+: /)
  expect(failed).toBe(true)
})

test.each([
  ['src/python/planted.ts', '../schema/tool.ts', 'python'],
  ['src/ledger/planted.ts', '../suites/load.ts', 'ledger'],
  ['src/cli/planted.ts', '../vitest/plugin.ts', 'cli'],
  ['matchers/planted.ts', '../src/report/render-terminal.ts', 'matchers'],
])('%s may not import %s, which stands beside it', (file, imported, room) => {
  const { failed, said } = plant(file, imported)
  expect(said).toContain(`error no-import-sideways-from-${room}: `)
  expect(failed).toBe(true)
})

test.each([
  ['src/simulators/planted.ts', '../generate/pools/people.ts'],
  ['src/simulators/planted.ts', '../world/world.ts'],
  ['src/generate/planted.ts', './pools/people.ts'],
])('%s may import %s, which stands below it', (file, imported) => {
  expect(plant(file, imported)).toMatchObject({ failed: false })
})
