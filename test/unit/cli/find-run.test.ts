import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findProjectsHere, findRootOfRun, findRun } from '../../../src/cli/find-run.ts'
import { DEFAULT_RUN } from '../../../src/schema/run-basics.ts'

const home = process.cwd()
afterAll(() => process.chdir(home))

let top: string
const baselines = { '': 'tracewright.baseline.json' }
const both = {
  '@acme/a': 'packages/a/tracewright.baseline.json',
  b: 'packages/b/tracewright.b.baseline.json',
}
const write = (file: string, text = '{}'): void => {
  mkdirSync(dirname(join(top, file)), { recursive: true })
  writeFileSync(join(top, file), text)
}
/** Writes a run that ended at a minute. */
const run = (folder: string, of: object, minute: number): void => {
  write(join(folder, DEFAULT_RUN), JSON.stringify({ baselines: of }))
  utimesSync(join(top, folder, DEFAULT_RUN), minute * 60, minute * 60)
}
const go = (folder: string): void => process.chdir(join(top, folder))

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'find-run-')))
  mkdirSync(join(top, '.git'))
  for (const folder of ['.', 'packages/a', 'packages/b', 'packages/c']) write(`${folder}/package.json`)
  write('packages/a/src/deep/x.ts')
})

describe('the run of a command without arguments', () => {
  it.each([
    ['of its own folder', 'packages/a', { 'packages/a': [baselines, 1] }, DEFAULT_RUN],
    [
      'of the package around it',
      'packages/a/src/deep',
      { 'packages/a': [baselines, 1] },
      `../../${DEFAULT_RUN}`,
    ],
    ['of the workspace around it', 'packages/a', { '.': [both, 1] }, `../../${DEFAULT_RUN}`],
    [
      'of the workspace, where that is newer',
      'packages/a',
      { '.': [both, 2], 'packages/a': [baselines, 1] },
      `../../${DEFAULT_RUN}`,
    ],
    [
      'of the package, where that is newer',
      'packages/a',
      { '.': [both, 1], 'packages/a': [baselines, 2] },
      DEFAULT_RUN,
    ],
    ['of the only package below', '.', { 'packages/a': [baselines, 1] }, `packages/a/${DEFAULT_RUN}`],
    ['of no workspace that left the package out', 'packages/c', { '.': [both, 1] }, DEFAULT_RUN],
  ] as const)('is that %s', (_, from, runs, file) => {
    for (const [folder, [of, minute]] of Object.entries(runs)) run(folder, of, minute)
    go(from)
    expect(findRun().file).toBe(file)
  })

  it('is not guessed where several packages below have one', () => {
    for (const folder of ['packages/a', 'packages/b']) run(folder, baselines, 1)
    go('.')
    expect(findRun).toThrow('packages/a, packages/b have one each. Change to one of these folders')
  })
})

it.each([
  ['packages/a', ['@acme/a']],
  ['packages/b', ['b']],
  ['packages', ['@acme/a', 'b']],
  ['packages/c', []],
])('in %s the projects %j are meant', (folder, projects) => {
  go(folder)
  expect(findProjectsHere({ baselines: both }, top)).toEqual(projects)
})

it.each([
  ['by the folder that wrote it', '.', `packages/a/${DEFAULT_RUN}`, baselines, 'packages/a'],
  ['by its baselines, for a copy', 'packages/a', 'first.json', both, '.'],
  ['here, for a copy of a run without folders', 'packages/a', 'first.json', baselines, 'packages/a'],
  [
    'here, for what was downloaded to a folder that is no project',
    'packages/a',
    `dl/${DEFAULT_RUN}`,
    baselines,
    'packages/a',
  ],
])('the root of a named run is found %s', (_, from, file, of, root) => {
  write(join(from, file), '{}')
  go(from)
  expect(findRootOfRun(file, { baselines: of })).toBe(join(top, root))
})

it('the root of a named run is never chosen by the run outside of a repository', () => {
  rmSync(join(top, '.git'), { recursive: true })
  write('packages/a/first.json', '{}')
  go('packages/a')
  expect(findRootOfRun('first.json', { baselines: both })).toBe(join(top, 'packages/a'))
})
