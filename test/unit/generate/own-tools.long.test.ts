import { describe, expect, test } from 'vitest'
import { listSources } from '../../../src/schema/binding.ts'
import type { Task } from '../../../src/schema/task.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import { importToolkit } from '../../support/imported.ts'
import { generateDecidingTasks, generateTasks } from '../../support/suites.ts'

describe('requests over the ferry', async () => {
  const toolkit = await importToolkit('test/fixtures/ferry.openapi.yaml')
  const counts = { L0_node: 20, L2_parallel: 20, L3_dag: 12 }
  const tasks = generateTasks(2, counts, { tools: toolsOf(toolkit) })

  test('remove something at most once in ten', () => {
    const removals = new Set(toolkit.tools.filter(({ kind }) => kind === 'delete').map(({ name }) => name))
    expect(removals.size).toBeGreaterThan(0)
    for (const [level, count] of Object.entries(counts)) {
      const removing = tasks.filter(
        (task) =>
          task.level === level && task.expected_trace.steps.some(({ tool_name }) => removals.has(tool_name)),
      )
      expect(removing.length, level).toBeLessThanOrEqual(count / 10)
    }
  })

  test('name in the answer line what the request asks for, things in between included', () => {
    const related = tasks.filter(({ prompt }) => / of the [a-z ]+ of (?!.* then ).* and /.test(prompt))
    expect(related.length).toBeGreaterThan(2)
    for (const { prompt } of related) {
      const [, values = ''] = prompt.split('ANSWER:')
      const placeholders = values.match(/<[^>]*>/g) ?? []
      expect(placeholders.length, prompt).toBeGreaterThan(1)
      for (const placeholder of placeholders) expect(placeholder).toMatch(/ of the [a-z ]+ of /)
    }
  })
})

describe('composed tasks over a toolkit', async () => {
  const toolkit = await importToolkit('test/fixtures/clinic.openapi.yaml')
  const counts = { L1_chain: 14, L2_parallel: 10, L3_dag: 10 }
  const tasks = generateTasks(5, counts, { tools: toolsOf(toolkit) })
  const found = await generateDecidingTasks({ seed: 5, count: 30, tools: toolsOf(toolkit) })
  const toolsIn = (task: Task): string[] => task.expected_trace.steps.map((step) => step.tool_name)

  const writes = toolkit.tools.filter(({ effect }) => effect !== 'read').map(({ name }) => name)

  test('end in no tool more often than in a quarter', () => {
    const endings = tasks.map((task) => toolsIn(task).at(-1))
    for (const tool of new Set(endings)) {
      expect(endings.filter((one) => one === tool).length, tool).toBeLessThanOrEqual(tasks.length / 4)
    }
  })

  test('reach every tool that writes', () => {
    const reached = new Set(tasks.flatMap(toolsIn))
    expect(writes.filter((name) => !reached.has(name))).toEqual([])
  })

  test('undo nothing that was just made', () => {
    for (const task of tasks) {
      const { steps } = task.expected_trace
      const makers = steps.filter(({ arguments: args, tool_name }) => {
        const sources = listSources(args).map(({ $from }) => steps.find(({ step_id }) => step_id === $from))
        const isMade = sources.some((one) => writes.includes(one?.tool_name ?? ''))
        return isMade && toolkit.tools.find(({ name }) => name === tool_name)?.kind !== 'create'
      })
      expect(makers, task.prompt).toEqual([])
    }
  })

  test('name what a list finds, and want no first of what has no order', () => {
    const named = found.filter(({ text }) => text.includes('.filter('))
    expect(named.length).toBeGreaterThan(4)
    for (const { prompt, text } of named)
      for (const [, name = ''] of text.matchAll(/\.filter\(\(\{ \w+ \}\) => \w+ === '([^']+)'\)/g))
        expect(prompt).toContain(name)
    for (const { prompt } of [...tasks, ...found]) expect(prompt).not.toMatch(/\bthe first\b/)
    expect(JSON.stringify(tasks)).not.toContain('$find')
  })

  test('that decide come from each family', () => {
    const families = new Set(found.map(({ pattern }) => pattern))
    expect(families).toEqual(new Set(['find', 'conditional', 'for-each', 'long-work', 'conversation']))
  })

  test('that decide act under a condition, wait for a later message, and go through a list', () => {
    const textsOf = (family: string) =>
      found.filter(({ pattern }) => pattern === family).map(({ text }) => text)
    for (const text of textsOf('conditional'))
      expect(text).toMatch(/\n {2}if \(.+ [<>] .+\) (?:\{\n {4})?await /)
    for (const text of textsOf('conversation'))
      expect(text).toMatch(/await turn\(2\)\n(?: {2}const .+\n)? {2}if \(/)
    for (const text of textsOf('long-work')) expect(text).toMatch(/for \(const \w+ of matching\) \{\n/)
    for (const text of textsOf('for-each')) expect(text).toMatch(/\.filter\(\(\{ \w+ \}\) => .+ [<>] /)
  })

  test('that decide share no trace, and write where another branch does not', () => {
    const traces = found.map(({ expected_trace }) => JSON.stringify(expected_trace.steps))
    expect(new Set(traces).size).toBe(found.length)
    const ends = found.filter(({ text }) => text.includes('await cancelAppointment('))
    expect(ends.map(({ pattern }) => pattern)).toContain('conditional')
  })

  test('compare one field of several things', () => {
    const compared = tasks.filter(
      ({ level, expected_trace: { steps } }) =>
        level === 'L2_parallel' && steps.every(({ tool_name }) => tool_name === steps[0]?.tool_name),
    )
    const pointers = compared.flatMap(({ expected_final_answer = null }) => [
      new Set(listSources(expected_final_answer).map(({ at }) => at)).size,
    ])
    expect(pointers.some((count) => count === 1)).toBe(true)
    expect(pointers.filter((count) => count > 1)).toEqual([])
  })

  test('write remarks that speak of the thing', () => {
    const messages = tasks.flatMap(({ prompt, expected_trace: { steps } }) =>
      steps.filter(({ tool_name }) => tool_name === 'sendMessage').map((step) => ({ prompt, step })),
    )
    expect(messages.length).toBeGreaterThan(0)
    for (const { prompt, step } of messages) {
      expect(step.arguments.text).toMatch(/^Message for .*patient.*, please check$/)
      expect(prompt).toContain(`"${step.arguments.text}"`)
    }
  })
})

describe('over things that can be removed', async () => {
  const toolkit = await importToolkit('test/fixtures/ferry.openapi.yaml')
  const removals = toolkit.tools.filter(({ kind }) => kind === 'delete').map(({ name }) => name)
  const tasks = await generateDecidingTasks({ seed: 2, count: 30, tools: toolsOf(toolkit), vet: false })

  test('at most one function in ten removes something', () => {
    const removing = tasks.filter(({ text }) => removals.some((name) => text.includes(`await ${name}(`)))
    expect(tasks.length).toBeGreaterThan(20)
    expect(removing.length).toBeGreaterThan(0)
    expect(removing.length).toBeLessThanOrEqual(tasks.length / 10)
  })
})
