import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCliHere } from '../support/cli-runs.ts'
import { createProject } from '../support/run-vitest.ts'

const [FILE, OLD_FILE] = ['tracewright.baseline.json', 'tracewright.ledger.json']
const AGENT = `export { oracle as default } from 'tracewright/calibration'`

it('the old option, command and file work with a warning, and both files are an error', {
  timeout: 300_000,
}, async () => {
  const project = createProject('basic', { 'agent.ts': AGENT })
  await project.exits(0)
  const update = await runCliHere(['ledger', 'update', '--ledger', OLD_FILE], project.dir)
  expect([update.status, update.stderr]).toEqual([
    0,
    expect.stringContaining('Run `tracewright baseline update`.'),
  ])
  const old = project.read(OLD_FILE)
  project.write(
    OLD_FILE,
    old.replace('tracewright/baseline@1', 'tracewright/ledger@1').replaceAll('"origin"', '"provenance"'),
  )

  const moves = `Move it: \`git mv ${OLD_FILE} ${FILE}\``
  const { stderr } = await project.exits(0, ['run'], { OPTIONS: JSON.stringify({ ledger: OLD_FILE }) })
  expect(stderr).toContain(`tracewright: the option \`ledger\` has the new name \`baseline\``)
  expect(stderr).toContain(moves)
  expect(project.run()).toMatchObject({ mode: 'regression', baselines: { '': OLD_FILE } })
  const check = await runCliHere(['baseline', 'check'], project.dir)
  expect([check.status, check.stderr]).toEqual([0, expect.stringContaining(moves)])

  project.write(FILE, old)
  const both = `both ${FILE} and ${OLD_FILE} exist`
  expect((await project.exits(2)).stderr).toContain(both)
  expect(await runCliHere(['baseline', 'show'], project.dir)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(both),
  })

  renameSync(join(project.dir, OLD_FILE), join(project.dir, FILE))
  const moved = await project.exits(0)
  expect(moved.stderr).not.toContain('old name')
  expect(project.run()).toMatchObject({ mode: 'regression', baselines: { '': FILE } })

  const audit = await runCliHere(['audit', 'tasks.suite.jsonl', '--rules', 'lineage', '--json'], project.dir)
  expect(audit.stderr).toContain('the rule `lineage` has the new name `provenance`')
  expect(JSON.parse(audit.stdout).rules).toHaveProperty('provenance')
})
