import type { Json, JsonObject } from '../../../shared/json.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { argumentOf } from '../arguments.ts'
import type { LinkedCall } from './links.ts'
import { isCount } from './number.ts'
import { isClinical, isComputing, isPredicting, needsField } from './vocabulary.ts'

type Output = ToolSpec['outputs'][number]

const isNumeric = (value: Json | undefined): boolean =>
  typeof value === 'number' ||
  (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')) ||
  (Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'string' && /:\s*-?\d/.test(item)))

const isSeries = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.length > 2 && value.every((item) => typeof item === 'number')

/** Numbers of a call that set how it is carried out, and that no figure is reckoned from. */
const SETTING =
  /(?:^|_)(?:limit|max|min|maximum|minimum|threshold|timeout|size|page|offset|count|window|period|horizon|days|port|precision|level|batch|results|top|number|percentage|tolerance|quality|seed|months?|hours?|minutes?|seconds?|years?|age|duration|lookback)(?:_|$)/

/** Figures of handling, which hang on the machine and not on what is reckoned. */
const OF_HANDLING = /(?:^|_)(?:times?|duration|seconds|ms|size|bytes|kb|mb|latency|count|processed)(?:_|$)/

/** Grades that a tool gives by weights of its own, which no rule of the field fixes. */
const GRADED = /(?:score|rating|probability|likelihood|strength)$/
/** Figures that are called scores or indices and that the field defines. */
const isStatistic = (name: string): boolean =>
  /(?:^|_)(?:auc|roc|psnr|ssim|mse|rmse|mae|snr|f1|z|t|p|r2|gini|rsi|beta|sharpe|apgar|news|early_warning|value)(?:_|$)/.test(
    name,
  )

/** What a comparison finds. */
const COMPARED = /\b(?:differences?|mismatch\w*|duplicates?|discrepanc\w*|unmatched|overlap\w*)\b/

/** What a text is said to be like. */
const READ =
  /(?:sentiment|emotion|intent|tone|topic|category|categories|class|label|language|urgency|readability)/

/** Whether an output says what a text of the call is like, which only a reader can. */
function isReading({ name }: Output, args: JsonObject): boolean {
  const texts = Object.values(args).flatMap((value) => [value].flat())
  return (
    READ.test(name) &&
    texts.some((text) => typeof text === 'string' && !/^[[{]/.test(text) && text.split(/\s+/).length >= 6)
  )
}

/** What the tool says of a patient's state: a level, a score. */
const ASSESSED =
  /(?:risk|severity|urgency|triage|priority|level|category|score|probability|rating|vital|acuity)/

/**
 * Whether an output is a figure or a verdict that follows from what the call gives by rules that nothing here knows: a
 * figure that the tool reckons from figures, or what it finds of a patient.
 */
export function isUnreckoned(output: Output, { args, tool }: LinkedCall): boolean {
  const { name, type, items, description } = output
  if (/number|integer/.test(items?.type ?? type) && needsField(name) && !isCount(name, output)) return true
  if (type === 'boolean' && /^should_/.test(name)) return true
  if (isReading(output, args)) return true
  if (isCount(name, output) && COMPARED.test(name.replaceAll('_', ' '))) return true
  if (
    isClinical(tool) &&
    ASSESSED.test(name) &&
    !/confidence|quality|completeness|validation|match|relevance|search/.test(name)
  )
    return true
  const isList = type === 'array'
  const of = isList ? (items?.type ?? '') : type
  const isFigure = /number|integer/.test(of) || (isList && of === 'boolean')
  if (!isList && /confidence/.test(name)) return false
  if (!isFigure || OF_HANDLING.test(name)) return false
  if (/\bflattened\b/i.test(description)) return true
  const series = tool.parameters.some(
    ({ name: key }) => isSeries(argumentOf(args, key, tool)) && !/weights?$/.test(key),
  )
  if (isList && series) return true
  if (isCount(name, output) && !series) return false
  if (!isList && GRADED.test(name) && !isStatistic(name)) return false
  const isReckoner = isComputing(tool)
  if (!isReckoner && !isPredicting(tool)) return false
  return tool.parameters.some((parameter) => {
    const value = argumentOf(args, parameter.name, tool)
    return !SETTING.test(parameter.name) && isNumeric(value) && (isReckoner || Array.isArray(value))
  })
}

/** Whether a moment is only there if something is so, or follows from a rule of the call. */
export const isConditional = ({ name, description }: Output): boolean =>
  /\(if\b|\bif (?:any|locked|applicable)\b/i.test(description) || /^next_/.test(name)
