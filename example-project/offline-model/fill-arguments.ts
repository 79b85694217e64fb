import { compose, objectTerms } from './compose.ts'
import { coerce, fitOf } from './fit.ts'
import type { Call } from './history.ts'
import { asArgument, candidates, type Leaf, PROSE } from './outputs.ts'
import type { Step } from './plan.ts'
import { isSink, sourceSets } from './sources.ts'
import type { Param } from './tool-spec.ts'
import { currencyCode, unitSpellings } from './vocabulary.ts'
import { wordsOf } from './words.ts'

type Args = Record<string, unknown>

/** Score from which an output is what the clause speaks of. */
const CLEAR = 2

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
function fallback(step: Step, param: Param, calls: readonly Call[], prompt: Step['used']): unknown {
  const given = new Set(PROSE.has(param.meaning) ? calls.flatMap((call) => Object.values(call.args)) : [])
  const value = prompt.find(
    (each) => fitOf(each, param) >= 0.9 && !step.used.includes(each) && !given.has(each.text),
  )
  if (value) return coerce(value, param, step.tool)
  if (param.options.length > 0) return param.options[0]
  if (param.meaning === 'title')
    return step.clause.words.split(/\s+/).slice(0, 6).join(' ').replace(/[,.]$/, '')
  return undefined
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
    else if (param.meaning === 'title' && isSink(step)) late.push(param)
    else if (param.meaning === 'text' && isSink(step)) args[param.name] = compose(step, param, calls)
    else {
      const list = param.type === 'array' ? gathered(step, param, calls) : undefined
      if (list) args[param.name] = list
      else if (!take(param)) late.push(param)
    }
  }
  for (const param of late) {
    const told = taken.map((leaf) => unitOfField(leaf, step, param)).find((unit) => unit !== undefined)
    if (told === undefined && param.meaning === 'unit') {
      if (take(param)) continue
    }
    args[param.name] = told ?? fallback(step, param, calls, prompt)
  }
  const complete = step.missing.every((param) => !param.required || args[param.name] !== undefined)
  return complete ? args : undefined
}

/** The calls of a step whose predecessors have ended: none where arguments stay unknown. */
export function fillStep(step: Step, calls: readonly Call[], prompt: Step['used']): Args[] {
  if (step.missing.length === 0) return [step.args]
  const filled = sourceSets(step, calls).map((set) => fillOne(step, set, prompt))
  return filled.filter((args) => args !== undefined)
}
