import type { AgentReply, CalibrationAgent } from '../schema/agent.ts'
import { isPick, sourcesOf } from '../schema/binding.ts'
import type { Task } from '../schema/task.ts'
import { leavesOf } from '../scoring/evidence.ts'
import { goldRun } from '../scoring/gold-run.ts'
import { classOf } from '../scoring/texts/value-class.ts'
import { TracewrightError } from '../shared/errors.ts'
import { type Json, stableJson } from '../shared/json.ts'
import type { Registry } from '../simulators/registry.ts'
import { answerTextOf } from './answer-text.ts'
import { executePlan } from './execute-plan.ts'
import { oneAtATime } from './oracle.ts'
import { rewriteAnswer, rewriteArguments, type Say, type SlotValue } from './rewrite-texts.ts'

/** An oracle that says something else where texts and answers are judged. */
export interface TextAgent extends CalibrationAgent {
  /** Whether the task has a text or an answer that the agent puts in other words. */
  appliesTo(task: Task, registry: Registry): boolean
}

const MADE_UP = {
  number: '4711.25',
  date: '2019-11-03T04:05:06Z',
  id: 'ref_4711f',
  name: 'Nowhere',
  boolean: 'true',
}

const written = (value: Json): string =>
  leavesOf(value)
    .map((leaf) => String(leaf.value))
    .join('; ')
const madeUp = (value: Json): string =>
  typeof value === 'boolean' ? String(!value) : MADE_UP[classOf(leavesOf(value)[0]?.value ?? null)]
const labelled = (slots: readonly SlotValue[], say: (slot: SlotValue) => string): string =>
  slots.map((slot) => (slot.label.trim() === '' ? say(slot) : `${slot.label.trim()} ${say(slot)}`)).join('; ')
const marked = (kind: string, text: string): string => (kind === 'answer' ? `ANSWER: ${text}` : text)

/** Exchanges the first two values of one class that differ. */
function exchanged(slots: readonly SlotValue[]): SlotValue[] | undefined {
  for (const [i, one] of slots.entries()) {
    const j = slots.findIndex(
      (other, k) =>
        k > i &&
        classOf(other.value) === classOf(one.value) &&
        stableJson(other.value) !== stableJson(one.value),
    )
    const other = slots[j]
    if (other === undefined) continue
    return slots.map((slot, k) =>
      k === i ? { ...slot, value: other.value } : k === j ? { ...slot, value: one.value } : slot,
    )
  }
  return undefined
}

const keyed = (result: Json): string[] =>
  leavesOf(result).map(({ pointer, value }) => `${pointer.slice(1)}: ${String(value)}`)

/** Ways to put a right text or answer into words that are none, with what each does. */
export const sayings: readonly [name: string, note: string, say: Say][] = [
  [
    'dump-json',
    'answers with all results as JSON',
    ({ kind, results }) => marked(kind, results.map((result) => JSON.stringify(result)).join('\n')),
  ],
  [
    'dump-lines',
    'answers with all results as lines',
    ({ kind, results }) => marked(kind, results.flatMap(keyed).join('\n')),
  ],
  [
    'dump-values',
    'answers with the values of all results',
    ({ kind, results }) => marked(kind, results.map(written).join('; ')),
  ],
  [
    'hedge-all',
    'names every candidate of a choice',
    ({ kind, slots, results }) => {
      const candidates = slots.filter(({ binding }) => isPick(binding))
      if (candidates.length === 0 || results.length === 0) return undefined
      return marked(
        kind,
        labelled(slots, (slot) => slot.candidates?.map(written).join(', ') ?? written(slot.value)),
      )
    },
  ],
  [
    'hedge-or',
    'offers a made-up value as well',
    ({ kind, slots }) =>
      marked(
        kind,
        labelled(slots, ({ value }) => `${written(value)} or ${madeUp(value)}`),
      ),
  ],
  [
    'permute',
    'exchanges two values of one class',
    ({ kind, slots, isFree }) => {
      const turned = isFree ? undefined : exchanged(slots)
      return (
        turned &&
        marked(
          kind,
          labelled(turned, ({ value }) => written(value)),
        )
      )
    },
  ],
  [
    'deny',
    'denies the right value',
    ({ kind, slots }) =>
      marked(
        kind,
        labelled(slots, ({ value }) => `not ${written(value)}`),
      ),
  ],
  [
    'mismarked',
    'marks a made-up value and says the right one elsewhere',
    ({ kind, slots }) =>
      kind === 'answer'
        ? `It is ${slots.map(({ value }) => written(value)).join('; ')}.\nANSWER: ${slots.map(({ value }) => madeUp(value)).join('; ')}`
        : undefined,
  ],
]

function textAgent(name: string, note: string, say: Say): TextAgent {
  return {
    name,
    note,
    calibration: true,
    appliesTo(task, registry) {
      const { calls, argumentsOf, outputOf } = goldRun(task, registry)
      const results = calls.map(({ result = null }) => result)
      const { steps } = task.expected_trace
      const isRewritten = steps.some((step) => {
        const resolved = argumentsOf.get(step.step_id) ?? {}
        if (sourcesOf(step.arguments).length === 0) return false
        return (
          stableJson(rewriteArguments(step.arguments, resolved, say, outputOf, results)) !==
          stableJson(resolved)
        )
      })
      return isRewritten || rewriteAnswer(task, say, outputOf, results) !== undefined
    },
    async run(request, task): Promise<AgentReply> {
      const seen = new Map<string, Json>()
      const outputOf = (id: string): Json | undefined => seen.get(id)
      try {
        await executePlan(oneAtATime(task), request, task, {
          argumentsFor: (step, resolved) => {
            return rewriteArguments(step.arguments, resolved, say, outputOf, [...seen.values()])
          },
          onOutput: (step, output) => seen.set(step.step_id, output),
        })
      } catch (error) {
        // A tool may refuse what stands in place of its text.
        if (error instanceof TracewrightError) throw error
        request.signal.throwIfAborted()
      }
      const answer = rewriteAnswer(task, say, outputOf, [...seen.values()])
      return { answer: answer ?? answerTextOf(task, outputOf) }
    },
  }
}

/** Agents that are right in every call and say something else where texts and answers are judged. */
export const textAgents: readonly TextAgent[] = sayings.map(([name, note, say]) => textAgent(name, note, say))

/** Whether an agent answers with everything that it was told. */
export const isDump = (name: string): boolean => name.startsWith('dump-')
