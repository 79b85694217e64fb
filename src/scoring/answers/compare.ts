import {
  type Gap,
  isTemplate,
  isText,
  listBoundParts,
  listSources,
  readBindingKey,
  type Template,
  type Text,
} from '../../schema/binding.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { memoizeByString } from '../../shared/memoize.ts'
import { appendKey } from '../../shared/pointer.ts'
import { type OutputOf, resolve, resolveAll } from '../../tasks/bindings.ts'
import { nameForm } from '../../tasks/equality.ts'
import { describeBinding } from '../../tasks/naming.ts'
import { createJudge, leavesBy, type ValueFields, type ValueJudging } from '../judge-value.ts'
import { readJson } from './read-json.ts'
import { buildSlot, listGivingSources, nameOfField, type Sources } from './slots.ts'
import { divideReply, type TemplatePart } from './template.ts'
import { explainMisfit, fitsScalar, isHarmlessNote } from './values.ts'

/** One graded part of an answer: a binding, or a value that the task states. */
export interface AnswerPart {
  pointer: string
  binding: Json
  right: boolean
  /** Values that are right; none where the source gave nothing. */
  expected: readonly Json[]
  /** What the answer has in its place; undefined where it has nothing. */
  actual: string | undefined
  note?: string
  /** Says what a wrong scalar has that it should not: a note, another unit, fewer digits. */
  findHint?: (() => string | undefined) | undefined
  /** What stands in the gap of a template that is wrong. */
  gap?: string
  /** Whether a wrong text gives another value of a result. */
  givesOther?: boolean
}

/** What an answer is compared with. */
export interface AnswerComparison extends Sources {
  outputOf: OutputOf
  /** Whether only right or wrong is asked for, and nothing explains a wrong text. */
  isUnexplained?: boolean
  /** Judges a text in the agent's own words. */
  judgeProse(text: Text, written: string, pointer: string): AnswerPart[]
  /** Whether keys that nobody expects are ungraded, as in structured output. */
  allowsMoreKeys?: boolean
  /** Whether a note gives a text of a result, or, behind another value than a text, one that the prompt lacks. */
  holdsResult?(note: string, isBehindText: boolean): boolean
}

/** Where a value stands. */
interface AnswerPlace {
  pointer: string
  /** What the prompt has there: words, or an object or list of them. */
  asked?: Json | undefined
  /** Text of a template around a gap, which has its unit. */
  around?: string
  /** Whether it is the whole of an answer line, behind which a note may stand. */
  isLine?: boolean
}

const show = (actual: Json | undefined): string | undefined =>
  actual === undefined || typeof actual === 'string' ? actual : JSON.stringify(actual)

/** Keys agree but for case, blanks, hyphens and underscores. */
const foldKey = memoizeByString(1000, (key) => nameForm(key).replaceAll(/[_-]/g, ''))

/** The items of a list without brackets: one a line, or separated by commas. */
function splitBareList(written: string): string[] {
  const text = written.trim().replace(/^(?:(\*{1,3})([^*]*)\1|<([^<>]*)>)$/, '$2$3')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1
    ? lines.map((line) => line.trim().replace(/^(?:[-*+\u2022]|\d{1,3}[.)])\s+/, ''))
    : text.split(/,\s/.test(text) ? /,\s+/ : ',')
}

/** The object or list that a text is; undefined where it is neither. */
function readStructure(text: string, isList: boolean): Json | undefined {
  const json = readJson(text)
  if (json !== undefined) return json.rest.trim() === '' ? json.value : undefined
  return isList ? splitBareList(text) : undefined
}

/** What `{"answer": v}` holds and, where the value of one field is expected, `[v]` and an object of that field. */
function unwrapActual(actual: Json | undefined, field?: string): Json | undefined {
  const isSingle = field !== undefined
  if (Array.isArray(actual)) return isSingle && actual.length === 1 ? actual[0] : actual
  if (!isObject(actual)) return isSingle ? readStructure(show(actual) ?? '', false) : actual
  const [entry, ...others] = Object.entries(actual)
  const isWrapped = entry !== undefined && others.length === 0
  return isWrapped && ['answer', foldKey(field ?? 'answer')].includes(foldKey(entry[0])) ? entry[1] : actual
}

/** What stands in the places of an expected list or object, by its keys; undefined where it has another shape. */
function matchFields(
  expected: object,
  actual: Json | undefined,
  allowsMoreKeys = false,
): ValueFields | undefined {
  const isList = Array.isArray(expected)
  const keys = Object.keys(expected)
  const read = typeof actual === 'string' ? readStructure(actual, isList) : actual
  const given = keys.some((key) => foldKey(key) === 'answer') ? read : unwrapActual(read)
  if (typeof given !== 'object' || given === null || Array.isArray(given) !== isList) return undefined
  const givenKeys = Object.keys(given)
  if (givenKeys.length > keys.length && (isList || !allowsMoreKeys)) return undefined
  const isDistinct = [keys, givenKeys].every((names) => new Set(names.map(foldKey)).size === names.length)
  const fold = isDistinct ? foldKey : (key: string) => key
  const byKey = new Map(Object.entries(given).map(([key, value]) => [fold(key), value]))
  return Object.fromEntries(keys.map((key) => [key, byKey.get(fold(key))]))
}

const placeIn = ({ isLine: _, ...place }: AnswerPlace, expected: object, key: string): AnswerPlace => ({
  ...place,
  pointer: appendKey(place.pointer, key),
  asked: matchFields(expected, place.asked, true)?.[key],
})

/** Whether an answer line says in any words that there is no value: an id, an amount or a date has a digit. */
const holdsNoValue = (actual: Json | undefined, { pointer, isLine }: AnswerPlace): boolean =>
  isLine === true && pointer === '' && typeof actual === 'string' && !/\p{N}/u.test(actual)

/** Whether null itself is expected: a function's literals are written `{"$literal": null}`. */
const isNull = (expected: Json): boolean =>
  expected === null || (isObject(expected) && expected.$literal === null)

const judging: ValueJudging<AnswerPlace, AnswerComparison, AnswerPart> = {
  placeIn,
  fieldsOf: (expected, actual, { allowsMoreKeys }) => matchFields(expected, actual, allowsMoreKeys),
  whole:
    (expected, { pointer }, judgeAt) =>
    (given, actual, against, parts) => {
      const whole = { right: given !== undefined, actual: show(actual) }
      const keys = Object.keys(expected)
      if (keys.length === 0) parts.push({ ...whole, pointer, binding: expected, expected: [expected] })
      const isAbsent = (key: string): boolean =>
        given !== undefined &&
        given[key] === undefined &&
        readBindingKey((expected as JsonObject)[key] ?? null) === '$optional'
      const judged = keys.flatMap((key) =>
        isAbsent(key) ? [] : leavesBy(judgeAt(key), given?.[key], against),
      )
      const note = Array.isArray(expected)
        ? `it is not a list of ${expected.length}`
        : `it is not an object with ${keys.join(', ')} alone`
      parts.push(...(given === undefined ? judged.map((part) => ({ ...part, ...whole, note })) : judged))
    },
  noneOf: (verdicts) => ({ ...verdicts[0], expected: verdicts.flatMap(({ expected }) => expected) }),
  leaf: (binding, place) => (actual, against, parts) => {
    const { pointer } = place
    if (isText(binding)) return void parts.push(...against.judgeProse(binding, show(actual) ?? '', pointer))
    if (isTemplate(binding))
      return void parts.push(compareTemplate(binding, show(actual) ?? '', pointer, against))
    let explain: (() => string | undefined) | undefined
    /** Whether a part of the bound value, in which all is data, stands in its place. */
    const fits = (value: Json, given: Json | undefined, here: AnswerPlace): boolean => {
      if (Array.isArray(value) || isObject(value)) {
        const fields = matchFields(value, given, against.allowsMoreKeys)
        return (
          fields !== undefined &&
          Object.entries(value).every(([key, item]) => fits(item, fields[key], placeIn(here, value, key)))
        )
      }
      const words = typeof here.asked === 'string' ? here.asked : undefined
      const below = here.pointer.slice(pointer.length)
      const slot = buildSlot(binding, below, words, against, here.around)
      if (below === '' && typeof given !== 'object' && given !== undefined)
        explain ??= () => explainMisfit(value, String(given), slot)
      const allowsNote = (note: string): boolean =>
        isHarmlessNote(note) &&
        !(note.includes('(') && against.holdsResult?.(note, typeof value === 'string') === true)
      const fitsAs = (form: Json | undefined, asLine = false): boolean =>
        form !== undefined &&
        typeof form !== 'object' &&
        fitsScalar(value, String(form), asLine ? { ...slot, allowsNote } : slot)
      if (fitsAs(given, here.isLine)) return true
      const field = nameOfField((listGivingSources(binding).at(-1)?.at ?? '') + below)
      const inner = unwrapActual(given, field)
      return fitsAs(inner) || fitsAs(unwrapActual(inner, field))
    }
    const expected = resolveAll(binding, against.outputOf)
    const right =
      (isNull(binding) && holdsNoValue(actual, place)) || expected.some((value) => fits(value, actual, place))
    const findHint = right ? undefined : explain
    parts.push({ pointer, binding, right, expected, actual: show(actual), ...(findHint && { findHint }) })
  },
}

/**
 * Compares an answer with the expected one, part by part.
 *
 * @param actual The answer; a text stands for itself, or for the list or object that it writes.
 */
export const compare = (
  expected: Json,
  actual: Json | undefined,
  place: AnswerPlace,
  against: AnswerComparison,
): AnswerPart[] => leavesBy(createJudge(expected, place, judging), actual, against)

/** Longest text that is searched for what stands around a template. */
const MAX_EXPLAINED_LENGTH = 1000

/** A gap of a template, and a text that it cannot hold. */
interface WrongGap {
  gap: Gap
  text: string
  part: AnswerPart
}

/**
 * What judges the texts of the gap at a place of a template. A search tries one text in many divisions, so each is
 * judged once.
 */
function createGapJudge(
  { $template: pieces }: Template,
  place: number,
  against: AnswerComparison,
): (text: string) => AnswerPart | undefined {
  const { gap, is } = pieces[place] as Gap
  // The words on both sides of a gap, where its unit stands.
  const [before, behind] = [pieces[place - 1], pieces[place + 1]].map((one) =>
    typeof one === 'string' ? one : '',
  )
  const around = `${before?.trim().split(/\s+/).at(-1)} ${behind?.trim().split(/[\s,;.]+/)[0]}`
  const judge = createJudge(is, { pointer: '', asked: gap, around }, judging)
  const judged = new Map<string, AnswerPart | undefined>()
  return (text) => {
    if (!judged.has(text))
      judged.set(
        text,
        leavesBy(judge, text, against).find((part) => !part.right),
      )
    return judged.get(text)
  }
}

/** What is wrong with the text of a gap. */
function explainGap({ gap: { gap, is }, text, part }: WrongGap, { outputOf }: AnswerComparison): string {
  const source = listSources(is).length > 0 ? `${describeBinding(is)} ` : ''
  const hint = part.findHint?.()
  const shown = `${JSON.stringify(text.trim())}${hint === undefined ? '' : ` (${hint})`}`
  return `<${gap}> is ${shown}, not ${source}${JSON.stringify(resolve(is, outputOf) ?? null)}`
}

export function compareTemplate(
  template: Template,
  written: string,
  pointer: string,
  against: AnswerComparison,
): AnswerPart {
  const pieces = template.$template
  const judges = pieces.map((piece, i) =>
    typeof piece === 'string' ? piece : { gap: piece, judge: createGapJudge(template, i, against) },
  )
  const isFollowed = (
    mayBeWrong: (wrong: WrongGap) => boolean,
    before: readonly TemplatePart[] = [],
    behind: readonly TemplatePart[] = [],
  ): boolean => {
    const parts = judges.map((piece): TemplatePart => {
      if (typeof piece === 'string') return piece
      return (text) => {
        const part = piece.judge(text)
        return part === undefined || mayBeWrong({ gap: piece.gap, text, part })
      }
    })
    return divideReply([...before, ...parts, ...behind], written, template.around === true)
  }
  const never = (): boolean => false
  const right = isFollowed(never)
  const expected = listBoundParts(template).flatMap((is) => resolveAll(is, against.outputOf).slice(0, 1))
  const part = { pointer, binding: template as Json, right, expected, actual: written }
  if (right || against.isUnexplained) return part
  const hasText = (text: string): boolean => text.trim() !== ''
  const side =
    written.length > MAX_EXPLAINED_LENGTH
      ? undefined
      : isFollowed(never, [], [hasText])
        ? 'after'
        : isFollowed(never, [hasText]) && 'before'
  if (side) return { ...part, note: `there is text ${side} the template` }
  // Where the text follows the template but for its values, the first wrong value says more.
  let first: WrongGap | undefined
  const hasWrongValue = isFollowed((wrong) => {
    first ??= wrong
    return true
  })
  if (!hasWrongValue || first === undefined) return { ...part, note: 'it does not follow the template' }
  return { ...part, note: explainGap(first, against), gap: first.text.trim() }
}
