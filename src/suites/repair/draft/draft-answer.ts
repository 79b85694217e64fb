import { type From, listSources } from '../../../schema/binding.ts'
import { findBehindLine } from '../../../scoring/answers/line.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { normalizeBareName } from '../../../shared/english.ts'
import { groupBy } from '../../../shared/group.ts'
import { dropUndefinedFields, isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { findDates } from '../../../tasks/dates.ts'
import { isSameValue, readLeafType } from '../../../tasks/equality.ts'
import { listNodes } from '../../load/nodes.ts'
import { choosePossiblePlaces } from '../bind/sources.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isShort } from '../record/value-exchange.ts'
import { countDigitsKept } from '../rounded.ts'
import { isOfIdleRead, isOpen, listAsked, listLikely } from './asked-leaves.ts'
import { isFigure } from './computed.ts'
import { countNamed, listQuestions } from './prompt-words.ts'
import type { TaskQuestion } from './questions.ts'
import {
  type AnswerGround,
  buildFrom,
  CLOCK_TIME,
  findRoundedDigits,
  findSaidLeaves,
  hideLonger,
  isDecisive,
  readPlainNumber,
  type SaidLeaf,
  sortByPlace,
} from './said-leaves.ts'

const MIN_ITEMS = 2
/** An answer of more values is a list of what happened. */
const MAX_VALUES = 4

const isNewNumber = (leaf: SaidLeaf): boolean => isOpen(leaf) && typeof leaf.value === 'number'

/**
 * Numbers of a reply that neither the prompt, nor a result, nor a call has: the agent computed them.
 *
 * @param isOfCalls Whether what a call sent, and a result gave back, counts as well
 */
function listComputed(
  { task: { prompt }, leaves: all, sent }: AnswerGround,
  reply: string,
  isOfCalls: boolean,
): string[] {
  const leaves = isOfCalls ? all.filter(({ isEcho }) => !isEcho) : [...all, ...leavesOf([...sent])]
  const known = [prompt, ...leaves.map(({ value }) => String(value))].join('\n')
  return findNumbers(reply).flatMap(({ value, written }) =>
    !isFigure(value) ||
    carries(known, value) ||
    leaves.some((leaf) => findRoundedDigits(written, leaf.value) !== undefined)
      ? []
      : [written],
  )
}

/** Small numbers of a reply, outside of dates, that neither the prompt, nor a result, nor a call has. */
function listSmall({ task: { prompt }, leaves, sent }: AnswerGround, reply: string): number[] {
  const known = [...leaves, ...leavesOf([...sent])].map(({ value }) => value)
  const undated = findDates(reply).reduce(
    (text, { start, end }) => text.replace(reply.slice(start, end), ' '),
    reply,
  )
  return findNumbers(undated.replaceAll(CLOCK_TIME, ' ')).flatMap(({ value }) =>
    isShort(String(value)) && !carries(prompt, value) && !known.includes(value) ? [value] : [],
  )
}

/** A value as JSON spells it, or the text itself. */
function parseValue(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** What a line may give: what it spells in JSON, else one text, else several values. */
const listReadings = (line: string): Json[] => {
  const whole = parseValue(line)
  if (typeof whole === 'object' || typeof whole === 'boolean') return [whole]
  const [first = '', ...others] = line.split(/,\s+/)
  return [line, ...(others.length === 0 ? [] : [[first, ...others]])]
}

/** What an answer line gives, if each of its values is in a result or follows from results: who asked for it, asked for them. */
function bindLine(value: Json, name: string, ground: AnswerGround): Json | undefined {
  if (typeof value === 'object' && value !== null) {
    const whole = ground.task.expected_trace.steps.flatMap(({ step_id: $from }) =>
      listNodes(ground.outputOf($from)).flatMap(({ pointer: at, value: node }): Json[] =>
        stringifyStably(node) === stringifyStably(value) ? [{ $from, at }] : [],
      ),
    )
    if (whole[0] !== undefined) return whole[0]
    const parts = Object.entries(value).map(([key, part]) => {
      return [key, bindLine(part, Array.isArray(value) ? name : key, ground)] as const
    })
    if (parts.some(([, part]) => part === undefined)) return undefined
    return Array.isArray(value)
      ? parts.map(([, part]) => part as Json)
      : Object.fromEntries(parts as [string, Json][])
  }
  if (typeof value === 'string' && carries(ground.task.prompt, value)) return undefined
  const { leaves } = ground
  const same = leaves.filter((leaf) => isSameValue(leaf.value, value, readLeafType(undefined)))
  const exact = same.filter((leaf) => String(leaf.value) === String(value))
  const equal = exact.length > 0 ? exact : same
  const news = equal.filter(({ isEcho }) => !isEcho)
  const named = equal.filter(({ at }) => normalizeBareName(nameAt(at)) === normalizeBareName(name))
  const [first, ...others] = choosePossiblePlaces(named.length > 0 ? named : news, leaves, [])
  if (first !== undefined && (others.length === 0 || isDecisive(value)))
    return buildFrom({ ...first, others })
  const written = readPlainNumber(String(value))
  if (!/^-?\d+(?:\.\d+)?$/.test(written)) return undefined
  const rounded = leaves.flatMap((leaf): SaidLeaf[] => {
    const digits = countDigitsKept(leaf.value, written)
    return digits === undefined ? [] : [{ ...leaf, digits }]
  })
  return rounded[0] === undefined ? ground.compute(Number(written)) : buildFrom(rounded[0])
}

/** Values of one name, or of another kind: one value or a list. */
function buildNamed(
  leaves: readonly SaidLeaf[],
  writeKind = ({ at }: SaidLeaf): string => normalizeBareName(nameAt(at)),
): [name: string, value: Json][] {
  return [...groupBy(leaves, writeKind).values()].map((same) => {
    const [first = null, ...others] = same.map(buildFrom)
    return [nameAt((same[0] as SaidLeaf).at), others.length === 0 ? first : [first, ...others]]
  })
}

/** The lengths of lists that a reply has as numbers and no call sent, by whether the prompt names the list. */
function listLengths(
  { task, outputOf, leaves }: AnswerGround,
  reply: string,
): { named: Json[]; others: Json[] } {
  const { prompt, expected_trace } = task
  const sent = new Set(
    expected_trace.steps.flatMap((step) => leavesOf(step.arguments).map(({ value }) => value)),
  )
  const lists = expected_trace.steps.flatMap(({ step_id: $from }) =>
    listNodes(outputOf($from), Array.isArray).flatMap(({ pointer: at, value }) => {
      const count = Array.isArray(value) ? value.length : 0
      const isNew = count >= MIN_ITEMS && !sent.has(count) && !carries(prompt, count)
      return isNew && carries(hideLonger(reply, count, leaves), count) ? [{ $from, at }] : []
    }),
  )
  const isNamed = ({ at }: { at: string }): boolean => countNamed(prompt, at) > 0
  const measure = (same: typeof lists): Json[] => same.map((list) => ({ ...list, via: ['length'] }))
  return { named: measure(lists.filter(isNamed)), others: measure(lists.filter((one) => !isNamed(one))) }
}

/** Values under their names, those of one name as a list; the only one stands alone. */
function buildAnswer(named: readonly (readonly [name: string, value: Json])[]): Json | undefined {
  const fields = [...groupBy(named, ([name]) => name)].map(([name, same]): [string, Json] => {
    const values = same.map(([, value]) => value)
    return [name, values.length === 1 ? (values[0] as Json) : values]
  })
  return fields.length < 2 ? fields[0]?.[1] : Object.fromEntries(fields)
}

/** A name for a number that is computed: of its calculation, else of the only field that it follows from. */
function nameComputed(value: Json): string {
  const [from, ...others] = listSources(value)
  const { $calc, via } = isObject(value) ? value : {}
  if (stringifyStably(via ?? null).includes('length')) return 'count'
  if (others.length === 0 || $calc === undefined) return nameAt(from?.at ?? '')
  return $calc === 'sum' ? 'total' : String($calc)
}

/**
 * The graded answer of a task: an answer line whose values are explained, or the values of the last message that the prompt
 * asks for by name. Other values that it may be for come with a question.
 */
export function draftAnswer(
  answer: string | null,
  ground: AnswerGround,
): { expected?: Json; questions: TaskQuestion[] } {
  const { task, compute, counts, isReadOnly } = ground
  const { prompt, task_id } = task
  const line = findBehindLine(answer ?? '', '')?.trim()
  const readings = line === undefined ? [] : listReadings(line)
  const bound = readings.map((value) => bindLine(value, '', ground)).find((one) => one !== undefined)
  if (bound !== undefined) return { expected: bound, questions: [] }
  const reply = line ?? answer ?? ''
  const said = sortByPlace(findSaidLeaves(ground, reply), reply)
  const isShown = ({ $from, at }: From): boolean =>
    said.some((leaf) => [leaf, ...(leaf.others ?? [])].some((one) => one.step === $from && one.at === at))
  const isAsking = isReadOnly || line !== undefined || listQuestions(prompt).length > 0
  const computed = listComputed(ground, reply, isAsking && !said.some(isNewNumber)).map((written) => {
    return { written, as: compute(Number(readPlainNumber(written)), isShown) }
  })
  const made = computed.flatMap(({ as }) => as ?? [])
  const operands = listSources(made).map(({ $from, at }) => `${$from} ${at}`)
  // Who asks for a sum does not ask for its operands.
  const whole = said.filter((leaf) => !operands.includes(`${leaf.step} ${leaf.at}`))
  const asked = listAsked(whole, ground)
  const rest = whole.filter((leaf) => !asked.includes(leaf))
  const isFound = asked.length + made.length > 0
  const further = rest.filter((leaf) => isOpen(leaf) || isOfIdleRead(leaf, ground))
  const likely = listLikely(isFound ? further : rest, ground, isAsking)
  const certain = buildNamed(asked)
  const named = [
    ...certain,
    ...made.map((one) => [nameComputed(one), one] as const),
    ...buildNamed(likely.map(({ others: _, ...leaf }) => leaf)),
  ]
  const lengths = listLengths(ground, reply)
  const left =
    named.length > 0 ? [] : listSmall(ground, reply).flatMap((one) => ground.computeLeft(one) ?? [])
  const [counted] = [
    ...counts.flatMap(({ count, of }) => (carries(reply, count) && !carries(prompt, count) ? [of] : [])),
    ...lengths.named,
    ...(isReadOnly ? lengths.others : []),
  ]
  const small = left.length > 0 || counted === undefined ? left : [counted]
  const value = buildAnswer(
    named.length > 0 ? named.slice(0, MAX_VALUES) : small.map((one) => [nameComputed(one), one] as const),
  )
  const lost = computed.flatMap(({ written, as }) => (as === undefined ? [written] : []))
  const missing =
    lost.length === 0
      ? ''
      : `the recorded reply has ${lost.join(', ')}, which no result has. If it is asked for, compute it.`
  if (value === undefined && missing === '') return { questions: [] }
  if (named.length === certain.length && value !== undefined && certain.length > 0 && missing === '')
    return { expected: value, questions: [] }
  const question = { task_id, kind: 'answer-leaf' as const }
  if (value === undefined) return { questions: [{ ...question, text: missing }] }
  const expected = buildAnswer(certain)
  const proposal: TaskQuestion = {
    ...{ ...question, value, isInForce: true },
    text: 'the recorded reply has what is proposed. If the prompt asks for it, return it.',
    inCode: 'the recorded reply has this. Return only what the prompt asks for.',
  }
  const questions = [...(missing === '' ? [] : [{ ...question, text: missing, pointer: '' }]), proposal]
  return { ...dropUndefinedFields({ expected }), questions }
}
