import { expect } from 'vitest'
import { isTemplate, listSources } from '../../src/schema/binding.ts'
import type { PlainTask, WrittenTask } from '../../src/schema/task-in-world.ts'
import type { Trace } from '../../src/schema/trace.ts'
import { asksForLine } from '../../src/scoring/answers/line.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { isObject, type Json } from '../../src/shared/json.ts'
import { writeAnswer, writeAnswerText } from '../../src/suites/calibration/answer-text.ts'
import { resolve } from '../../src/tasks/bindings.ts'
import type { ReferenceRun } from '../../src/tasks/reference-run.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { placeInWorld, runReference } from './in-world.ts'

/** Notes in brackets that give another value beside the right one. */
const NOTES = ['(or 600, or 620)', '(sorry, I meant six hundred)', '(or true)', '(not true)', '(or "none")']

/** A value with a note behind each of its scalars, or behind the first one alone. */
function noteScalars(value: Json, note: string, isFirst = { open: true }): Json {
  if (Array.isArray(value)) return value.map((item) => noteScalars(item, note, isFirst))
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, noteScalars(item, note, isFirst)]),
    )
  }
  if (!isFirst.open) return value
  isFirst.open = false
  return `${value} ${note}`
}

interface Attack {
  kind: 'line' | 'structured' | 'template'
  text: string
  trace: Trace
}

interface Subject {
  task: PlainTask
  reference: ReferenceRun
}

/** Right traces whose answer, or whose text, has a note behind a value. */
function listAttacks({ task, reference: { calls, outputOf } }: Subject, note: string): Attack[] {
  const right = { task_id: task.task_id, calls, attempt: 0 }
  const expected = task.expected_final_answer ?? null
  const value = resolve(expected, outputOf)
  const answer = value === undefined || listSources(expected).length === 0 ? null : value
  const reply = answer === null ? null : writeAnswer(answer, task)
  const attacks: Attack[] = []
  if (answer !== null && asksForLine(task)) {
    const noted = typeof answer === 'object' ? noteScalars(answer, note) : answer
    for (const text of new Set([`${reply} ${note}`, writeAnswer(noted, task)]))
      if (text !== reply) attacks.push({ kind: 'line', text, trace: { ...right, final_answer: text } })
    const structured = noteScalars(
      typeof answer === 'object' ? answer : { answer },
      note,
    ) as Trace['structured_answer']
    attacks.push({
      kind: 'structured',
      text: JSON.stringify(structured),
      trace: { ...right, final_answer: reply, structured_answer: structured },
    })
  }
  for (const [i, step] of task.expected_trace.steps.entries()) {
    const [name, template] = Object.entries(step.arguments).find(([, part]) => isTemplate(part)) ?? []
    const call = calls[i]
    if (name === undefined || template === undefined || call?.tool_name !== step.tool_name) continue
    const filled = { $template: [] as Json[] }
    for (const piece of (template as { $template: Json[] }).$template)
      filled.$template.push(...(isObject(piece) && 'gap' in piece ? [piece, ` ${note}`] : [piece]))
    const text = resolve(filled, outputOf)
    if (typeof text !== 'string') continue
    const changed = { ...call, arguments: { ...call.arguments, [name]: text } }
    attacks.push({
      kind: 'template',
      text,
      trace: { ...right, calls: calls.with(i, changed), final_answer: reply },
    })
  }
  return attacks
}

/**
 * Tries every note on the tasks: each right answer counts as solved, and none with a note.
 *
 * @returns How many answers of each kind were tried
 */
export function tryNotes(tasks: readonly WrittenTask[]): Record<Attack['kind'], number> {
  const tried = { line: 0, structured: 0, template: 0 }
  const solved: string[] = []
  for (const task of tasks) {
    const subject = { task: placeInWorld(task).task, reference: runReference(task, registry) }
    const { calls, outputOf } = subject.reference
    const final_answer = writeAnswerText(subject.task, outputOf)
    const right = { task_id: task.task_id, calls, final_answer, attempt: 0 }
    expect(scoreTrace(task, right, registry).solved, task.task_id).toBe(true)
    for (const note of NOTES) {
      for (const { kind, text, trace } of listAttacks(subject, note)) {
        tried[kind]++
        if (scoreTrace(task, trace, registry).solved) solved.push(`${kind} ${task.task_id}: ${text}`)
      }
    }
  }
  expect(solved).toEqual([])
  return tried
}
