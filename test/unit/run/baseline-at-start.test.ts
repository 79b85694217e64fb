import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyBaseline, printBaseline } from '../../../src/baseline/store.ts'
import { baselineAtStart } from '../../../src/run/baseline-at-start.ts'
import { gatesWithoutBaseline } from '../../../src/run/gates-without-baseline.ts'
import { type BaselineClaim, unusedBaseline } from '../../../src/run/unused-baselines.ts'
import type { Case } from '../../../src/schema/run.ts'

const options = {
  ...{ baseline: 'tracewright.baseline.json', deterministic: false, suiteReruns: 2 },
  include: ['*.suite.jsonl'],
}
const text = printBaseline(emptyBaseline({ suite: '*.suite.jsonl', agent: 'worker' }))
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'baseline-'))
})
const write = (name: string, content = text): void => writeFileSync(join(root, name), content)

it('asks for nothing where nothing asks for a gate', () => {
  expect(baselineAtStart(root, '', options)).toEqual({ exists: false })
  write('tracewright.baseline.json', 'torn')
  expect(baselineAtStart(root, '', { ...options, mode: 'score' })).toEqual({ exists: true })
})

it('gates a project by the baseline of its name', () => {
  write('tracewright.my-agents.baseline.json')
  expect(baselineAtStart(root, 'my agents', options)).toEqual({
    exists: true,
    gate: {
      file: join(root, 'tracewright.my-agents.baseline.json'),
      suite: '*.suite.jsonl',
      deterministic: false,
      suiteReruns: 2,
    },
  })
})

it.each([
  [
    'missing where the mode needs it',
    '',
    { mode: 'regression' as const },
    undefined,
    /no baseline at tracewright\.baseline\.json/,
  ],
  [
    'under the name of no project',
    'agents',
    {},
    text,
    /its baseline would be tracewright\.agents\.baseline\.json, but the folder holds tracewright\.baseline\.json\. Rename that file/,
  ],
  [
    'under the name of no project, and of other files',
    'agents',
    { include: ['other.suite.jsonl'] },
    text,
    /That file was written for other files than other\.suite\.jsonl\. Copy it to tracewright\.agents\.baseline\.json, and write "suite": "other\.suite\.jsonl" into it, .*baseline update --project agents --prune` removes .*Then delete that file/,
  ],
  ['torn', '', {}, text.slice(0, -9), /it is not JSON, so it was cut short or edited/],
  [
    'of another suite',
    '',
    { include: ['other.suite.jsonl'] },
    text,
    /was written for the files \*\.suite\.jsonl, and the run has the files other\.suite\.jsonl/,
  ],
])('never passes over a baseline that is %s', (_, project, more, content, says) => {
  if (content !== undefined) write('tracewright.baseline.json', content)
  expect(baselineAtStart(root, project, { ...options, ...more }).problem).toMatch(says)
})

it('keeps the records of a project whose files change, by what its message says', () => {
  const split = { ...options, include: ['a/*.suite.ts', 'b.suite.jsonl'] }
  write('tracewright.baseline.json')
  const { problem = '' } = baselineAtStart(root, '', split)
  const [, field = ''] =
    /If you changed `include` on purpose, write ("suite": ".*?") into it,/.exec(problem) ?? []
  write('tracewright.baseline.json', text.replace(/"suite": ".*?"/, field))
  expect(baselineAtStart(root, '', split)).toMatchObject({
    exists: true,
    gate: { suite: split.include.join(' ') },
  })
  expect(baselineAtStart(root, '', split).problem).toBeUndefined()
})

it('never passes over a baseline that is committed and gone, a link that leads nowhere, or a folder', () => {
  const file = join(root, 'tracewright.baseline.json')
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'ignore' })
  git('init')
  write('tracewright.baseline.json')
  git('add', '.')
  rmSync(file)
  expect(baselineAtStart(root, '', options).problem).toMatch(/is in git but not on disk.*git checkout/)
  symlinkSync('nowhere', file)
  expect(baselineAtStart(root, '', options).problem).toMatch(
    /Failed to read the baseline tracewright\.baseline\.json: ENOENT/,
  )
  rmSync(file)
  mkdirSync(file)
  expect(baselineAtStart(root, '', options).problem).toMatch(
    /Failed to read the baseline tracewright\.baseline\.json: EISDIR/,
  )
})

const claim = (project: string, name: string, asksForGate = true): BaselineClaim => ({
  project,
  folder: root,
  file: join(root, name),
  include: ['*.suite.jsonl'],
  asksForGate,
})

it('a baseline that no project of the run reads is never passed over', () => {
  write('tracewright.a.baseline.json')
  write('tracewright.b.baseline.json')
  const both = [claim('a', 'tracewright.a.baseline.json'), claim('b', 'tracewright.b.baseline.json')]
  expect(unusedBaseline(both, root)).toBeUndefined()
  expect(unusedBaseline(both.slice(0, 1), root)).toBe(
    'Failed to gate the run: no project of this run reads the baseline tracewright.b.baseline.json. Delete it, or move it to another folder if another config reads it.',
  )
  const renamed = [claim('a', 'tracewright.a.baseline.json'), claim('c', 'tracewright.c.baseline.json')]
  expect(unusedBaseline(renamed, root)).toContain(
    'and project "c" has none at tracewright.c.baseline.json; did you mean tracewright.b.baseline.json? Move it by `mv tracewright.b.baseline.json tracewright.c.baseline.json`',
  )
})

it('a baseline of other files is never proposed: another config may read it', () => {
  write('desk.baseline.json', printBaseline(emptyBaseline({ suite: 'desk/*.suite.jsonl', agent: 'worker' })))
  expect(unusedBaseline([claim('', 'tracewright.baseline.json')], root)).toBe(
    'Failed to gate the run: no project of this run reads the baseline desk.baseline.json. Delete it, or move it to another folder if another config reads it.',
  )
})

it('a typo in the option `baseline` is met with the name that is there', () => {
  write('tracewright.baseline.json')
  expect(unusedBaseline([claim('', 'tracewrigth.baseline.json')], root)).toMatch(
    /no project of this run reads the baseline tracewright\.baseline\.json, .*did you mean tracewright\.baseline\.json\?/,
  )
})

it('other files of that name, and runs that ask for no gate, are left alone', () => {
  write('accounts.baseline.json', '{"format":"books"}')
  expect(unusedBaseline([claim('', 'tracewright.baseline.json')], root)).toBeUndefined()
  write('old.baseline.json')
  expect(unusedBaseline([claim('', 'tracewright.baseline.json', false)], root)).toBeUndefined()
})

const inPackage = (project: string, folder: string): BaselineClaim => ({
  ...claim(project, join(folder, 'tracewright.baseline.json')),
  folder: join(root, folder),
})

it('a baseline at the root of Vitest is moved to the project that its name has', () => {
  write('tracewright.-acme-b.baseline.json')
  const claims = [inPackage('@acme/a', 'a'), inPackage('@acme/b', 'b')]
  expect(unusedBaseline(claims, root)).toContain(
    '`mv tracewright.-acme-b.baseline.json b/tracewright.baseline.json`',
  )
})

describe('a baseline elsewhere in the repository', () => {
  const KEY = 'a'.repeat(64)
  const TASK = {
    task_id: 't',
    level: 'L0_node' as const,
    successes: 1,
    attempts: 1,
    origin: { runs: ['r'] },
  }
  const item: Case = { suite: 's', line: 1, task_id: 't', level: 'L0_node', outcome: 'scored' }
  const cases = [{ ...item, agent: 'worker', project: '@acme/a', key: KEY }]
  const stray = printBaseline({ ...emptyBaseline({ suite: '*', agent: 'worker' }), tasks: { [KEY]: TASK } })
  const why = (): string | undefined => {
    const claims = [inPackage('@acme/a', 'packages/a'), inPackage('@acme/b', 'packages/b')]
    return gatesWithoutBaseline(claims, cases, root)[0]?.errors[0]
  }
  beforeEach(() => {
    for (const folder of ['packages/a', 'packages/b', 'old one'])
      mkdirSync(join(root, folder), { recursive: true })
    execFileSync('git', ['init'], { cwd: root, stdio: 'ignore' })
    write('old one/x.baseline.json', stray)
  })

  it('is an error with the command that moves it, where it is of the same agent and shares a task', () => {
    expect(why()).toContain(
      'its baseline packages/a/tracewright.baseline.json is missing, and old one/x.baseline.json has its tasks. Move it: `mv "old one/x.baseline.json" packages/a/tracewright.baseline.json`.',
    )
  })

  it('is an error beside a config that only lists projects, though it names the plugin', () => {
    write(
      'old one/vite.config.ts',
      "const tw = tracewright(); export default { test: { projects: ['packages/*'] } }",
    )
    expect(why()).toContain('Move it: `mv "old one/x.baseline.json" packages/a/tracewright.baseline.json`')
  })

  it.each([
    ['is of another agent', () => write('old one/x.baseline.json', stray.replace('"worker"', '"other"'))],
    ['shares no task', () => write('old one/x.baseline.json', stray.replace(KEY, 'b'.repeat(64)))],
    ['is beside another config', () => write('old one/vite.config.ts', 'plugins: [tracewright()]')],
    [
      'is named in another config',
      () => write('packages/vitest.config.ts', 'tracewright({ baseline: "x.baseline.json" })'),
    ],
    ['is ignored by git', () => write('.gitignore', 'old*')],
  ])('is left alone where it %s', (_, act) => {
    act()
    expect(why()).toBeUndefined()
  })
})
