import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../support/cli-runs.ts'
import { createProject } from '../support/run-vitest.ts'
import { SHOP, SHOP_ANSWERS, SHOP_SUBJECTS } from '../support/shop/model.ts'

const MODEL = resolve(import.meta.dirname, 'projects/synth/shop-model.mjs')
const dir = mkdtempSync(join(tmpdir(), 'tracewright-pipeline-'))
const at = (name: string): string => join(dir, name)
const env = { SHOP_ANSWERS: at('answers.json') }

function run(...args: string[]) {
  const { status, stdout, stderr } = runCli([...args, '--json'], dir, { ...env, CALL_LOG: at('calls.log') })
  return { status, stderr, report: stdout === '' ? {} : JSON.parse(stdout) }
}

const generate = (stage: string, from: string, to: string, ...more: string[]) =>
  run('synth', 'generate', stage, '--in', at(from), '--out', at(to), '--model', MODEL, ...more)

const TASKS = [
  ...['synth', 'tasks', '--tools', at('kept.jsonl'), '--plans', at('tools.plans.jsonl')],
  ...['--out', at('shop'), '--model', JSON.stringify({ model: MODEL, concurrency: 1 })],
]

beforeAll(() => {
  writeFileSync(at('answers.json'), JSON.stringify({ answers: SHOP_ANSWERS, subjects: SHOP_SUBJECTS }))
  writeFileSync(at('themes.jsonl'), `${JSON.stringify({ theme: SHOP.theme })}\n`)
  const one = ['--count', '1']
  expect(generate('fields', 'themes.jsonl', 'fields.jsonl', ...one).status).toBe(0)
  expect(generate('subdomains', 'fields.jsonl', 'subdomains.jsonl', ...one).status).toBe(0)
  expect(generate('tasks', 'subdomains.jsonl', 'tasks.jsonl', ...one).status).toBe(0)
  expect(generate('tools', 'tasks.jsonl', 'tools.jsonl').status).toBe(0)
  const dedupe = ['synth', 'dedupe', '--tools', at('tools.jsonl'), '--out', at('kept.jsonl')]
  expect(run(...dedupe)).toMatchObject({ status: 0, report: { dropped: [] } })
  expect(run(...TASKS)).toMatchObject({ status: 0, report: { failed: [] } })
})

describe('from one field to a suite that runs in Vitest', () => {
  it('passes the audit of the command line by every rule', () => {
    const { status, report } = run('audit', at('shop.suite.jsonl'), '--simulators', at('shop.toolkit.json'))
    expect(report.findings).toEqual([])
    expect(report).toMatchObject({ tasks: 6, valid: 6 })
    expect(status).toBe(0)
  })

  it.each([
    ['oracle', 0, 6],
    ['idle', 1, 0],
  ])('runs in Vitest: %s', async (agent, exitCode, solved) => {
    const project = createProject('shop')
    for (const file of ['shop.suite.jsonl', 'shop.toolkit.json'])
      copyFileSync(at(file), join(project.dir, file))
    const outcome = await project.vitest(['run'], { AGENT: agent })
    expect(outcome.exitCode, outcome.stdout + outcome.stderr).toBe(exitCode)
    const { cases } = project.run()
    expect(cases).toHaveLength(6)
    expect(cases.filter((one) => one.score?.solved === true)).toHaveLength(solved)
  })

  it('gives every task of the environment a case, those that cannot be done among them', async () => {
    const project = createProject('shop', {
      'shop.test.ts': `
        import { environmentCases } from 'tracewright/environment'
        environmentCases('shop.tasks.jsonl', { name: 'refuser', run: async () => 'INFEASIBLE: there is no way.' })`,
      // Mode `strict` asks for a suite, and this project has none.
      'vitest.config.ts': `
        import { tracewright } from 'tracewright/plugin'
        export default { plugins: [tracewright({ agent: './agent.ts', simulators: ['./shop.toolkit.json'] })] }`,
    })
    for (const file of ['shop.tasks.jsonl', 'shop.toolkit.json'])
      copyFileSync(at(file), join(project.dir, file))
    const { stdout, stderr } = await project.exits(1, ['run'])
    expect(stdout, stderr).toMatch(/Tests {2}6 failed \| 6 passed/)
    expect(stderr).toMatch(/shop\.tasks\.jsonl:1: .*\n+\S*simple-1-valid-1 was not solved/)
  })

  it('says with exit code 2 what is wrong with the input', () => {
    const none = run('synth', 'tasks', '--tools', at('none.jsonl'), ...TASKS.slice(4))
    expect(none.status).toBe(2)
    expect(none.stderr).toContain('none.jsonl')
  })
})
