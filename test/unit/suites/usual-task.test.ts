import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bindingSchemas, readBindingKey } from '../../../src/schema/binding.ts'
import { taskSchema } from '../../../src/schema/task.ts'
import { isUsualBinding } from '../../../src/schema/usual-forms.ts'
import { isObject, type Json, type JsonObject } from '../../../src/shared/json.ts'
import { readUsualTask } from '../../../src/suites/load/usual-task.ts'

const readRows = (name: string): JsonObject[] =>
  readFileSync(new URL(`../../../example-project/suites/${name}.suite.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)

const ROWS = ['l0-node', 'l1-chain', 'l2-parallel', 'l3-dag'].flatMap(readRows)

/** A task with every field that the readers know, in the order of the schema. */
const FULL: JsonObject = {
  task_id: 'all',
  level: 'L1_chain',
  prompt: 'p',
  available_tools: ['a', 'b'],
  expected_trace: {
    steps: [
      { step_id: 's', tool_name: 'a', arguments: { x: 1 }, depends_on: [], output_key: null },
      { step_id: 't', tool_name: 'b', arguments: {}, depends_on: ['s'], order: false, after_turn: 2 },
    ],
    final_answer_source: null,
    expected_final_answer: [true, { a: null }],
  },
  expected_final_answer: { $from: 's', at: '/x' },
  num_steps: 2,
  num_tools_offered: -1,
  category: '',
  pattern: 'p',
  world: { seed: 0, fixed: true },
  alternatives: [{ steps: [] }],
  never: ['c'],
}

const BINDINGS: JsonObject[] = [
  { $from: 's', at: '' },
  {
    $from: 's',
    at: '/x',
    via: ['json', { round: 2 }, { scale: 0.1 }, { add: -1 }, { cut: 1 }, { join: '' }],
    digits: 3,
  },
  { $from: 's', at: '/x', via: [{ split: ',', take: -1 }, 'text'] },
  { $calc: 'sum', of: [1, 2], round: 0, digits: 15 },
  { $pick: 'max', of: [1, 2], give: ['a', 'b'] },
  { $text: ['a', { $from: 's', at: '' }] },
  { $template: ['a\n', { gap: 'b', is: 1 }], around: true },
  { $oneOf: [1] },
  { $unordered: [] },
  { $any: true },
  { $literal: { $from: 1 } },
  { $optional: null },
]

const REPLACEMENTS: (Json | undefined)[] = [
  ...[undefined, null, true, false, 0, -0, -1, 1, 15, 16, 1.5, 1e16, Number.POSITIVE_INFINITY],
  ...['', 'x', '/', '<b>', 'a\nb', 'L0_node', 'json', 'max', 'count', [], [1], ['x'], {}, { x: 1 }],
  ...[{ gap: 'x', is: 1 }, { $from: 's', at: '' }, [Number.NaN]],
]

/** A value with one of its parts replaced, left out or added, each in turn. */
function* mutate(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    const place = (part: Json | undefined): Json =>
      Array.isArray(value)
        ? value.with(Number(key), part as Json)
        : ({ ...value, [key]: part } as unknown as Json)
    for (const part of [...REPLACEMENTS, ...mutate(item)]) yield place(part)
    if (!Array.isArray(value)) {
      const { [key]: _, ...rest } = value
      yield rest
    }
  }
  if (!Array.isArray(value)) yield { ...value, more: 1 }
  if (Array.isArray(value)) yield [...value, ...value]
}

describe('the usual form of a task', () => {
  it('is what the schema returns, for every row of a generated suite', () => {
    expect(ROWS.length).toBeGreaterThan(100)
    for (const row of [...ROWS, FULL])
      expect(JSON.stringify(readUsualTask(row))).toBe(JSON.stringify(taskSchema().parse(row)))
  })

  it('is never one that the schema rejects or changes', () => {
    let usual = 0
    for (const row of [FULL, ROWS[0], ROWS.at(-1)].flatMap((one) => [...mutate(one as Json)])) {
      const task = isObject(row) ? readUsualTask(row) : undefined
      if (task === undefined) continue
      usual++
      const parsed = taskSchema().safeParse(row)
      expect(parsed.success, JSON.stringify(row)).toBe(true)
      expect(JSON.stringify(task)).toBe(JSON.stringify(parsed.data))
    }
    expect(usual).toBeGreaterThan(100)
  })
})

it('a usual binding is one that its schema takes, and each kind has one', () => {
  const kinds = new Set<string>()
  for (const binding of BINDINGS) {
    const key = readBindingKey(binding)
    if (key === undefined) throw new Error('no binding')
    kinds.add(key)
    expect(isUsualBinding(key, binding), JSON.stringify(binding)).toBe(true)
    for (const changed of [binding, ...mutate(binding)] as JsonObject[])
      if (Object.hasOwn(changed, key) && isUsualBinding(key, changed))
        expect(bindingSchemas()[key].safeParse(changed).success, JSON.stringify(changed)).toBe(true)
  }
  expect([...kinds].sort()).toEqual(Object.keys(bindingSchemas()).sort())
})
