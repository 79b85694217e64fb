import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { LEVELS, type Task } from '../../src/schema/task.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { isObject, type Json, type JsonObject } from '../../src/shared/json.ts'
import { listFloatPointers, loadJson } from '../../src/shared/python/json-reader.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { executeTool } from '../../src/tools/execute.ts'
import { World } from '../../src/tools/world/world.ts'
import { Performer, performGold } from '../support/perform.ts'
import { describeWithShared, readSharedLines } from '../support/shared-data.ts'
import { loadPublishedTasks } from '../support/suites.ts'
import { isRemovedSentence, readVectors } from '../support/vectors.ts'

const rows = readSharedLines('comptoolbench/tasks.jsonl')
const tasks = loadPublishedTasks()
const SEEDS = [0, 1, 2, 3, 20]

describeWithShared('the published tasks', 'comptoolbench', () => {
  it('load unchanged, all 100', () => expect(tasks).toHaveLength(100))

  it('can run, some of every level', () => {
    const tools = tasks.flatMap((task) => task.expected_trace.steps.map((step) => step.tool_name))
    expect(tools.filter((tool) => !registry.has(tool))).toEqual([])
    expect(new Set(tasks.map(({ level }) => level))).toEqual(new Set(LEVELS))
  })

  it.each(SEEDS)('are solved by an agent that makes the expected calls, at seed %i', (seed) => {
    const scores = tasks.map((task) => scoreTrace(task, performGold(task, seed), registry))
    expect(scores.filter(({ solved }) => !solved).map(({ task_id, reason }) => [task_id, reason])).toEqual([])
    expect(scores.map(({ score }) => score)).toEqual(tasks.map(() => 1))
  })

  it('end in the published answers at seed 0, but for files that the published run had left behind', () => {
    const different = tasks
      .filter((task, i) => {
        const outputs = publishedOutputs(task, rows[i] as string)
        return !isCarriedBy(task.expected_final_answer as Json, outputs)
      })
      .map(({ task_id }) => task_id)
    expect(different).toEqual(LEFTOVER_FILES)
  })

  it('earn an agent nothing that does nothing', () => {
    const idle = tasks.map((task) => scoreTrace(task, new Performer().trace(task.task_id, ''), registry))
    expect(idle.map(({ score }) => score)).toEqual(tasks.map(() => 0))
    expect(idle.some(({ solved }) => solved)).toBe(false)
  })

  it('are not solved in reverse order where steps depend on each other', () => {
    const dependent = tasks.filter((task) =>
      task.expected_trace.steps.some((step) => step.depends_on.length > 0),
    )
    expect(dependent.length).toBeGreaterThan(50)
    for (const task of dependent) {
      const performer = new Performer()
      for (const step of [...task.expected_trace.steps].reverse())
        performer.call(step.tool_name, step.arguments)
      const score = scoreTrace(task, performer.trace(task.task_id), registry)
      expect(score.solved, task.task_id).toBe(false)
      // Where a tool is called twice, the calls are taken for each other and their arguments are wrong instead.
      const tools = task.expected_trace.steps.map((step) => step.tool_name)
      if (new Set(tools).size === tools.length) expect(score.cause, task.task_id).toBe('wrong-order')
    }
  })
})

/** Tasks whose published answer says that a file of an earlier task was overwritten. */
const LEFTOVER_FILES = ['L3_dag_0158', 'L3_dag_0173', 'L3_dag_0190']

/** Fields of a tool that hold sentences, as vectors have them taken out; list positions as `*`. */
const sentenceFields = new Map<string, Set<string>>()
function sentenceFieldsOf(tool: string): Set<string> {
  let fields = sentenceFields.get(tool)
  if (fields === undefined) {
    fields = new Set(readVectors(tool).flatMap(({ output }) => sentencePaths(output)))
    sentenceFields.set(tool, fields)
  }
  return fields
}

const sentencePaths = (value: Json, at = ''): string[] => {
  if (isRemovedSentence(value)) return [at]
  if (Array.isArray(value)) return value.flatMap((item) => sentencePaths(item, `${at}/*`))
  return isObject(value)
    ? Object.entries(value).flatMap(([key, item]) => sentencePaths(item, `${at}/${key}`))
    : []
}

/** The value with one mark in place of every sentence. */
function withoutSentences(value: Json, fields: ReadonlySet<string>, at = ''): Json {
  if (fields.has(at)) return 'a sentence'
  if (Array.isArray(value)) return value.map((item) => withoutSentences(item, fields, `${at}/*`))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutSentences(item, fields, `${at}/${key}`)]),
  )
}

interface Output {
  tool: string
  output: Json
}

/** What the expected steps give at seed 0, called with the number text of the published row. */
function publishedOutputs(task: Task, row: string): Output[] {
  const world = new World(0)
  const { expected_trace } = JSON.parse(row) as { expected_trace: string }
  const floats = listFloatPointers(loadJson(expected_trace) ?? null)
  return task.expected_trace.steps.map((step, i) => {
    const prefix = `/steps/${i}/arguments`
    const own = floats.filter((at) => at.startsWith(`${prefix}/`)).map((at) => at.slice(prefix.length))
    const simulator = registry.get(step.tool_name)
    if (simulator === undefined) throw new Error(`no simulator ${step.tool_name}`)
    const result = executeTool(simulator, step.arguments, world, new Set(own))
    if (!result.ok) throw new Error(`${task.task_id}: ${step.step_id}: ${result.error.message}`)
    return { tool: step.tool_name, output: result.output }
  })
}

/** Whether an answer is an output outside its sentences, a list or object of such, or made of leaves of one output. */
function isCarriedBy(answer: Json, outputs: readonly Output[]): boolean {
  const isOutput = (value: Json) =>
    outputs.some(({ tool, output }) => {
      const fields = sentenceFieldsOf(tool)
      return isDeepStrictEqual(withoutSentences(value, fields), withoutSentences(output, fields))
    })
  if (isOutput(answer)) return true
  const parts = Object.values(answer as JsonObject)
  if (parts.every(isOutput)) return true
  return outputs.some(({ output }) =>
    parts.every((part) => Object.values(output as JsonObject).includes(part)),
  )
}
