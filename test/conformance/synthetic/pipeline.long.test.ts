import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { readJsonl } from '../../../src/shared/jsonl-file.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { RULES } from '../../../src/suites/audit/rule.ts'
import { idle } from '../../../src/suites/calibration/adversaries.ts'
import { oracle } from '../../../src/suites/calibration/oracle.ts'
import { readSuite } from '../../../src/suites/load/load.ts'
import { generate } from '../../../src/synthetic/generate/generate.ts'
import { outlineSchema } from '../../../src/synthetic/generate/outline.ts'
import { simulatorsOf } from '../../../src/synthetic/simulate/simulators.ts'
import { readState } from '../../../src/synthetic/simulate/state.ts'
import { environmentTaskSchema } from '../../../src/synthetic/tasks/environment-task.ts'
import { makeTasks } from '../../../src/synthetic/tasks/make-tasks.ts'
import { readToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { registry as shipped } from '../../../src/tools/builtin/registry.ts'
import { findIds } from '../../../src/tools/imported/store/exchange.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { World } from '../../../src/tools/world/world.ts'
import { perform } from '../../support/in-world.ts'
import { SHOP_DRAFTS } from '../../support/shop/answers.ts'
import { createShopModel, SHOP } from '../../support/shop/model.ts'

const dir = mkdtempSync(join(tmpdir(), 'tracewright-tasks-'))
const at = (name: string): string => join(dir, name)

const STAGES = [
  ['fields', 'themes.jsonl', 'fields.jsonl'],
  ['subdomains', 'fields.jsonl', 'subdomains.jsonl'],
  ['tasks', 'subdomains.jsonl', 'tasks.jsonl'],
  ['tools', 'tasks.jsonl', 'tools.jsonl'],
] as const

type Model = ReturnType<typeof createShopModel>

async function makeTools(model: Model): Promise<void> {
  writeFileSync(at('themes.jsonl'), `${JSON.stringify({ theme: SHOP.theme })}\n`)
  for (const [stage, from, to] of STAGES) {
    const files = { in: at(from), out: at(to), cache: at(`${stage}.answers`), plans: at('plans.jsonl') }
    const count = stage === 'tools' ? {} : { count: 1 }
    const report = await generate(stage, { model, ...files, ...count })
    expect(report).toMatchObject({ failed: [], stopped: null })
  }
}

const make = (out: string, model: Model, more: Partial<Parameters<typeof makeTasks>[0]> = {}) =>
  makeTasks({ model, tools: at('tools.jsonl'), plans: at('plans.jsonl'), out: at(out), ...more })

const suiteOf = async (out: string) => (await readSuite(at(`${out}.suite.jsonl`))).map(({ task }) => task)

const filesOf = (out: string) =>
  ['toolkit.json', 'suite.jsonl', 'tasks.jsonl'].map((ending) => readFileSync(at(`${out}.${ending}`), 'utf8'))

const model = createShopModel()
let report: Awaited<ReturnType<typeof make>>

beforeAll(async () => {
  await makeTools(model)
  model.asked.length = 0
  report = await make('shop', model)
}, 300_000)

describe('tasks of synthetic tools, from a field to a suite', () => {
  it('asks once for the state, once a tool and plan and once about each prompt, and proves every task', () => {
    expect(report).toMatchObject({ items: 12, done: 12, failed: [], stopped: null, calls: 18, retries: 0 })
    expect(report.sets).toHaveLength(1)
    expect(report.sets[0]).toMatchObject({
      valid: { simple: 2, medium: 2, complex: 2 },
      invalid: { simple: 2, medium: 2, complex: 2 },
      dropped: {},
      empty: [],
    })
  })

  it('writes a suite that an audit accepts by every rule, the oracle solves and doing nothing does not', async () => {
    const toolkit = readToolkit(at('shop.toolkit.json'))
    const registry = registryOf([...shipped.values(), ...simulatorsOf(toolkit)])
    const tasks = await suiteOf('shop')
    expect(tasks).toHaveLength(6)
    const { findings, rules } = await auditSuite(tasks, registry)
    expect(findings).toEqual([])
    expect(Object.keys(rules)).toHaveLength(RULES.length)
    for (const task of tasks) {
      const solved = scoreTrace(task, await perform(oracle, task, registry), registry)
      expect(solved, task.task_id).toMatchObject({ solved: true, score: 1 })
      const nothing = scoreTrace(task, await perform(idle, task, registry), registry)
      expect(nothing, task.task_id).toMatchObject({ solved: false, score: 0 })
    }
  })

  it('offers more tools than needed, none of them without a simulator', async () => {
    const names = new Set(simulatorsOf(readToolkit(at('shop.toolkit.json'))).map(({ name }) => name))
    for (const { available_tools, expected_trace } of await suiteOf('shop')) {
      expect(available_tools.every((name) => names.has(name))).toBe(true)
      expect(available_tools.length).toBeGreaterThan(
        new Set(expected_trace.steps.map((s) => s.tool_name)).size,
      )
    }
  })

  it('keeps in every world only the ids that tasks name', async () => {
    const toolkit = readToolkit(at('shop.toolkit.json'))
    const told = readFileSync(at('shop.tasks.jsonl'), 'utf8')
    expect(toolkit.spoken).toContain('ELC-58391')
    expect(toolkit.spoken?.filter((id) => !told.includes(id))).toEqual([])
    const stayIn = (own: typeof toolkit) => findIds(own.state, JSON.stringify(readState(new World(4), own)))
    const named = `${told} ${JSON.stringify(toolkit.known)}`
    expect(stayIn(toolkit).filter((id) => !named.includes(id))).toEqual([])
    const { spoken: _, ...unsaid } = toolkit
    expect(stayIn(unsaid).filter((id) => !named.includes(id))).not.toEqual([])
  })

  it('says of every invalid task why it cannot be done, with the call that is refused', () => {
    const invalid = readJsonl(at('shop.tasks.jsonl'), environmentTaskSchema()).flatMap((task) =>
      task.valid ? [] : [task],
    )
    expect(invalid.map(({ infeasible }) => [infeasible.because, infeasible.tool])).toEqual([
      ['refused', 'Get_Customer'],
      ['no_tool', 'Print_Warranty_Certificate'],
      ['refused', 'Get_Bicycle'],
      ['no_tool', 'Get_Customer'],
      ['refused', 'Reserve_Part'],
      ['no_tool', 'Reserve_Part'],
    ])
    for (const { infeasible, task } of invalid)
      if (infeasible.because === 'no_tool') expect(task.available_tools).not.toContain(infeasible.tool)
    expect(invalid[4]?.infeasible).toMatchObject({ args: { part_number: 'ELC-58391', quantity: 15 } })
  })

  it('resumes after it was stopped anywhere, asks nothing twice and writes the same files', async () => {
    const [whole = ''] = readFileSync(at('plans.jsonl'), 'utf8').split('\n')
    const outline = outlineSchema.parse(JSON.parse(whole))
    const plans = at('one-plan.jsonl')
    writeFileSync(plans, `${JSON.stringify({ ...outline, plans: outline.plans.slice(0, 1) })}\n`)
    await make('once', createShopModel(), { plans })
    for (const calls of [0, 1, 5, 9]) {
      const out = `stopped-${calls}`
      const first = createShopModel()
      const stopped = await make(out, first, { plans, maxCalls: calls, concurrency: 2 })
      expect(stopped.stopped).toContain(`${calls} calls`)
      expect(stopped.sets).toEqual([])
      const second = createShopModel()
      expect(await make(out, second, { plans })).toMatchObject({ done: 10, calls: 12 - calls, stopped: null })
      const questions = [...first.asked, ...second.asked].map(({ name, prompt }) => `${name} ${prompt}`)
      expect(questions).toHaveLength(12)
      expect(new Set(questions).size).toBe(12)
      expect(filesOf(out)).toEqual(filesOf('once'))
    }
    const silent = createShopModel()
    const cache = at('once.answers.jsonl')
    const again = await make('replayed', silent, { plans, cache, maxCalls: 0 })
    expect(again).toMatchObject({ done: 10, calls: 0, replayed: 12 })
    expect(silent.asked).toEqual([])
    expect(filesOf('replayed')).toEqual(filesOf('once'))
  }, 300_000)

  it('sends back what cannot be proved, names why, and drops it by reason where that does not help', async () => {
    const [simple = ''] = Object.keys(SHOP_DRAFTS)
    const stubborn = createShopModel((said, { name }) => {
      if (name !== 'drafts') return said.value
      const drafts = structuredClone(SHOP_DRAFTS[simple])
      const [first] = drafts?.valid ?? []
      if (first !== undefined) first.prompt = 'Look up the customer who called this morning.'
      return drafts
    })
    const { sets, notes, retries } = await make('stubborn', stubborn, {
      plans: at('one-plan.jsonl'),
      attempts: 2,
    })
    expect(retries).toBe(1)
    expect(sets[0]).toMatchObject({
      valid: { simple: 1 },
      invalid: { simple: 2 },
      dropped: { 'audit:provenance': 1 },
    })
    expect(notes.join()).toContain('dropped (audit:provenance)')
    const retry = stubborn.asked.filter(({ name }) => name === 'drafts').at(-1)
    expect(retry?.prompt).toContain('which the prompt does not state and no step returns')
  }, 120_000)

  it('sends back a task whose prompt does not ask for a call, as the judge says', async () => {
    const strict = createShopModel((said, { name, prompt }) => {
      if (name !== 'request_verdict') return said.value
      const { calls } = said.value as { calls: object[] }
      return {
        calls: calls.map((one) => ({
          ...one,
          is_asked: prompt.includes('"id":"x"'),
          reason: 'Nobody wants it.',
        })),
      }
    })
    const plans = at('one-plan.jsonl')
    const { sets } = await make('strict', strict, { plans, attempts: 2 })
    expect(sets[0]).toMatchObject({
      valid: { simple: 0 },
      dropped: { 'audit:asked': 2 },
    })
    const retry = strict.asked.filter(({ name }) => name === 'drafts').at(-1)
    expect(retry?.prompt).toMatch(/the prompt does not ask for \w+: Nobody wants it\./)
  })

  it('keeps a task on which the judge has no usable verdict, and says so', async () => {
    const mute = createShopModel((said, { name }) =>
      name === 'request_verdict' ? { calls: [] } : said.value,
    )
    const { sets, notes } = await make('mute', mute, { plans: at('one-plan.jsonl') })
    expect(sets[0]).toMatchObject({ valid: { simple: 2 } })
    expect(notes.join()).toContain('the judge gave no usable verdict')
  })

  it('writes no file and names the plan where nothing can be proved', async () => {
    const idle = createShopModel((said, { name }) =>
      name === 'drafts' ? { valid: [], invalid: [] } : said.value,
    )
    const { sets, failed } = await make('empty', idle, { plans: at('one-plan.jsonl'), attempts: 1 })
    expect(failed).toHaveLength(1)
    expect(sets[0]).toMatchObject({ files: null, valid: { simple: 0 } })
    expect(sets[0]?.empty).toHaveLength(1)
    expect(existsSync(at('empty.suite.jsonl'))).toBe(false)
  })
})
