import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const UP = 'no-import-up-from-layer'
const INWARD = 'no-import-up-within'
const SIDEWAYS = 'no-import-sideways-from'

/** Imports that are planted in a copy of the tree, and the rule that each breaks. */
const PLANTED: readonly (readonly [room: string, imported: string, rule?: string])[] = [
  ['src/shared', '../schema/tool.ts', UP],
  ['src/tasks', '../scoring/score.ts', UP],
  ['src/scoring', '../tools/execute.ts', UP],
  ['src/network', '../tools/registry.ts', UP],
  ['src/network', '../index.ts', UP],
  ['src/tools', '../suites/load/load.ts', UP],
  ['src/baseline', '../scoring/score.ts', `${SIDEWAYS}-baseline`],
  ['src/trace', '../models/limits.ts', `${SIDEWAYS}-trace`],
  ['src/tools/world', '../registry.ts', `${INWARD}-tools-from-world`],
  ['src/tools/content', '../builtin/registry.ts', `${INWARD}-tools-from-content`],
  ['src/tools', './builtin/registry.ts', `${INWARD}-tools-from-itself`],
  ['src/suites/audit', '../repair/repair-suite.ts', `${INWARD}-suites-from-audit`],
  ['matchers', '../src/tools/served.ts', 'no-tool-in-matchers'],
  ['src/cli', '../vitest/plugin.ts', `${SIDEWAYS}-cli`],
  ['matchers', '../src/report/render-terminal.ts', `${SIDEWAYS}-matchers`],
  ['src/tools/builtin', '../content/pools/lists.ts'],
  ['src/tools', './world/world.ts'],
  ['src/suites/generate', '../../tools/content/pools/lists.ts'],
]
const fileOf = (i: number): string => `${PLANTED[i]?.[0]}/planted-${i}.ts`

const root = resolve(import.meta.dirname, '../..')
let copy: string
let exitCode: number | null
let said: string

beforeAll(() => {
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
  for (const [i, [, imported]] of PLANTED.entries()) {
    writeFileSync(join(copy, fileOf(i)), `import '${imported}'\n`)
  }
  // Their own imports are enough: what lies behind them is the business of `npm run layers`.
  const { status, stdout } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    [...PLANTED.map((_, i) => fileOf(i)), '--max-depth', '1'],
    { cwd: copy, encoding: 'utf8' },
  )
  exitCode = status
  said = stdout
}, 300_000)
afterAll(() => rmSync(copy, { recursive: true }))

/** Names of the rules that the check found broken by a file. */
const brokenBy = (file: string): string[] =>
  [...said.matchAll(/error (\S+): (\S+) → /g)]
    .filter(([, , from]) => from === file)
    .map(([, rule = '']) => rule)

describe('the check of layers', () => {
  test.each(PLANTED.map(([room, imported, rule], i) => ({ room, imported, rule, file: fileOf(i) })))(
    'says of an import from $room of $imported: $rule',
    ({ rule, file }) => {
      if (rule === undefined) expect(brokenBy(file)).toEqual([])
      else expect(brokenBy(file)).toContainEqual(expect.stringMatching(`^${rule}`))
    },
  )

  test('fails', () => expect(exitCode).toBeGreaterThan(0))
})

/** What is started by a user, a test or Vitest, and so knows which tools answer in this process. */
const ENTRIES = [
  /^src\/cli\//,
  /^src\/vitest\/(record-suite|run-case|serve)\.ts$/,
  /^matchers\/index\.ts$/,
  /^fixtures\/(index|record)\.ts$/,
]

test('entries alone ask which tools are served', () => {
  const callers = ['src', 'matchers', 'fixtures']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => /\breadServedRegistry\b/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => file !== 'src/tools/served.ts')
  expect(callers).toContain('src/vitest/run-case.ts')
  expect(callers.filter((file) => !ENTRIES.some((entry) => entry.test(file)))).toEqual([])
})
