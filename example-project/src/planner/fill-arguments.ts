import { coerce, fitOf } from './fit.ts'
import { freeText } from './free-text.ts'
import type { Call } from './history.ts'
import { asArgument, candidates, findings, type Leaf, PROSE } from './outputs.ts'
import { pointsBack, type Step } from './plan.ts'
import type { Param } from './tool-spec.ts'
import { currencyCode, unitSpellings } from './vocabulary.ts'
import { overlap, termsOf, wordsOf } from './words.ts'

type Args = Record<string, unknown>

/** Score from which an output is what the clause speaks of. */
const CLEAR = 2

/** Parameters that say where something goes: their tools take one message about all there is to say. */
const DESTINATIONS = new Set(['email', 'file-path', 'key', 'title', 'label', 'person', 'datetime'])

const isSink = (step: Step): boolean =>
  step.tool.params.some((param) => param.required && DESTINATIONS.has(param.meaning))

/** Words of a clause that are not the name of its tool: they tell what the tool is to work on. */
const objectTerms = (step: Step): Set<string> =>
  new Set([...termsOf(step.clause.words)].filter((term) => !step.tool.nameTerms.has(term)))

const describe = (call: Call): string =>
  findings(call)
    .map(({ key, value }) => (key ? `${key.replaceAll('_', ' ')}: ${value}` : String(value)))
    .join(', ')

/** What names the subject of a call in prose: its short arguments. */
const subjectOf = (call: Call): string =>
  Object.values(call.args)
    .filter((value) => typeof value === 'string' && value.length < 40)
    .join(' ')

/** Calls whose findings no later call has taken up. */
export function openCalls(calls: readonly Call[]): Call[] {
  return calls.filter((call, index) => {
    const told = findings(call).map(({ value }) => JSON.stringify(value).replace(/^"|"$/g, ''))
    const later = calls.slice(index + 1).map((each) => JSON.stringify(each.args))
    return !told.some((value) => value.length > 2 && later.some((args) => args.includes(value)))
  })
}

/** Text about earlier results: the one text there is, or a line of findings for each call. */
function compose(step: Step, param: Param, calls: readonly Call[]): string | undefined {
  const open = openCalls(calls)
  const told = open.length > 0 ? open : calls
  if (told.length === 1) {
    const [best] = candidates(told, param, objectTerms(step))
    const found = findings(told[0] as Call)
    const named = best !== undefined && overlap(termsOf(best.leaf.key), objectTerms(step)) > 0
    const prose = typeof best?.leaf.value === 'string' && best.leaf.value.length > 40
    if (best && (prose || found.length === 1 || named)) return String(asArgument(best.leaf.value, param))
  }
  const lines = told.map((call) => [subjectOf(call), describe(call)].filter(Boolean).join(' - '))
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** Unit or currency that the name of a field tells, as in `price_usd` or `temperature_celsius`. */
function unitOfField(leaf: Leaf, step: Step, param: Param): string | undefined {
  for (const word of wordsOf(leaf.key)) {
    const code = param.meaning === 'currency' ? currencyCode(word.toUpperCase()) : undefined
    const unit = unitSpellings(word).find((each) => new RegExp(`\\b${each}\\b`, 'i').test(step.tool.text))
    if (code ?? unit) return code ?? unit
  }
  return undefined
}

/** Last resorts for a parameter that no output fills. */
function fallback(step: Step, param: Param, prompt: Step['used']): unknown {
  const value = prompt.find((each) => fitOf(each, param) >= 0.9 && !step.used.includes(each))
  if (value) return coerce(value, param, step.tool)
  if (param.options.length > 0) return param.options[0]
  if (param.meaning === 'title')
    return step.clause.words.split(/\s+/).slice(0, 6).join(' ').replace(/[,.]$/, '')
  return freeText(step.clause, param)
}

/** Numbers of one name from several outputs, for a parameter that takes a list. */
function gathered(step: Step, param: Param, calls: readonly Call[]): unknown[] | undefined {
  const item: Param = {
    ...param,
    type: param.itemType ?? 'any',
    meaning: param.meaning === 'numbers' ? 'number' : 'text',
  }
  const ranked = candidates(calls, item, objectTerms(step)).filter(({ leaf }) => leaf.depth > 0)
  const key = ranked[0]?.leaf.key
  const values = calls.flatMap((call) => {
    const leaf = ranked.find((each) => each.leaf.key === key && each.leaf.call === call)?.leaf
    return leaf ? [leaf.value] : []
  })
  return values.length > 1 ? values : undefined
}

/** The text of the prompt that the latest earlier call worked on. */
const textBefore = (calls: readonly Call[], prompt: Step['used']): string | undefined =>
  prompt
    .filter(
      (value) =>
        value.kinds[0] === 'quoted' && calls.some((call) => Object.values(call.args).includes(value.text)),
    )
    .at(-1)?.text

/** The arguments of one call, its missing ones taken from the outputs of the given calls. */
function fillOne(step: Step, calls: readonly Call[], prompt: Step['used']): Args | undefined {
  const args: Args = { ...step.args }
  const taken: Leaf[] = []
  const late: Param[] = []
  const take = (param: Param): boolean => {
    const twins = step.missing.filter((other) => other.meaning === param.meaning).length > 1
    const ranked = candidates(calls, param, objectTerms(step)).filter(
      ({ leaf }) => !taken.some((other) => other.call === leaf.call && other.key === leaf.key),
    )
    const key = taken.at(-1)?.key ?? ranked[0]?.leaf.key
    const paired = twins
      ? calls.flatMap((call) =>
          ranked.filter(({ leaf }) => leaf.call === call && leaf.key === key).slice(0, 1),
        )
      : []
    const leaf = (paired[0] ?? ranked[0])?.leaf
    if (leaf === undefined) return false
    const restated =
      PROSE.has(param.meaning) && (ranked[0]?.score ?? 0) < CLEAR ? textBefore(calls, prompt) : undefined
    if (restated !== undefined) {
      args[param.name] = restated
      return true
    }
    taken.push(leaf)
    args[param.name] = asArgument(leaf.value, param)
    return true
  }
  for (const param of step.missing) {
    if (param.meaning === 'unit' || param.meaning === 'currency' || param.options.length > 0) late.push(param)
    else if (param.meaning === 'text' && isSink(step)) args[param.name] = compose(step, param, calls)
    else if (param.meaning === 'title' && isSink(step)) late.push(param)
    else if (!(param.type === 'array' && (args[param.name] = gathered(step, param, calls)))) {
      if (!take(param)) late.push(param)
    }
  }
  if (taken.length === 0 && step.missing.every((param) => late.includes(param)) && pointsBack(step)) {
    const optional = step.tool.params.find(
      (each) => each.type === 'number' && !each.required && !(each.name in args),
    )
    if (optional) take(optional)
  }
  for (const param of late) {
    const told = taken.map((leaf) => unitOfField(leaf, step, param)).find((unit) => unit !== undefined)
    if (told === undefined && param.meaning === 'unit') {
      if (take(param)) continue
    }
    args[param.name] = told ?? fallback(step, param, prompt)
  }
  const complete = step.missing.every((param) => args[param.name] !== undefined)
  return complete ? args : undefined
}

/** The outputs to fill a step from: one call a set, where the step is to be made for each of them. */
function sourceSets(step: Step, calls: readonly Call[]): (readonly Call[])[] {
  const scalar = step.missing.filter(
    (param) => param.type !== 'array' && !['unit', 'currency'].includes(param.meaning),
  )
  const open = openCalls(calls)
  const group = open.filter((call) => call.tool === open.at(-1)?.tool)
  if (group.length < 2 || scalar.length === 0) return [calls]
  const [param] = scalar as [Param]
  if (step.extreme) {
    const rated = group.flatMap((call) => {
      const number = candidates([call], { ...param, type: 'number', options: [] }, objectTerms(step))[0]?.leaf
        .value
      return typeof number === 'number' ? [{ call, number }] : []
    })
    rated.sort((a, b) => (step.extreme === 'greatest' ? b.number - a.number : a.number - b.number))
    return [[rated[0]?.call ?? (group.at(-1) as Call)]]
  }
  if (isSink(step) || scalar.some((other) => other !== param && other.meaning === param.meaning))
    return [calls]
  return group.map((call) => [call])
}

/** The calls of a step whose predecessors have ended: none where arguments stay unknown. */
export function fillStep(step: Step, calls: readonly Call[], prompt: Step['used']): Args[] {
  if (step.missing.length === 0 && !(pointsBack(step) && step.after.size > 0)) return [step.args]
  const filled = sourceSets(step, calls).map((set) => fillOne(step, set, prompt))
  return filled.filter((args) => args !== undefined)
}
