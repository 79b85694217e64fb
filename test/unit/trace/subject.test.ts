import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import type { MatcherContext } from '../../../matchers/matcher.ts'
import { resolveTask, type Subject, readSubject as subjectIn } from '../../../matchers/subject.ts'
import { type Task, taskSchema } from '../../../src/schema/task.ts'
import { TracewrightError } from '../../../src/shared/errors.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { performGold } from '../../support/perform.ts'
import { IN_FAHRENHEIT } from '../../support/task.ts'

const task: Task = taskSchema().parse({
  task_id: 'convert',
  level: 'L1_chain',
  prompt: 'How warm is it in Oslo, in fahrenheit?',
  available_tools: ['get_weather', 'unit_convert'],
  expected_trace: {
    steps: [...IN_FAHRENHEIT],
  },
  world: { seed: 7 },
})

const gold = performGold(task)

const subjectOf = (received: unknown, matcher: string): Subject =>
  subjectIn({ tools: registry } as unknown as MatcherContext, received, matcher)

const asked = (id: string, name: string, args: JsonObject) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})

/** What the right agent says, with or without what the tools answered. */
const messages = (answer: (result: Json | undefined) => Json[]) =>
  gold.calls.flatMap(({ id, tool_name, arguments: args, result }) => [
    asked(id, tool_name, args),
    ...answer(result).map((content) => ({
      role: 'tool',
      tool_call_id: id,
      content: JSON.stringify(content),
    })),
  ])

const whole = messages((result) => [result as Json])
const withoutResults = messages(() => [])

describe('what matchers take', () => {
  it('judges messages as it does the trace', () => {
    expect(gold).toSolve(task)
    expect(whole).toSolve(task)
    expect({ messages: whole }).toRespectDataFlow(task)
    expect(whole.slice(0, 2)).not.toSolve(task)
    expect([]).not.toSolve(task)
  })

  it('makes calls again whose results are missing, in the world of the trace', () => {
    const stored = { task_id: 'convert', messages: withoutResults, seed: 7 }
    expect(stored).toSolve(task)
    expect({ trace: stored, task }).toSolve()
    // In another world it is another temperature that should have flowed.
    expect({ ...stored, seed: 8 }).not.toSolve(task)
  })

  it('says that no result is recorded where the trace names no world, though the task does', () => {
    const bare = gold.calls.map(({ tool_name, arguments: args }) => ({ name: tool_name, args }))
    for (const received of [withoutResults, bare])
      expect(() => expect(received).toSolve(task)).toThrow('no result of its source is recorded')
  })

  it('takes the world from the trace where that names one', () => {
    const { trace } = subjectOf({ task_id: 'convert', messages: withoutResults, seed: 7 }, 'toSolve')
    expect(trace.calls.map(({ result }) => result)).toEqual(gold.calls.map(({ result }) => result))
  })

  it('leaves calls without a simulator as they are', () => {
    const { trace } = subjectOf([{ name: 'no_such_tool', args: {} }], 'toSolve')
    expect(trace.calls[0]).not.toHaveProperty('result')
  })

  it('leaves a recorded trace as it is', () => {
    expect(subjectOf(gold, 'toSolve').trace).toEqual(gold)
    expect(subjectOf({ trace: gold, calls: gold.calls, task }, 'toSolve')).toMatchObject({
      trace: gold,
      task,
    })
  })

  it('names the trace after the task of the run', () => {
    expect(subjectOf({ trace: whole, task }, 'toSolve').trace.task_id).toBe('convert')
  })

  it.each([
    [5, 'unknown shape: a number'],
    [{ foo: 1 }, 'the keys foo'],
    [{ trace: { foo: 1 } }, 'the keys foo'],
    [undefined, 'unknown shape: undefined'],
  ])('refuses %j', (value, says) => {
    const judge = () => subjectOf(value, 'toSolve')
    expect(judge).toThrow(TracewrightError)
    expect(judge).toThrow(`Failed to run toSolve: `)
    expect(judge).toThrow(says)
    expect(judge).toThrow('a run of the `run` fixture')
  })

  it('asks for a task where there is none', () => {
    expect(() => resolveTask(subjectOf(whole, 'toSolve'), undefined, 'toSolve')).toThrow('a task is missing')
  })
})
