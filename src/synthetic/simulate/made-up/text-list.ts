import type { Json } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { argumentOf } from '../arguments.ts'
import type { Bits } from './bits.ts'
import { extracted } from './extract.ts'
import { laidOut, layoutOf } from './layout.ts'
import type { LinkedCall } from './links.ts'
import { isMeasured, rangeOf } from './number.ts'
import { inputFacts, proseRole } from './sentence.ts'
import type { Standing } from './standing.ts'
import { perItemOf, type Subject, subjectNamed, subjectOf, subjectsOf } from './subjects.ts'
import { isAdverse, isClinical, needsField } from './vocabulary.ts'

type Output = ToolSpec['outputs'][number]

/** What texts are made of. */
export interface Making {
  call: LinkedCall
  bits: Bits
  standing: Standing
}

/** Names of tools that make something. */
export const ISSUED =
  /\b(?:generator|generate|creator|create|builder|build|writer|composer|sender|dispatcher)\b/i
const MOST = 5

/** Whether the tool brings about what the output holds, so that it says nothing of what is wrong. */
const isMade = ({ name }: Output, tool: ToolSpec): boolean =>
  ISSUED.test(tool.name.replaceAll('_', ' ')) &&
  stemsOf(name).some((stem) => stemsOf(tool.name).includes(stem))

/** Faults of data and of handling, which a call has or has not whatever it is about. */
const OF_HANDLING =
  /(?:error|fail|invalid|missing|skipped|rejected|conflict|warning|unmatched|incomplete|issue)/
/** What a comparison of given figures or lists finds: it can be told from the call, and is not found here. */
const COMPARED =
  /\b(?:exceed\w*|outside|above|below|beyond|less than|greater than|threshold|mismatch\w*|duplicat\w*|discrepanc\w*|differ\w*|limits?|insufficient|sufficient|variance|overlap\w*|similar|outlier\w*)\b/i

/** Whether an output tells how given values compare, or what is found of a patient. */
export const isJudgement = ({ name, description }: Output, tool: ToolSpec): boolean =>
  COMPARED.test(`${name.replaceAll('_', ' ')} ${description}`) ||
  (isClinical(tool) && !OF_HANDLING.test(name))

/** The things of a list, the first of them drawn: equal for all outputs of a call that rank them. */
export const ranked = ({ name, items }: Subject, bits: Bits): string[] => {
  const start = bits.pick(`rank of ${name}`, [...items.keys()])
  return [...items.slice(start), ...items.slice(0, start)]
}

/** What could not be handled; nothing, since the call was carried out. */
const HANDLED =
  /^(?:failed|missing|skipped|rejected|unprocessed|invalid|un(?!der|usual|safe|used|iq)\w+ed)_|_(?:failed|skipped|rejected)$/

function faults(output: Output, { call, standing }: Making): string[] | undefined {
  if (HANDLED.test(output.name)) return []
  if (isJudgement(output, call.tool)) return undefined
  if (standing.causes.length === 0) return []
  const own = subjectNamed(output, call)?.items.filter((item) => standing.causes.includes(item)) ?? []
  return own.length > 0 ? own : [...standing.causes].slice(0, MOST)
}

const DONE =
  /(?:^|_)(?:analy[sz]ed|applied|approved|assigned|authorized|calculated|checked|compared|completed|computed|considered|covered|created|deleted|delivered|detected_in|enabled|evaluated|examined|executed|filtered|granted|imported|included|indexed|measured|monitored|notified|optimized|processed|published|queried|removed|scanned|selected|sent|successful|synced|synchronized|tested|tracked|updated|used|valid|validated|verified)(?:_|$)/
/** A participle at the end says what was done to all: `symbols_estimated`. */
const DONE_LAST = /_(?!required|needed|expected|recommended|suggested)[a-z]+ed$/
const SOME =
  /^(?:top|best|popular|alternative|recommended|suggested|leading|worst|priority|preferred|related|relevant)_/
const RANKED = /\b(?:ranked|ranking|rankings|ordered|best to worst|highest to lowest|priority order)\b/i
/** Whether a list puts the things of the call in an order of its own. */
export const isRanking = ({ name, description }: Output): boolean =>
  RANKED.test(`${name.replaceAll('_', ' ')} ${description}`)

const FACTORS =
  /(?:^|_)(?:factor|reason|criterion|criteria|component|parameter|setting|evidence|rationale)s?$/

const GENERIC =
  /(?:attribute|item|entry|entries|element|result|record|calculated|analy[sz]ed|checked|processed|used)s?$/

/** The things of the call that the output names, as its words say: all, the first, in order. */
function namedThings(output: Output, { call, bits }: Making): string[] | undefined {
  const { name, description } = output
  const isDone = DONE.test(name) || DONE_LAST.test(name)
  const [only, other] = subjectsOf(call)
  const subject =
    subjectNamed(output, call) ?? (isDone && other === undefined && GENERIC.test(name) ? only : undefined)
  if (subject !== undefined && (isDone || USED.test(description))) return [...subject.items]
  if (/(?:^|_)(?:order|sequence|path|route)$/.test(name)) return undefined
  const known = subject ?? subjectOf(output, call)
  if (known === undefined) return undefined
  if (isRanking(output)) return ranked(known, bits)
  if (SOME.test(name) && /\bIDs?\b|\bnames?\b|\blist of\b|\bmost\b|\btop\b|\bbest\b/i.test(description))
    return ranked(known, bits)
      .slice(/^alternative_/.test(name) ? 1 : 0)
      .slice(0, Math.max(1, Math.min(3, known.items.length - 1)))
  return undefined
}

/** What is said of each thing, by the noun of the output: a figure of its kind, or that it was done. */
function saidOfEach(output: Output, subject: Subject, { bits, standing }: Making): string[] | undefined {
  const { name } = output
  const shape = { type: 'number' } as const
  const facts = { range: undefined }
  if (/(?:status|result|outcome)e?s?$/.test(name)) return subject.items.map((item) => `${item}: completed`)
  if (proseRole(name, '') === 'advice')
    return standing.causes.length > 0
      ? subject.items.map((item) => `Review ${item}`)
      : subject.items.map((item) => `No action needed for ${item}`)
  if (!isMeasured(name, shape, facts)) return undefined
  const range = rangeOf(name, shape, facts)
  return subject.items.map((item) => `${item}: ${bits.figure(`${name}/${item}`, range)}`)
}

const VERBS = /^(?:create|update|improve|delete|add|remove|review|fix|replace|optimize)_/

function advice(output: Output, { call, standing }: Making): string[] | undefined {
  const { name, description } = output
  const verb = VERBS.exec(name)?.[0].slice(0, -1)
  const subject = subjectNamed(output, call)
  if (verb !== undefined && subject !== undefined && subjectsOf(call).length === 1)
    return subject.items.map((item) => `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${item}`)
  if (isClinical(call.tool)) return undefined
  if (standing.causes.length > 0) return standing.causes.slice(0, MOST).map((cause) => `Review ${cause}`)
  if (verb !== undefined) return undefined
  const isPurpose = /recommend|suggest|advis|optimi|plan|improve/i.test(call.tool.name)
  const mayBeNone = /\bif\b|\bissues?\b|\bimprov|\bfix|\bresolv|\bopportunit|\bmitigat|\bresolution\b/i.test(
    `${description} ${name.replaceAll('_', ' ')}`,
  )
  return !isPurpose &&
    (mayBeNone || call.tool.outputs.some((one) => one.type === 'array' && isAdverse(one.name)))
    ? []
    : undefined
}

const ADDRESS = /(?:street|city|state|province|postal|zip|country|address)/

/** The parts of the address that the call gives. */
export function addressParts(
  { name, description }: Output,
  { args, tool }: LinkedCall,
): string[] | undefined {
  if (
    !/address/.test(name) ||
    !/\b(?:standard|normal|format|verified|components?)/i.test(`${name} ${description}`)
  )
    return undefined
  const parts = tool.parameters.flatMap((one) => {
    const value =
      ADDRESS.test(one.name) && !/type/.test(one.name) ? argumentOf(args, one.name, tool) : undefined
    return typeof value === 'string' ? [value] : []
  })
  return parts.length < 3 ? undefined : parts
}

const USED = /\b(?:considered|used|included|covered|evaluated|analy[sz]ed)\b/i
const IDENTIFYING = /(?:^|_)(?:id|ids|uuid|code)$/

/** The names of the fields that the call gives: those of a text in JSON, else its parameters. */
function fieldNames({ name }: Output, call: LinkedCall): string[] | undefined {
  if (
    !/^(?:collected|validated|updated|verified|standardized|provided|processed|submitted)_fields$/.test(name)
  )
    return undefined
  const [within] = subjectsOf(call).filter((subject) => /fields?|names?/.test(subject.name))
  if (within !== undefined) return [...within.items]
  const names = Object.keys(call.args).filter((key) => !IDENTIFYING.test(key))
  return names.length < 2 ? undefined : names
}

/** A call with a text to look through: what is in it can be told, and is not looked for here. */
const hasText = ({ args, tool }: LinkedCall): boolean =>
  tool.parameters.some(({ name }) => {
    const value = argumentOf(args, name, tool)
    return [value].flat().some((one) => typeof one === 'string' && one.split(/\s+/).length >= 8)
  })

/** Nothing, of what a tool finds beside its result in what it alone can see. */
function nothingFound(output: Output, call: LinkedCall): string[] | undefined {
  const isFound =
    /^(?:list of |array of )?(?:any|identified|detected|discovered)\b|\bwere found\b|\bif any\b/i.test(
      output.description,
    )
  const isAlone = call.tool.outputs.length < 3
  if (!isFound || isAlone || hasText(call) || subjectNamed(output, call) !== undefined) return undefined
  return stemsOf(call.tool.name).some((stem) => stemsOf(output.name).includes(stem)) ? undefined : []
}

/**
 * Texts of a list that say what the call says: things that it was given, words of its texts, a stated layout filled
 * with them, and nothing where the output tells what went wrong and nothing did. Undefined where that needs more.
 */
export function textList(output: Output, making: Making): Json[] | undefined {
  const { name, description } = output
  const { call, bits, standing } = making
  const layout = layoutOf(description)
  if (layout !== undefined) return laidOut(layout, name, call, bits)
  const parts = addressParts(output, call)
  if (parts !== undefined) return parts
  if (needsField(name)) return undefined
  const words = extracted(name, description, call)
  if (words !== undefined) return words
  if (FACTORS.test(name)) {
    if (isAdverse(name.replace(FACTORS, '')) || /(?:risk|fraud)/.test(name)) return faults(output, making)
    const facts = standing.causes.length > 0 ? [...standing.causes] : inputFacts(call)
    return facts.length === 0 || isClinical(call.tool) ? undefined : facts.slice(0, MOST)
  }
  const isAdvice = proseRole(name, '') === 'advice'
  if (!isAdvice && isAdverse(name) && !isMade(output, call.tool)) return faults(output, making)
  const each = perItemOf(output, call)
  if (each !== undefined) {
    const said = isClinical(call.tool) ? undefined : saidOfEach(output, each, making)
    if (said !== undefined) return said
  }
  if (isAdvice) return advice(output, making)
  if (isJudgement(output, call.tool)) return undefined
  return fieldNames(output, call) ?? namedThings(output, making) ?? nothingFound(output, call)
}
