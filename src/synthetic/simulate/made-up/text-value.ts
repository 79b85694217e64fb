import type { Json, JsonObject } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { argumentOf } from '../arguments.ts'
import { laidOut, layoutOf } from './layout.ts'
import { isMoment } from './relation-words.ts'
import { proseRole, sentenceOf, spoken } from './sentence.ts'
import { subjectNamed, subjectOf } from './subjects.ts'
import { addressParts, ISSUED, isJudgement, type Making, ranked } from './text-list.ts'
import { isAdverse, isClinical, needsField } from './vocabulary.ts'

type Output = ToolSpec['outputs'][number]

const CHOSEN =
  /^(?:top|best|assigned|recommended|suggested|selected|chosen|optimal|primary|preferred|winning|winner|leading)_/

/** The one of the things that the call was given that an output says was chosen. */
function chosen(output: Output, { call, bits }: Making): string | undefined {
  const { name, description } = output
  if (!CHOSEN.test(name) && !/\b(?:selected|chosen|best|top)\b/i.test(description)) return undefined
  const ids = /\bIDs?\b|\bidentifier\b/.test(description)
  const subject = subjectNamed(output, call) ?? (CHOSEN.test(name) ? subjectOf(output, call) : undefined)
  if (subject === undefined) return undefined
  const last = stemsOf(name).at(-1) ?? ''
  const isOne = ids || stemsOf(subject.name).includes(last) || /performer|choice|option|winner/.test(last)
  return isOne ? ranked(subject, bits)[0] : undefined
}

const SHOWN = 4

/** The last four digits of the number that the call gives. */
function lastDigits({ name }: Output, { args, tool }: Making['call']): string | undefined {
  if (!/^last_(?:four|4)/.test(name)) return undefined
  const numbers = tool.parameters.flatMap((one) => {
    const value = argumentOf(args, one.name, tool)
    return typeof value === 'string' && /^[\d -]{8,}$/.test(value) ? [value] : []
  })
  return numbers.length === 1 ? numbers[0]?.slice(-SHOWN) : undefined
}

/** An argument under another name: masked, or as the one who did it, `updated_by` of `agent_id`. */
function givenAgain({ name, description }: Output, { args, tool }: Making['call']): string | undefined {
  const own = new Set(stemsOf(/^masked_/.test(name) ? name : description))
  const isActor = /_by$/.test(name)
  if (!isActor && !/^masked_/.test(name)) return undefined
  const alike = tool.parameters.flatMap((one) => {
    const value = argumentOf(args, one.name, tool)
    const stems = stemsOf(one.name)
    const isOf = isActor ? stems.every((stem) => own.has(stem)) : stems.some((stem) => own.has(stem))
    return isOf && typeof value === 'string' ? [value] : []
  })
  const [only, other] = alike
  if (only === undefined || other !== undefined) return undefined
  return isActor ? only : `${'*'.repeat(Math.max(SHOWN, only.length - SHOWN))}${only.slice(-SHOWN)}`
}

const PERIOD = /(?:^|_)(?:period|range|timeframe|window|interval)$/

/** From the first to the last date of the call. */
function periodOf({ call: { args, tool } }: Making): string | undefined {
  const days = tool.parameters.flatMap(({ name }) => {
    const value = argumentOf(args, name, tool)
    return typeof value === 'string' && isMoment(value) ? [value.slice(0, 10)] : []
  })
  const [first, last] = [[...days].sort()[0], [...days].sort().at(-1)]
  return first === undefined || first === last ? undefined : `${first} to ${last}`
}

/** How long something takes, in words. */
function durationOf({ name, description }: Output, { bits, call }: Making): string | undefined {
  const isDuration =
    /(?:^|_)(?:duration|timeline|timeframe|turnaround)$/.test(name) ||
    (/(?:^|_)time$/.test(name) && /\b(?:estimated|expected|processing|how long)\b/i.test(description))
  if (!isDuration || isClinical(call.tool)) return undefined
  const count = bits.pick(name, [2, 3, 4, 5])
  const isWork = /\b(?:process|authori[sz]|deliver|review|respon|resol|approv|claim|ship)/i.test(
    `${description} ${name}`,
  )
  return isWork ? `${count} business days` : `${count * 5} minutes`
}

/** The argument whose name ends as that of the output does, where there is one such. */
function namesake({ name }: Output, { args, tool }: Making['call']): string | undefined {
  const last = stemsOf(name).at(-1)
  const alike = tool.parameters.filter((one) => stemsOf(one.name).at(-1) === last)
  const value = alike.length === 1 && alike[0] ? argumentOf(args, alike[0].name, tool) : undefined
  return typeof value === 'string' && value.length <= 60 && !isMoment(value) ? value : undefined
}

const JSON_KEPT = /(?:password|secret|token|credential|key|cvv|ssn|pin)/

/** The arguments that an output in JSON is about, as JSON: those whose names its own shares, else all that are no secret. */
function jsonOf({ name, description }: Output, { call: { args, tool } }: Making): string | undefined {
  if (
    /\b(?:schema|tags|response|results?|config\w*|report|analysis|breakdown|metrics|statistics)\b/i.test(
      description,
    )
  )
    return undefined
  const said = tool.parameters.filter((one) => !JSON_KEPT.test(one.name) && Object.hasOwn(args, one.name))
  const words = new Set(stemsOf(`${name} ${description}`))
  const alike = said.filter((one) => stemsOf(one.name).some((stem) => words.has(stem)))
  if (alike.length === 0) return undefined
  const fields: JsonObject = Object.fromEntries(
    said.map((one) => [one.name, argumentOf(args, one.name, tool) ?? null]),
  )
  return JSON.stringify(fields)
}

/** Outputs that hold a work of words, which no sentence about the call can be. */
const WORK =
  /(?:^|_)(?:text|content|body|script|letter|article|email|response|draft|copy|document|request|code|template|structure|definition|plan)s?$/

/**
 * A short text that says what the call says: the thing that was chosen, a stated layout, a period, a namesake.
 * Undefined where that needs more.
 */
export function textValue(output: Output, kind: string, making: Making): Json | undefined {
  const { name, description } = output
  const { call, bits, standing } = making
  const given = givenAgain(output, call) ?? lastDigits(output, call)
  if (given !== undefined) return given
  const one = chosen(output, making)
  if (one !== undefined) return one
  const layout = layoutOf(description)
  const rows = layout === undefined ? undefined : laidOut(layout, name, call, bits)
  if (rows !== undefined) return rows[0]
  if (kind === 'address') return addressParts(output, call)?.join(', ')
  if (needsField(name)) return undefined
  if (kind === 'json') return jsonOf(output, making)
  if (kind !== 'label' && kind !== 'name') return undefined
  const duration = durationOf(output, making)
  if (duration !== undefined) return duration
  if (/^peak_.*(?:time|hours?|period)$/.test(name)) {
    const hour = bits.pick(name, [9, 10, 11, 13, 14, 15, 16])
    return `${hour}:00-${hour + 1}:00`
  }
  if (PERIOD.test(name)) return periodOf(making)
  if (/(?:^|_)title$/.test(name)) {
    const period = periodOf(making)
    return period === undefined ? undefined : `${spoken(call.tool.name)}: ${period}`
  }
  if (standing.causes.length === 0 && /\bif\b/.test(description) && isAdverse(name.replace(/_type$/, '')))
    return 'none'
  return /(?:tier|currency|format|method|mode|channel|language|carrier|region|department)$/.test(name)
    ? namesake(output, call)
    : undefined
}

const ACCOUNT =
  /^(?:(?:\w+ ){0,2}(?:summary|description|details|explanation|assessment|overview|confirmation|message|notes?|status message)|human-readable)\b/i

/** Whether a text is a sentence about the call and its answer, and not a work or a judgement of its own. */
export function isSentence(output: Output, kind: string, tool: ToolSpec): boolean {
  const { name, description } = output
  const isAccount = /(?:summary|message|notes?|details?|overview|confirmation)$/.test(name)
  if (needsField(name) && !isAccount) return false
  if (WORK.test(name) && (ISSUED.test(spoken(tool.name)) || !/message/i.test(description))) return false
  const isProse = kind === 'prose' || ((kind === 'label' || kind === 'name') && ACCOUNT.test(description))
  if (!isProse) return false
  const role = proseRole(name, description)
  return !(isClinical(tool) && role === 'advice') && !(isJudgement(output, tool) && role === 'advice')
}

/** The sentence of an output that is one; undefined where call and answer say too little. */
export const proseValue = (
  { name, description }: Output,
  outputs: JsonObject,
  { call, bits, standing }: Making,
): string | undefined =>
  sentenceOf(proseRole(name, description), { call, outputs, standing }, bits.token(name))
