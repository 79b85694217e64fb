import type { Json, JsonObject } from '../../../shared/json.ts'
import { argumentOf } from '../arguments.ts'
import type { LinkedCall } from './links.ts'
import type { Standing } from './standing.ts'

/** What a call and its answer say, to be said again in words. */
export interface Told {
  call: LinkedCall
  /** Outputs of which more than the form is right. */
  outputs: JsonObject
  standing: Standing
}

export const spoken = (name: string): string => name.replaceAll('_', ' ').trim()

/** Arguments that no answer says again. */
const SECRET = /(?:password|secret|token|credential|api_key|cvv|ssn|pin|card_number|verification_code)/
const MOST_CHARACTERS = 60
const MOST_ITEMS = 3

/** A value in words, with its name; undefined for one that is too long or that says nothing. */
function factOf(name: string, value: Json | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'boolean' || SECRET.test(name))
    return undefined
  if (Array.isArray(value)) {
    const short = value.every((item) => String(item).length <= MOST_CHARACTERS && typeof item !== 'object')
    if (value.length === 0 || !short) return undefined
    return value.length > MOST_ITEMS
      ? `${value.length} ${spoken(name)}`
      : `${spoken(name)} ${value.join(', ')}`
  }
  if (typeof value === 'object') return undefined
  const text = String(value)
  return text === '' || text.length > MOST_CHARACTERS || /^[[{]/.test(text)
    ? undefined
    : `${spoken(name)} ${text}`
}

/** What the call says, argument by argument, those that are required first. */
export function inputFacts({ args, tool }: LinkedCall): string[] {
  const ordered = [...tool.parameters].sort((a, b) => Number(b.required) - Number(a.required))
  return ordered.flatMap(({ name }) => factOf(name, argumentOf(args, name, tool)) ?? [])
}

/** What the answer says, output by output; nothing that the call says already. */
const outputFacts = ({ call: { args, tool }, outputs }: Told): string[] =>
  tool.outputs.flatMap(({ name }) => {
    const value = outputs[name]
    if (Object.hasOwn(args, name)) return []
    if (Array.isArray(value))
      return [value.length === 0 ? `no ${spoken(name)}` : `${value.length} ${spoken(name)}`]
    return factOf(name, value) ?? []
  })

const listed = (facts: readonly string[], most: number): string => facts.slice(0, most).join(', ')
const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const REASON = /(?:^|_)(?:reason|reasoning|rationale|explanation|justification|basis|logic)s?$/
const ADVICE =
  /(?:^|_)(?:recommendation|suggestion|advice|guidance|instruction|action|step|improvement|opportunity|opportunities|mitigation|intervention|measure|consideration)s?(?:_needed|_required)?$/

export type ProseRole = 'reason' | 'advice' | 'account'

/** What a text is for: to say why, what to do, or what was done. */
export function proseRole(name: string, description: string): ProseRole {
  if (REASON.test(name)) return 'reason'
  const isDone = /_(?:performed|taken|completed)$/.test(name)
  if (!isDone && (ADVICE.test(name) || /^(?:recommended|suggested|next)_/.test(name))) return 'advice'
  return /^recommend/i.test(description) ? 'advice' : 'account'
}

/** A sentence that says what call and answer say, and nothing else; undefined where they say too little. */
export function sentenceOf(role: ProseRole, told: Told, token: string): string | undefined {
  const { call, standing } = told
  const [inputs, outputs] = [inputFacts(call), outputFacts(told)]
  const what = titled(spoken(call.tool.name))
  const end = ` (reference ${token}).`
  if (role === 'reason') {
    if (inputs.length === 0) return undefined
    return `Based on ${listed(inputs, 4)}${end}`
  }
  if (role === 'advice') {
    const [cause] = standing.causes
    const [first] = inputs.filter((fact) => fact !== cause)
    if (cause !== undefined)
      return `Review ${first === undefined || first === cause ? '' : `${first}: `}${cause}${end}`
    return outputs.length === 0 ? undefined : `No further action needed: ${listed(outputs, 3)}${end}`
  }
  if (inputs.length + outputs.length === 0) return undefined
  const of = inputs.length === 0 ? '' : ` for ${listed(inputs, 3)}`
  return `${what} completed${of}${outputs.length === 0 ? '' : `: ${listed(outputs, 4)}`}${end}`
}
