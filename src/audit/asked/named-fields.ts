import { bindingKey, isFrom, sourcesOf } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { type Slot, slotsOfAnswer, slotsOfText } from '../../scoring/texts/slots.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { Registry } from '../../simulators/registry.ts'
import { consumersOf } from '../bound-values.ts'
import { isGraded } from './answer-requested.ts'
import { type Field, fieldsFeeding, fieldsGiven, fieldsOf, siblingsOf } from './fields.ts'
import { type PromptText, wordsAmong } from './prompt-text.ts'
import { isSameWord, synonymsOf, wordsIn } from './word-forms.ts'
import forms from './words/forms.json' with { type: 'json' }

/** A bound part of the answer or of a text. */
interface AskedSlot extends Slot {
  consumer: string
  /** Whether it is one of several of its text. */
  isOneOfSeveral: boolean
  isText: boolean
}

const VAGUE: ReadonlySet<string> = new Set(forms.vague)
/** What a computed value is called beside what it is computed from. */
const COMPUTED: Readonly<Record<string, readonly string[]>> = forms.computed
const MARKER = /(?<![\p{L}\p{N}])ANSWER(?![\p{L}\p{N}])/u

/** The texts within a value. */
function textsIn(value: Json): Json[][] {
  if (bindingKey(value) === '$literal') return []
  if (isObject(value) && Array.isArray(value.$text)) return [value.$text]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

function slotsOf(task: Task): AskedSlot[] {
  const inTexts = task.expected_trace.steps.flatMap(({ step_id, arguments: args }) =>
    textsIn(args).flatMap((parts) => {
      const slots = slotsOfText(parts).slots.filter(({ binding }) => sourcesOf(binding).length > 0)
      return slots.map((slot) => ({
        ...slot,
        consumer: step_id,
        isText: true,
        isOneOfSeveral: slots.length > 1,
      }))
    }),
  )
  const answer = isGraded(task) ? slotsOfAnswer(task.expected_final_answer ?? null).slots : []
  return [
    ...inTexts,
    ...answer.map((slot) => ({ ...slot, consumer: 'the answer', isText: false, isOneOfSeveral: false })),
  ]
}

const telling = (words: readonly string[]): string[] =>
  words.filter((word) => !VAGUE.has(word) && !/^\d+$/.test(word))
const listed = (words: readonly string[]): string => [...new Set(words)].map((word) => `"${word}"`).join(', ')
const named = (text: string, words: readonly string[]): string[] =>
  wordsAmong(text, words.flatMap(synonymsOf))
const nameOf = ({ tool, at }: Field): string => `${tool} ${at === '' ? '(the whole output)' : at}`

/** Where the prompt says what to answer: from the sentence of the marker on, else everywhere. */
function requestIn(prompt: PromptText): string {
  const sentence = prompt.sentences.find(({ start, end }) => MARKER.test(prompt.own.slice(start, end)))
  return prompt.wanted.slice(sentence?.start ?? 0)
}

/** Another output of the same tool that the request names better than the graded one. */
function betterNamed(
  slot: AskedSlot,
  field: Field,
  task: Task,
  registry: Registry,
  request: string,
): Field | undefined {
  const own = new Set(wordsAmong(request, field.words))
  if (own.size === 0 || !isFrom(slot.binding) || slot.binding.via !== undefined) return undefined
  const taken = fieldsOf(
    task,
    consumersOf(task).map(({ value }) => value),
  ).flatMap(({ words }) => words)
  return siblingsOf(task, slot.binding, registry).find((other) => {
    const theirs = wordsAmong(request, other.words)
    const news = telling(theirs).filter((word) => !taken.some((one) => isSameWord(one, word)))
    return news.length > 0 && [...own].every((word) => theirs.includes(word))
  })
}

/** Another output of the same tool that the key of a value names, where it names neither the value itself nor its tool. */
function meantByKey(
  { label, binding }: AskedSlot,
  words: readonly string[],
  task: Task,
  registry: Registry,
): Field | undefined {
  const key = telling(wordsIn(label))
  if (key.length === 0 || named(label, words).length > 0) return undefined
  return siblingsOf(task, binding, registry).find((other) =>
    key.every((word) => other.words.some((one) => isSameWord(one, word))),
  )
}

function problemsOf(slot: AskedSlot, task: Task, prompt: PromptText, registry: Registry): string[] {
  const fields = fieldsGiven(task, slot.binding)
  const [field] = fields
  if (field === undefined) return []
  const { consumer, label } = slot
  const computed = isObject(slot.binding) ? (COMPUTED[String(slot.binding.$calc ?? '')] ?? []) : []
  const all = [...fields.flatMap(({ words }) => words), ...computed]
  const words = telling(all)
  const labels = telling(wordsIn(label))
  const request = slot.isText ? prompt.wanted : requestIn(prompt)
  if (words.length === 0) return []
  const fed = fieldsFeeding(task, slot.binding).flatMap((one) => one.words)
  const isNamed =
    named(prompt.wanted, [...words, ...telling(fed)]).length > 0 ||
    (request.length < prompt.wanted.length && wordsAmong(request, all).length > 0) ||
    named(prompt.text, labels).length > 0
  if (!isNamed) {
    return [
      `${consumer} is graded by ${nameOf(field)}, which the prompt does not name: looked for ${listed([...words, ...labels])}`,
    ]
  }
  if (slot.isText) return []
  const meant = meantByKey(slot, [...all, ...fed, ...wordsIn(field.tool)], task, registry)
  if (meant !== undefined) {
    return [`${consumer} gives ${nameOf(field)} under "${label}", which names ${nameOf(meant)}`]
  }
  const better = betterNamed(slot, field, task, registry, request)
  if (better === undefined) return []
  return [
    `${consumer} is graded by ${nameOf(field)}, and the prompt asks for ${nameOf(better)}: found ${listed(wordsAmong(request, better.words))}`,
  ]
}

/** A part of a text that nothing tells from the others: one without a label, or with one that the prompt does not name. */
function labelProblems(
  { consumer, label, binding, isOneOfSeveral }: AskedSlot,
  task: Task,
  prompt: PromptText,
): string[] {
  if (!isOneOfSeveral) return []
  const words = wordsIn(label)
  const what = fieldsGiven(task, binding).map(nameOf)[0] ?? 'a value'
  if (words.length === 0) return [`a text of ${consumer} gives ${what} without a label before it`]
  if (named(prompt.text, words).length > 0) return []
  return [
    `a text of ${consumer} labels ${what} "${label.trim()}", which the prompt does not name: looked for ${listed(words)}`,
  ]
}

/** Graded values that the prompt does not ask for by any name. */
export const fieldProblems = (task: Task, prompt: PromptText, registry: Registry): string[] =>
  slotsOf(task).flatMap((slot) => [
    ...problemsOf(slot, task, prompt, registry),
    ...labelProblems(slot, task, prompt),
  ])
