import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditSuite } from '../../src/suites/audit/audit-suite.ts'
import { loadSuite } from '../../src/suites/load/load.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { readImported } from '../../src/tools/imported/files.ts'
import { simulatorsOfToolkit } from '../../src/tools/imported/simulate/simulators.ts'
import { registryOf } from '../../src/tools/registry.ts'
import { frameworks, projectOf } from '../support/run-vitest.ts'
import { scriptedModelServer } from '../support/scripted-model-server.ts'

/**
 * What is wrong with an agent, and the cause that has to be named where calls depend on each other. An agent that makes
 * values up is run by scripts/example-frameworks.mjs.
 */
const SABOTAGE: [string, RegExp][] = [
  // What was cancelled first cannot be looked at any more.
  [
    'swaps-tools',
    /^step_\d+ \w+: (?:it was called before what it depends on had ended|every call of it failed \(404: .*\))$/,
  ],
  ['drops-dependency', /^(step_\d+) \w+: it was (?:never called|called fewer times than expected)$/],
]

describe.each([
  ['ai-sdk', 'test/travel-desk.suite.jsonl'],
  ['plain-fetch', 'test/reception.suite.jsonl'],
  ['mcp', 'test/issue-desk.suite.jsonl'],
])('the example of %s', (name, suite) => {
  const tasks = loadSuite(join(frameworks, name, suite)).map(({ task }) => task)
  const dependent = tasks.filter(({ expected_trace: { steps } }) =>
    steps.some(({ depends_on }) => depends_on.length > 0),
  )
  const firstSource = (id: string): string | undefined => {
    const { steps = [] } = tasks.find(({ task_id }) => task_id === id)?.expected_trace ?? {}
    return steps.find(({ step_id }) => steps.some(({ depends_on }) => depends_on.includes(step_id)))?.step_id
  }
  let server: Awaited<ReturnType<typeof scriptedModelServer>>
  beforeAll(async () => {
    server = await scriptedModelServer(join(frameworks, 'plans', `${name}.json`))
  })
  afterAll(() => server.close())

  async function runOf(MODEL: string) {
    const project = projectOf(name, {}, frameworks)
    const outcome = await project.vitest(['run'], { MODEL, OPENAI_BASE_URL: server.url })
    return { outcome, run: project.run(), project }
  }

  it('has a suite over all levels that is valid', async () => {
    expect(new Set(tasks.map(({ level }) => level)).size).toBe(4)
    const toolkit = readImported(join(frameworks, name, 'api.toolkit.json'))
    const report = await auditSuite(
      tasks,
      registryOf([...registry.values(), ...simulatorsOfToolkit(toolkit)]),
    )
    expect(report).toMatchObject({ tasks: tasks.length, valid: tasks.length, findings: [] })
  })

  it('passes the gate of its ledger as it is', async () => {
    const { outcome, run, project } = await runOf('right')
    expect(outcome.exitCode, outcome.stdout + outcome.stderr).toBe(0)
    expect(run).toMatchObject({ verdict: 'reported', counts: { tasks: 15, scored: 15 } })
    expect(run.cases.every(({ score }) => score?.solved)).toBe(true)
    expect(run.gates?.[0]).toMatchObject({ exit: 0, compared: 15, least_broken: 1 })
    const ledger = 'tracewright.ledger.json'
    expect(project.read(ledger)).toBe(readFileSync(join(frameworks, name, ledger), 'utf8'))
  })

  it.each(SABOTAGE)('that %s fails the gate, with the cause', async (model, cause) => {
    const { outcome, run } = await runOf(model)
    expect(outcome.exitCode, outcome.stdout + outcome.stderr).toBe(1)
    const named = run.gates?.[0]?.tasks.filter(({ regressed }) => regressed) ?? []
    expect(new Set(named.map(({ task_id }) => task_id))).toEqual(
      new Set(dependent.map(({ task_id }) => task_id)),
    )
    for (const { task_id, reason } of named) {
      expect(reason, task_id).toMatch(cause)
      // The step that is left out is the first one that another depends on.
      const dropped = cause.exec(reason ?? '')?.[1]
      if (dropped !== undefined) expect(dropped, task_id).toBe(firstSource(task_id))
      expect(outcome.stdout).toContain(`✗ ${task_id}`)
    }
    const lost = run.cases.filter(({ score }) => score?.solved !== true)
    // Of the few ids that exist, the one made up may be the right one in a world.
    expect(lost.length).toBeGreaterThanOrEqual(dependent.length - 1)
  })
})
