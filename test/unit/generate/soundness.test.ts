import { describe, expect, test } from 'vitest'
import type { Step, Task } from '../../../src/schema/task.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { findFlaw } from '../../../src/suites/generate/soundness.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../../src/tools/define-simulator.ts'
import { registryOf } from '../../../src/tools/registry.ts'

/** A task that makes some calls side by side and states their arguments unless told another prompt. */
const taskOf = (calls: [tool: string, args: JsonObject][], answer: Json, prompt?: string): Task => ({
  task_id: 't',
  level: calls.length === 1 ? 'L0_node' : 'L2_parallel',
  prompt: prompt ?? calls.map(([, args]) => `Work on ${JSON.stringify(args)}.`).join(' '),
  available_tools: calls.map(([tool]) => tool),
  expected_trace: {
    steps: calls.map(([tool_name, args], i) => ({
      step_id: `step_${i + 1}`,
      tool_name,
      arguments: args,
      depends_on: [],
    })),
  },
  expected_final_answer: answer,
  world: { seed: 5 },
})
const first = (at: string): JsonObject => ({ $from: 'step_1', at })
const lookup: [string, JsonObject] = ['dns_lookup', { domain: 'a.example' }]

describe('findFlaw', () => {
  test('takes a task whose calls succeed and whose answer is evidence', () => {
    expect(findFlaw(taskOf([lookup], first('/ip_address')), registry)).toBeUndefined()
  })

  test('refuses a call that does not succeed', () => {
    const convert = { value: 1, from_unit: 'km', to_unit: 'kg' }
    expect(findFlaw(taskOf([['unit_convert', convert]], first('/converted_value')), registry)).toMatch(/kg/)
  })

  test('refuses a pointer that leads nowhere', () => {
    expect(findFlaw(taskOf([lookup], first('/owner')), registry)).toBeDefined()
  })

  test('refuses an answer that is missing in another world', () => {
    const dns = registry.get('dns_lookup') as Simulator
    const silent = registryOf([
      {
        ...dns,
        run: (args, world, call) => (world.seed === 9 ? { domain: 'a.example' } : dns.run(args, world, call)),
      },
    ])
    expect(findFlaw(taskOf([lookup], first('/ip_address')), silent)).toBe(
      'in world 9 the answer takes a value that no result has',
    )
  })

  test('refuses an argument that the prompt leaves to be guessed', () => {
    expect(findFlaw(taskOf([lookup], first('/ip_address'), 'Look the domain up.'), registry)).toBeDefined()
  })

  test('refuses an answer that the prompt gives away', () => {
    const answer = first('/converted')
    const calls: [string, JsonObject][] = [
      ['case_convert', { text: 'The quiet harbour at dawn', target_case: 'snake' }],
    ]
    const plain = 'Rewrite "The quiet harbour at dawn" in snake case.'
    expect(findFlaw(taskOf(calls, answer, plain), registry)).toBeUndefined()
    expect(
      findFlaw(taskOf(calls, answer, `${plain} That is the_quiet_harbour_at_dawn.`), registry),
    ).toBeDefined()
  })

  test('refuses a task of which one value for each type earns a part, as where a tool gives it back', () => {
    const searched = (at: string): Task => {
      const steps: [string, JsonObject][] = [
        ['keyword_extract', { text: 'Windmill Sold. Windmill Saved.' }],
        ['web_search', { query: first(at) }],
      ]
      const task = taskOf(
        steps,
        { $from: 'step_2', at: '/results/2/url' },
        'Search "Windmill Sold. Windmill Saved."',
      )
      const [extract, search] = task.expected_trace.steps
      return {
        ...task,
        level: 'L1_chain',
        prompt: `${task.prompt} ANSWER: <web address>`,
        expected_trace: { steps: [extract, { ...search, depends_on: ['step_1'] }] as Step[] },
      }
    }
    expect(findFlaw(searched('/keywords/0'), registry)).toMatch(/guessed values earn/)
    expect(findFlaw(searched('/keywords/1'), registry)).toBeUndefined()
  })

  test('refuses an answer of under ten bits, unless the task may be weak', () => {
    const task = taskOf([['is_business_day', { date: '2030-01-07' }]], first('/is_business_day'))
    expect(findFlaw(task, registry)).toBeDefined()
    expect(findFlaw(task, registry, { mayBeWeak: true })).toBeUndefined()
  })

  test('refuses a selection that two candidates tie for', () => {
    const rate = { from_currency: 'USD', to_currency: 'EUR', amount: 120.5 }
    const scores = [first('/converted_amount'), { $from: 'step_2', at: '/converted_amount' }]
    const pick = { $pick: 'max', of: scores, give: scores }
    const calls = (amount: number): [string, JsonObject][] => [
      ['get_exchange_rate', rate],
      ['get_exchange_rate', { ...rate, amount }],
    ]
    expect(findFlaw(taskOf(calls(240.5), pick), registry)).toBeUndefined()
    expect(findFlaw(taskOf(calls(120.9), pick), registry)).toBeDefined()
  })

  test('refuses a distractor that can stand in for a needed tool, where it is vetted', () => {
    const task: Task = {
      ...taskOf([['send_email', { to: 'ana@a.example', subject: 'Roof', body: 'It is wet.' }]], null),
      available_tools: ['send_email', 'send_message'],
      level: 'L0_node',
    }
    delete task.expected_final_answer
    expect(findFlaw(task, registry)).toBeUndefined()
    expect(findFlaw(task, registry, { vet: true })).toMatch(/send_message can stand in for send_email/)
  })
})
