import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyLedger, printLedger } from '../../../src/ledger/store.ts'
import { ledgerAtStart } from '../../../src/run/ledger-at-start.ts'
import { gatesWithoutLedger, type LedgerClaim, unusedLedger } from '../../../src/run/unused-ledgers.ts'
import type { Case } from '../../../src/schema/run.ts'

const options = {
  ...{ ledger: 'tracewright.ledger.json', deterministic: false, reruns: 2 },
  include: ['*.suite.jsonl'],
}
const text = printLedger(emptyLedger({ suite: '*.suite.jsonl', agent: 'worker' }))
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ledger-'))
})
const write = (name: string, content = text): void => writeFileSync(join(root, name), content)

it('asks for nothing where nothing asks for a gate', () => {
  expect(ledgerAtStart(root, '', options)).toEqual({ exists: false })
  write('tracewright.ledger.json', 'torn')
  expect(ledgerAtStart(root, '', { ...options, mode: 'score' })).toEqual({ exists: true })
})

it('gates a project by the ledger of its name', () => {
  write('tracewright.my-agents.ledger.json')
  expect(ledgerAtStart(root, 'my agents', options)).toEqual({
    exists: true,
    gate: {
      file: join(root, 'tracewright.my-agents.ledger.json'),
      suite: '*.suite.jsonl',
      deterministic: false,
      reruns: 2,
    },
  })
})

it.each([
  [
    'missing where the mode needs it',
    '',
    { mode: 'regression' as const },
    undefined,
    /no ledger at tracewright\.ledger\.json/,
  ],
  [
    'under the name of no project',
    'agents',
    {},
    text,
    /its ledger would be tracewright\.agents\.ledger\.json, but the folder holds tracewright\.ledger\.json\. Rename that file/,
  ],
  [
    'under the name of no project, and of other files',
    'agents',
    { include: ['other.suite.jsonl'] },
    text,
    /That file was written for other files than other\.suite\.jsonl\. Move or delete it, .*ledger update --project agents`/,
  ],
  ['torn', '', {}, text.slice(0, -9), /it is not JSON, so it was cut short or edited/],
  [
    'of another suite',
    '',
    { include: ['other.suite.jsonl'] },
    text,
    /was written for the files \*\.suite\.jsonl, and the run has the files other\.suite\.jsonl/,
  ],
])('never passes over a ledger that is %s', (_, project, more, content, says) => {
  if (content !== undefined) write('tracewright.ledger.json', content)
  expect(ledgerAtStart(root, project, { ...options, ...more }).problem).toMatch(says)
})

it('never passes over a ledger that is committed and gone, a link that leads nowhere, or a folder', () => {
  const file = join(root, 'tracewright.ledger.json')
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'ignore' })
  git('init')
  write('tracewright.ledger.json')
  git('add', '.')
  rmSync(file)
  expect(ledgerAtStart(root, '', options).problem).toMatch(/is in git but not on disk.*git checkout/)
  symlinkSync('nowhere', file)
  expect(ledgerAtStart(root, '', options).problem).toMatch(
    /Failed to read the ledger tracewright\.ledger\.json: ENOENT/,
  )
  rmSync(file)
  mkdirSync(file)
  expect(ledgerAtStart(root, '', options).problem).toMatch(
    /Failed to read the ledger tracewright\.ledger\.json: EISDIR/,
  )
})

const claim = (project: string, name: string, asksForGate = true): LedgerClaim => ({
  project,
  folder: root,
  file: join(root, name),
  include: ['*.suite.jsonl'],
  asksForGate,
})

it('a ledger that no project of the run reads is never passed over', () => {
  write('tracewright.a.ledger.json')
  write('tracewright.b.ledger.json')
  const both = [claim('a', 'tracewright.a.ledger.json'), claim('b', 'tracewright.b.ledger.json')]
  expect(unusedLedger(both, root)).toBeUndefined()
  expect(unusedLedger(both.slice(0, 1), root)).toBe(
    'Failed to gate the run: no project of this run reads the ledger tracewright.b.ledger.json. Delete it, or move it to another folder if another config reads it.',
  )
  const renamed = [claim('a', 'tracewright.a.ledger.json'), claim('c', 'tracewright.c.ledger.json')]
  expect(unusedLedger(renamed, root)).toContain(
    'and project "c" has none at tracewright.c.ledger.json; did you mean tracewright.b.ledger.json? Move it by `mv tracewright.b.ledger.json tracewright.c.ledger.json`',
  )
})

it('a ledger of other files is never proposed: another config may read it', () => {
  write('desk.ledger.json', printLedger(emptyLedger({ suite: 'desk/*.suite.jsonl', agent: 'worker' })))
  expect(unusedLedger([claim('', 'tracewright.ledger.json')], root)).toBe(
    'Failed to gate the run: no project of this run reads the ledger desk.ledger.json. Delete it, or move it to another folder if another config reads it.',
  )
})

it('a typo in the option `ledger` is met with the name that is there', () => {
  write('tracewright.ledger.json')
  expect(unusedLedger([claim('', 'tracewrigth.ledger.json')], root)).toMatch(
    /no project of this run reads the ledger tracewright\.ledger\.json, .*did you mean tracewright\.ledger\.json\?/,
  )
})

it('other files of that name, and runs that ask for no gate, are left alone', () => {
  write('accounts.ledger.json', '{"format":"books"}')
  expect(unusedLedger([claim('', 'tracewright.ledger.json')], root)).toBeUndefined()
  write('old.ledger.json')
  expect(unusedLedger([claim('', 'tracewright.ledger.json', false)], root)).toBeUndefined()
})

const inPackage = (project: string, folder: string): LedgerClaim => ({
  ...claim(project, join(folder, 'tracewright.ledger.json')),
  folder: join(root, folder),
})

it('a ledger at the root of Vitest is moved to the project that its name has', () => {
  write('tracewright.-acme-b.ledger.json')
  const claims = [inPackage('@acme/a', 'a'), inPackage('@acme/b', 'b')]
  expect(unusedLedger(claims, root)).toContain(
    '`mv tracewright.-acme-b.ledger.json b/tracewright.ledger.json`',
  )
})

describe('a ledger elsewhere in the repository', () => {
  const KEY = 'a'.repeat(64)
  const TASK = {
    task_id: 't',
    level: 'L0_node' as const,
    successes: 1,
    attempts: 1,
    provenance: { runs: ['r'] },
  }
  const item: Case = { suite: 's', line: 1, task_id: 't', level: 'L0_node', outcome: 'scored' }
  const cases = [{ ...item, agent: 'worker', project: '@acme/a', key: KEY }]
  const stray = printLedger({ ...emptyLedger({ suite: '*', agent: 'worker' }), tasks: { [KEY]: TASK } })
  const why = (): string | undefined => {
    const claims = [inPackage('@acme/a', 'packages/a'), inPackage('@acme/b', 'packages/b')]
    return gatesWithoutLedger(claims, cases, root)[0]?.errors[0]
  }
  beforeEach(() => {
    for (const folder of ['packages/a', 'packages/b', 'old one'])
      mkdirSync(join(root, folder), { recursive: true })
    execFileSync('git', ['init'], { cwd: root, stdio: 'ignore' })
    write('old one/x.ledger.json', stray)
  })

  it('is an error with the command that moves it, where it is of the same agent and shares a task', () => {
    expect(why()).toContain(
      'its ledger packages/a/tracewright.ledger.json is missing, and old one/x.ledger.json has its tasks. Move it: `mv "old one/x.ledger.json" packages/a/tracewright.ledger.json`.',
    )
  })

  it('is an error beside a config that only lists projects, though it names the plugin', () => {
    write(
      'old one/vite.config.ts',
      "const tw = tracewright(); export default { test: { projects: ['packages/*'] } }",
    )
    expect(why()).toContain('Move it: `mv "old one/x.ledger.json" packages/a/tracewright.ledger.json`')
  })

  it.each([
    ['is of another agent', () => write('old one/x.ledger.json', stray.replace('"worker"', '"other"'))],
    ['shares no task', () => write('old one/x.ledger.json', stray.replace(KEY, 'b'.repeat(64)))],
    ['is beside another config', () => write('old one/vite.config.ts', 'plugins: [tracewright()]')],
    [
      'is named in another config',
      () => write('packages/vitest.config.ts', 'tracewright({ ledger: "x.ledger.json" })'),
    ],
    ['is ignored by git', () => write('.gitignore', 'old*')],
  ])('is left alone where it %s', (_, act) => {
    act()
    expect(why()).toBeUndefined()
  })
})
