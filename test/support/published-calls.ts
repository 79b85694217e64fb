import { parser } from '@lezer/python'
import type { Json } from '../../src/shared/json.ts'
import type { AttemptCall } from '../../src/synthetic/environment/execute-attempt.ts'
import {
  formatCanonically,
  verifyLikePaper as paper,
  verifyLikeRepo as repo,
} from '../../src/synthetic/environment/verifiers.ts'
import { evaluate, toJson } from '../../src/tools/python/evaluate.ts'

/** A call as text: the name, and each parameter with the text of its value. */
interface CallText {
  name: string
  parameters: Record<string, string>
  length: number
}

/** The call `Name(parameter = value, ...)` that a text begins with. */
function callAtStart(text: string): CallText | undefined {
  const call = parser.parse(text).resolveInner(0, 1).parent
  const list = call?.name === 'CallExpression' ? call.getChild('ArgList') : null
  if (call === null || list === null || list.lastChild?.name !== ')') return undefined
  const parts = list.getChildren('AssignOp').map(({ prevSibling: name, nextSibling: value }) => {
    return [name, value].map((part) => text.slice(part?.from, part?.to)) as [string, string]
  })
  const isNamed = list.getChildren(',').length < Math.max(1, parts.length)
  if (!isNamed || (parts.length === 0 && list.to - list.from > 2)) return undefined
  return { name: text.slice(0, list.from), parameters: Object.fromEntries(parts), length: call.to }
}

/** The calls in a text, and what is left of it besides. */
function readCallTexts(text: string): { calls: CallText[]; rest: string } {
  const calls: CallText[] = []
  let rest = ''
  let from = 0
  for (const { index } of text.matchAll(/[A-Za-z_]\w*(?=\()/g)) {
    const call = index < from ? undefined : callAtStart(text.slice(index))
    if (call === undefined) continue
    calls.push(call)
    rest += text.slice(from, index)
    from = index + call.length
  }
  return { calls, rest: rest + text.slice(from) }
}

const fold = (name: string): string => name.replaceAll(/[\s_-]+/g, '')
const JSON_WORDS = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])
const jsonOf = (text: string): Json => evaluate(text, JSON_WORDS, (value, m) => toJson(m, value))

/** A call with its values, and the name of the tool that it means, blanks and underscores aside. */
function callOf({ name, parameters }: CallText, names: readonly string[]): AttemptCall {
  const args = Object.entries(parameters).map(([parameter, text]) => [parameter, jsonOf(text)])
  return { tool: names.find((one) => fold(one) === fold(name)) ?? name, args: Object.fromEntries(args) }
}

/** The calls of an attempt as published trajectories write them; fails where anything else stands in the text. */
export function readAttempt(text: string, names: Iterable<string>): AttemptCall[] {
  const { calls, rest } = readCallTexts(text)
  if (rest.trim() !== '' || calls.length === 0) throw new Error(`not a list of calls: ${text}`)
  const known = [...names]
  return calls.map((call) => callOf(call, known))
}

/** The first call of a tool in prose. */
export function findCall(prose: string, names: Iterable<string>): AttemptCall | undefined {
  const known = [...names]
  const calls = readCallTexts(prose).calls.map((call) => callOf(call, known))
  return calls.find(({ tool }) => known.includes(tool))
}

const BLOCK = /<(ATTEMPT_START|ATTEMPT)>([\s\S]*?)<\/?(?:ATTEMPT_END|ATTEMPT_START|ATTEMPT)>/g

/** The text between the tags of an attempt, several blocks joined. */
export const readAttemptText = (message: string): string =>
  [...message.matchAll(BLOCK)].map(([, , text = '']) => text.trim()).join('\n')

/** A published verifier on texts, as published trajectories write calls. */
const ofTexts =
  (verify: (own: string[], wanted: string[]) => boolean) =>
  (...texts: [attempt: string, golden: string]): boolean => {
    const [own = [], wanted = []] = texts.map((text) =>
      readCallTexts(text).calls.map(({ name, parameters }) => formatCanonically(name, parameters)),
    )
    return verify(own, wanted)
  }
export const verifyLikeRepo = ofTexts(repo)
export const verifyLikePaper = ofTexts(paper)
