import { pointerSegments } from '@hyperjump/json-pointer'
import { type From, isFrom, sourcesOf } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { givenBy } from '../../scoring/texts/slots.ts'
import type { Json } from '../../shared/json.ts'
import { phrasebook } from '../../simulators/phrasebook.ts'
import type { Registry } from '../../simulators/registry.ts'
import { nameWords } from '../../toolkit/names.ts'
import { wordsIn } from './word-forms.ts'
import plain from './words/function-words.json' with { type: 'json' }

/** An output of a tool, by what it is called. */
export interface Field {
  tool: string
  at: string
  /** Words of its pointer and of the tool's phrase for it. */
  words: readonly string[]
}

const PLAIN: ReadonlySet<string> = new Set(plain.words)
const isPlace = (segment: string): boolean => /^\d+$/.test(segment)
const anyPlace = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/0')

/** The last part of a pointer that is a name. */
const nameIn = (pointer: string): string =>
  [...pointerSegments(pointer)].findLast((segment) => !isPlace(segment)) ?? ''

/** An output of a tool. A pointer to a whole output is called as the tool is. */
function fieldOf(tool: string, at: string): Field {
  const outputs = phrasebook.get(tool)?.outputs ?? {}
  const phrase = outputs[at] ?? outputs[anyPlace(at)] ?? ''
  const name = nameIn(at)
  const own = nameWords(name === '' ? tool : name).join(' ')
  const texts = [own, phrase, ...(name === '' ? Object.values(outputs) : [])]
  return { tool, at, words: [...new Set(texts.flatMap(wordsIn))].filter((word) => !PLAIN.has(word)) }
}

const toolOf = (task: Task, { $from }: From): string =>
  task.expected_trace.steps.find(({ step_id }) => step_id === $from)?.tool_name ?? ''

/** The outputs that a bound part gives. */
export const fieldsGiven = (task: Task, binding: Json): Field[] =>
  givenBy(binding).map((source) => fieldOf(toolOf(task, source), source.at))

/** The outputs that the calls were given which a bound part takes from: a temperature in kelvin was one in celsius. */
export const fieldsFeeding = (task: Task, binding: Json): Field[] =>
  fieldsOf(
    task,
    givenBy(binding).flatMap(({ $from }) => {
      const producer = task.expected_trace.steps.find(({ step_id }) => step_id === $from)
      return producer === undefined ? [] : [producer.arguments]
    }),
  )

/** The outputs that some bindings compare or compute with. */
export const fieldsOf = (task: Task, bindings: readonly Json[]): Field[] =>
  bindings.flatMap(sourcesOf).map((source) => fieldOf(toolOf(task, source), source.at))

/** The scalars of a schema, by pointer; of a list its first item. */
function scalarsIn(schema: Json | undefined, pointer = ''): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return []
  const { properties, items } = schema
  if (typeof properties === 'object' && properties !== null && !Array.isArray(properties)) {
    return Object.entries(properties).flatMap(([name, child]) => scalarsIn(child, `${pointer}/${name}`))
  }
  if (items !== undefined) return scalarsIn(items, `${pointer}/0`)
  return [pointer]
}

/** The other outputs of the tool that a binding takes from, less those that the task takes as well. */
export function siblingsOf(task: Task, binding: Json, registry: Registry): Field[] {
  if (!isFrom(binding)) return []
  const tool = toolOf(task, binding)
  const taken = [
    ...task.expected_trace.steps.map((step) => step.arguments),
    task.expected_final_answer ?? null,
  ]
    .flatMap(sourcesOf)
    .filter((source) => toolOf(task, source) === tool)
    .map(({ at }) => anyPlace(at))
  const isTaken = (at: string): boolean => taken.some((other) => at === other || at.startsWith(`${other}/`))
  return scalarsIn(registry.get(tool)?.outputSchema as Json | undefined)
    .filter((at) => at !== '' && !isTaken(at))
    .map((at) => fieldOf(tool, at))
}
