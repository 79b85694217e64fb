import { bindingKey, sourcesOf } from '../../schema/binding.ts'
import { LEVELS, type Step, type Task } from '../../schema/task.ts'
import { resolve } from '../../scoring/bindings.ts'
import { bitsOf, ENOUGH } from '../../scoring/bits.ts'
import type { LeafSchema } from '../../scoring/equality.ts'
import { leavesOf } from '../../scoring/evidence.ts'
import { goldRun } from '../../scoring/gold-run.ts'
import { schemaAt } from '../../scoring/lineage.ts'
import { carries } from '../../scoring/tokens.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { PhrasedAnswer, PhrasedValue } from '../../tools/builtin/phrases.ts'
import {
  type AskedAnswer,
  type AskedValue,
  closingParagraph,
  expectedAnswer,
} from '../../tools/content/answer-request.ts'
import type { Registry } from '../../tools/registry.ts'
import { levelProblems } from '../audit/level-shape.ts'
import { literalLeaves } from '../audit/literal-leaves.ts'
import { isStated } from '../audit/stated.ts'
import { askedAnswer, leafBinding } from '../generate/phrasebook/asked-answer.ts'
import { phrasesFor } from '../generate/phrasebook/phrases-for.ts'
import { shownBeginning } from './reground/reasons.ts'
import { regroundTask } from './reground/reground-suite.ts'
import { Speller } from './spell-out.ts'

const UNPUBLISHED_WORLD = 1

/** What was done to a task, in words. */
export interface MendedTask {
  task_id: string
  what: string
}

/** A task in the mending, with what was done to it so far. */
interface Mending {
  task: Task
  changes: string[]
  /** Whether values were bound that nobody has put into words yet. */
  isRebound?: boolean
}

const withSteps = (task: Task, steps: Step[]): Task => ({
  ...task,
  expected_trace: { ...task.expected_trace, steps },
})

function reground({ task, changes }: Mending, registry: Registry): Mending {
  const { task: traced, bound } = regroundTask(task, registry)
  if (bound === 0) return { task, changes }
  return {
    task: traced,
    changes: [...changes, `${bound} frozen values bound to what earlier steps return`],
    isRebound: true,
  }
}

/** Takes away dependencies over which nothing flows. */
function dropEmptyEdges({ task, changes, isRebound = false }: Mending): Mending {
  const dropped: string[] = []
  const steps = task.expected_trace.steps.map((step) => {
    if (step.order === true) return step
    const taken = new Set(sourcesOf(step.arguments).map(({ $from }) => $from))
    const empty = step.depends_on.filter((id) => !taken.has(id))
    dropped.push(
      ...empty.map((id) => `${step.step_id} no longer depends on ${id}, from which it takes nothing`),
    )
    return empty.length === 0 ? step : { ...step, depends_on: step.depends_on.filter((id) => taken.has(id)) }
  })
  return dropped.length === 0
    ? { task, changes, isRebound }
    : { task: withSteps(task, steps), changes: [...changes, ...dropped], isRebound }
}

/** Writes out the texts of which the prompt shows only the beginning. */
function completeTexts({ task, changes }: Mending): Mending {
  let { prompt } = task
  const texts = task.expected_trace.steps.flatMap(({ arguments: args }) =>
    literalLeaves(args).map(({ value }) => value),
  )
  for (const text of new Set(texts)) {
    if (typeof text !== 'string' || prompt.includes(text)) continue
    const beginning = shownBeginning(prompt, text)
    if (beginning === '') continue
    const at = prompt.indexOf(beginning)
    const dots = /^\s*(?:\.\.\.|…)/.exec(prompt.slice(at + beginning.length))?.[0] ?? ''
    prompt = prompt.slice(0, at) + text + prompt.slice(at + beginning.length + dots.length)
  }
  return prompt === task.prompt
    ? { task, changes }
    : { task: { ...task, prompt }, changes: [...changes, 'texts that the prompt cut are written out'] }
}

/** Whether a value has to be put together in a way that a prompt must describe. */
function needsWords(value: Json): boolean {
  const key = bindingKey(value)
  if (key === '$from') return (value as { via?: Json[] }).via !== undefined
  if (key === '$text' || key === '$calc' || key === '$pick') return true
  if (Array.isArray(value)) return value.some(needsWords)
  return isObject(value) && Object.values(value).some(needsWords)
}

/** Adds to the prompt what every step is to do, where it leaves a value out or does not say how one is made. */
function spellOut({ task, changes, isRebound = false }: Mending, registry: Registry): Mending {
  const isOpen = task.expected_trace.steps.some(({ tool_name, arguments: args }) => {
    const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
    const unstated = literalLeaves(args).some(
      ({ pointer, value }) => pointer !== '' && !isStated(task.prompt, value, schemaAt(schema, pointer)),
    )
    return unstated || (isRebound && needsWords(args))
  })
  if (!isOpen) return { task, changes }
  const words = new Speller(task, registry).spelledOut()
  if (words === undefined) return { task, changes }
  return {
    task: { ...task, prompt: `${task.prompt.trim()} ${words}` },
    changes: [...changes, 'the prompt spells out every step with all its values'],
  }
}

/** What an answer has to give of the output of a reading step, and how the prompt says so. */
function answerOf(
  step: Step,
  {
    task,
    registry,
    outputOf,
  }: { task: Task; registry: Registry; outputOf: (id: string) => Json | undefined },
): PhrasedAnswer | undefined {
  const phrases = phrasesFor(step.tool_name, registry)
  const schema = registry.get(step.tool_name)?.outputSchema as LeafSchema | undefined
  const worth = (answer: PhrasedAnswer): number => {
    const values = valuesOf(answer).flatMap(([, { at: leaf }]) => {
      const value = resolve(leafBinding(step.step_id, leaf), outputOf)
      if (value === undefined) return [{ bits: Number.NEGATIVE_INFINITY, value: null }]
      return leavesOf(value).map((one) => ({
        value: one.value,
        bits: bitsOf(
          typeof leaf === 'string' ? schemaAt(schemaAt(schema, leaf), one.pointer) : undefined,
          one.value,
        ),
      }))
    })
    const isGiven = values.some(({ value, bits }) => bits >= ENOUGH && carries(task.prompt, value))
    return isGiven ? 0 : values.reduce((sum, { bits }) => sum + bits, 0)
  }
  const sets: PhrasedAnswer[] = [
    ...(phrases?.answers ?? []),
    ...Object.entries(phrases?.outputs ?? {}).map(([at, name]) => ({
      at,
      gives: `the ${name}, exactly as it came out`,
    })),
    {
      at: { at: '', via: ['json'] },
      gives: 'the whole result as a JSON object with all its fields as they are named there',
    },
  ]
  return sets.find((set) => worth(set) >= ENOUGH) ?? sets.filter((set) => worth(set) > 0)[0]
}

const valuesOf = (answer: PhrasedAnswer): [key: string, value: PhrasedValue][] =>
  'fields' in answer ? Object.entries(answer.fields) : [['result', answer]]

/** What the answers of several steps give together, each under a key that names its step. */
function askedOf(
  found: readonly { step: Step; answer: PhrasedAnswer | undefined }[],
  placeOf: (stepId: string) => number,
): AskedAnswer | undefined {
  const fields: [string, AskedValue][] = []
  for (const { step, answer } of found) {
    if (answer === undefined) return undefined
    if (found.length === 1) return askedAnswer(step.step_id, answer)
    const place = placeOf(step.step_id)
    for (const [key, { at, gives }] of valuesOf(answer)) {
      fields.push([
        `${key} of step ${place}`,
        { value: leafBinding(step.step_id, at), gives: `of step ${place} ${gives}` },
      ])
    }
  }
  return { fields: Object.fromEntries(fields) }
}

/** Has the answer give what the steps find that nothing else uses. */
function gradeAnswer({ task, changes }: Mending, registry: Registry): Mending {
  const answer = task.expected_final_answer
  if (answer !== undefined && sourcesOf(answer).length > 0) return { task, changes }
  const { steps } = task.expected_trace
  const used = new Set(steps.flatMap((step) => sourcesOf(step.arguments).map(({ $from }) => $from)))
  const open = steps.filter(
    ({ step_id, tool_name }) => !used.has(step_id) && registry.get(tool_name)?.effect === 'read',
  )
  if (open.length === 0) return { task, changes }
  const { outputOf } = goldRun(task, registry)
  const found = open.map((step) => ({ step, answer: answerOf(step, { task, registry, outputOf }) }))
  const asked = askedOf(found, (id) => steps.findIndex(({ step_id }) => step_id === id) + 1)
  if (asked === undefined) return { task, changes }
  const isSpelledOut = task.prompt.includes('In detail: Step 1: ')
  const words = found.length === 1 || isSpelledOut ? undefined : new Speller(task, registry).spelledOut()
  const request = words === undefined ? task.prompt.trim() : `${task.prompt.trim()} ${words}`
  return {
    task: {
      ...task,
      prompt: `${request}\n\n${closingParagraph(asked)}`,
      expected_final_answer: expectedAnswer(asked),
    },
    changes: [...changes, 'the prompt asks for an answer, which is graded'],
  }
}

/** Moves a task out of the published world, whose figures are small and known, where its values are bound now. */
function moveWorld({ task, changes }: Mending, registry: Registry): Mending {
  const isBound = [
    ...task.expected_trace.steps.map((step) => step.arguments),
    task.expected_final_answer ?? null,
  ].some((value) => sourcesOf(value).length > 0)
  if (!isBound || (task.world?.seed ?? 0) !== 0) return { task, changes }
  const moved = { ...task, world: { seed: UNPUBLISHED_WORLD } }
  try {
    goldRun(moved, registry)
  } catch {
    return { task, changes }
  }
  return {
    task: moved,
    changes: [...changes, `runs in world ${UNPUBLISHED_WORLD}, whose values nobody knows by heart`],
  }
}

/** Gives a task the level that its graph has, where it has another one. */
function fitLevel({ task, changes }: Mending): Mending {
  if (levelProblems(task).length === 0) return { task, changes }
  const level = LEVELS.find((one) => levelProblems({ ...task, level: one }).length === 0)
  if (level === undefined) return { task, changes }
  return {
    task: { ...task, level },
    changes: [...changes, `its graph is one of ${level}, not of ${task.level}`],
  }
}

/**
 * Mends what can be mended of a task: frozen values are bound, dependencies over which nothing flows go, texts that
 * the prompt cuts are written out, every value that it leaves out is added to it, what nothing uses is asked for in a
 * graded answer, and the level is that of the graph. A task whose expected trace does not execute is left as it is.
 */
function mendTask(task: Task, registry: Registry): { task: Task; changes: MendedTask[] } {
  const named = (changes: readonly string[]): MendedTask[] =>
    changes.map((what) => ({ task_id: task.task_id, what }))
  try {
    goldRun(task, registry)
    let mending: Mending = { task, changes: [] }
    mending = completeTexts(mending)
    mending = dropEmptyEdges(reground(mending, registry))
    mending = fitLevel(moveWorld(gradeAnswer(spellOut(mending, registry), registry), registry))
    goldRun(mending.task, registry)
    return { task: mending.task, changes: named(mending.changes) }
  } catch {
    return { task, changes: [] }
  }
}

/** Mends every task of a suite; see {@link mendTask}. */
export function mendSuite(
  tasks: readonly Task[],
  registry: Registry,
): { tasks: Task[]; changes: MendedTask[] } {
  const mended = tasks.map((task) => mendTask(task, registry))
  return { tasks: mended.map(({ task }) => task), changes: mended.flatMap(({ changes }) => changes) }
}
