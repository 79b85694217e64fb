import { listSources, listStepsReadBy } from '../../../schema/binding.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { nameWords } from '../../../shared/english.ts'
import { isIdName } from '../../../shared/id-name.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { singular } from '../../../shared/singular.ts'
import { nameAt } from '../record/infer-schema.ts'
import { isExchangeable } from '../record/value-exchange.ts'
import { isFigure } from './computed.ts'
import { DAY_LENGTH } from './dates.ts'
import { countNamed, haveOneStem, isAsked, listSentences } from './prompt-words.ts'
import { type AnswerGround, isMoment, type SaidLeaf, shows } from './said-leaves.ts'

/** A number or a moment that no call sent, and that is not an id: a question may ask for it in other words. */
export const isOpen = ({ at, value, isEcho }: SaidLeaf): boolean =>
  !isEcho && !isIdName(nameAt(at)) && (typeof value === 'number' || isMoment(value))

/**
 * Whether a sentence names the owner of a leaf and then the leaf, by a word for an id if the leaf is one: "asset tag" for
 * `/assets/0/tag`, "booking number" for `booking_id`.
 */
function isNamedWithOwner(sentence: string, { at }: SaidLeaf): boolean {
  const keys = at.split('/').filter((key) => /\D/.test(key))
  const [owner = [], name = []] = ['', ...keys].slice(-2).map(nameWords)
  const isId = isIdName(keys.at(-1) ?? '')
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const isAt = (place: number, part: readonly string[]): boolean =>
    part.length > 0 && part.every((one, i) => haveOneStem(one, words[place + i] ?? ''))
  const isNameAt = (place: number): boolean =>
    isId ? isIdName(`_${singular(words[place] ?? '')}`) : isAt(place, name)
  const owners = [owner, ...(isId ? [name.slice(0, -1)] : [])]
  return words.some((_, place) => owners.some((one) => isAt(place, one) && isNameAt(place + one.length)))
}

/** Whether a sentence has a word of the path of a leaf: "fine" for `/fines/open_amount`. */
const isHinted = (sentence: string, { at }: SaidLeaf): boolean =>
  at
    .split('/')
    .flatMap((key) => nameWords(key))
    .some((name) => countNamed(sentence, `/${name}`) > 0)

/**
 * Values of a reply that the prompt asks for: its questions name them, or its last sentence does. What a task goes on with,
 * or what a tool is called, is named for the calls.
 */
export function listAsked(
  said: readonly SaidLeaf[],
  { task: { prompt, expected_trace }, sent }: AnswerGround,
): SaidLeaf[] {
  const inQuestion = said.filter((leaf) => !leaf.isEcho && isAsked(prompt, leaf.at))
  if (inQuestion.length > 0) return inQuestion
  const [last = ''] = listSentences(prompt).slice(-1)
  const taken = listSources(expected_trace.steps.map((step): Json => step.arguments))
  const ofTools = new Set(expected_trace.steps.flatMap(({ tool_name }) => nameWords(tool_name)))
  const isNamed = (leaf: SaidLeaf): boolean =>
    isNamedWithOwner(last, leaf) ||
    (isOpen(leaf) &&
      isAsked(prompt, leaf.at, [last]) &&
      !nameWords(nameAt(leaf.at)).every((word) => ofTools.has(word)))
  return said.filter(
    (leaf) =>
      isNamed(leaf) &&
      !isSent(leaf, sent) &&
      !taken.some((from) => from.$from === leaf.step && from.at === leaf.at),
  )
}

/**
 * Whether a call sent a value, alone or in a text: a person who grades the call need not grade it again.
 *
 * @param isInText Whether only a longer text counts: an id alone says which thing a call is about
 */
const isSent = ({ value, isDay }: SaidLeaf, sent: readonly JsonObject[], isInText = false): boolean => {
  const shown = isDay ? String(value).slice(0, DAY_LENGTH) : value
  return leavesOf([...sent]).some(({ value: one }) =>
    one === shown ? !isInText : typeof one === 'string' && shows(one, shown),
  )
}

/** Whether nothing but a reply uses the result that a value is of: what is read for nothing else is read for the answer. */
export const isOfIdleRead = ({ step }: SaidLeaf, { task, isRead }: AnswerGround): boolean =>
  isRead(step) &&
  !listStepsReadBy(task.expected_trace.steps.map(({ arguments: args }): Json => args)).includes(step)

/**
 * Further values that a reply may be for, which no call sent: numbers and moments of results that nothing uses, or of which
 * the last sentence of the prompt has a word. If it is sure that the prompt asks for something, those of any result, else
 * names, else ids.
 */
export function listLikely(said: readonly SaidLeaf[], ground: AnswerGround, isAsking: boolean): SaidLeaf[] {
  const { task, sent } = ground
  const { steps } = task.expected_trace
  const [last = ''] = listSentences(task.prompt).slice(-1)
  const used = new Set(listStepsReadBy(steps.map((step): Json => step.arguments)))
  const ofTools = new Set(steps.flatMap(({ tool_name }) => nameWords(tool_name)))
  const isId = ({ at }: SaidLeaf): boolean =>
    isIdName(nameAt(at)) || nameWords(nameAt(at)).every((word) => ofTools.has(word))
  // A word of a fixed list, such as EUR or shipped, says nothing new.
  const isTelling = ({ value }: SaidLeaf): boolean => isMoment(value) || isFigure(value)
  const isOwned = (leaf: SaidLeaf): boolean => isNamedWithOwner(last, leaf)
  const fresh = said.filter(
    (leaf) => !leaf.isEcho && !isSent(leaf, sent, isOwned(leaf)) && isExchangeable(String(leaf.value)),
  )
  const atEnd = fresh.filter(({ step }) => !used.has(step))
  const open = fresh.filter((leaf) => isOwned(leaf) || (isOpen(leaf) && !isId(leaf)))
  const ofReads = atEnd.filter((leaf) => !isId(leaf) && isOfIdleRead(leaf, ground))
  const choices = isAsking
    ? [
        fresh.filter((leaf) => ofReads.includes(leaf) || open.includes(leaf)),
        atEnd.filter((leaf) => !isId(leaf)),
        atEnd,
        fresh,
      ]
    : [open.filter((leaf) => (atEnd.includes(leaf) && isTelling(leaf)) || isHinted(last, leaf))]
  return choices.find((leaves) => leaves.length > 0) ?? []
}
