import { type Call, precedes } from '../src/schema/trace.ts'
import {
  formatHint,
  joinMessageLines,
  type MatcherContext,
  type MatcherResult,
  throwMatcherError,
} from './matcher.ts'
import { renderCalls } from './render.ts'
import { readSubject } from './subject.ts'
import { checkTool } from './tool-names.ts'

const NAME = 'toSelectTools'

/** Options of `toSelectTools`. */
export interface SelectToolsOptions {
  /** `any` (default), or `sequence`: in the listed order, one after another. */
  order?: 'any' | 'sequence'
  /** Whether the agent may call no other tool; default true. */
  exact?: boolean
}

function checkUsage(
  names: unknown,
  { order = 'any', exact = true, ...unknown }: SelectToolsOptions & Record<string, unknown>,
): void {
  if (!Array.isArray(names))
    throwMatcherError(NAME, "the names are not a list. Pass ['get_weather', 'send_email'].")
  const [option] = Object.keys(unknown)
  if (option !== undefined)
    throwMatcherError(NAME, `unknown option ${option}. The options are order and exact.`)
  if (order !== 'any' && order !== 'sequence')
    throwMatcherError(NAME, `unknown order ${order}. Give 'any' or 'sequence'.`)
  if (typeof exact !== 'boolean')
    throwMatcherError(NAME, `"exact" is ${JSON.stringify(exact)}. Give true or false.`)
  if ((names as unknown[]).length === 0 && !exact) {
    throwMatcherError(NAME, 'no tool is named, so every call would pass. Name one, or leave "exact" out.')
  }
}

/** Names that no call of their own stands for. A name that is listed twice needs two calls. */
function listMissingNames(names: readonly string[], calls: readonly Call[]): string[] {
  const free = calls.map((call) => call.tool_name)
  return names.filter((name) => {
    const at = free.indexOf(name)
    if (at >= 0) free.splice(at, 1)
    return at < 0
  })
}

const isAfter = (call: Call, last: Call | undefined): boolean => last === undefined || precedes(last, call)

/** The first name that no call stands for which was issued after the call for the name before it had ended. */
function findBrokenOrder(names: readonly string[], calls: readonly Call[]): number {
  let last: Call | undefined
  for (const [i, name] of names.entries()) {
    const [next] = calls
      .filter((call) => call.tool_name === name && isAfter(call, last))
      .sort((a, b) => a.ended - b.ended)
    if (next === undefined) return i
    last = next
  }
  return -1
}

/** `expect(run).toSelectTools`, which `TracewrightMatchers` documents. */
export function toSelectTools(
  this: MatcherContext,
  received: unknown,
  names: readonly string[],
  options: SelectToolsOptions = {},
): MatcherResult {
  const subject = readSubject(this, received, NAME)
  checkUsage(names, { ...options })
  for (const name of names) checkTool(name, subject, NAME)
  const { order = 'any', exact = true } = options
  const { calls } = subject.trace
  const missing = listMissingNames(names, calls)
  const others = exact
    ? [...new Set(calls.map((call) => call.tool_name).filter((name) => !names.includes(name)))]
    : []
  const broken = order === 'sequence' && missing.length === 0 ? findBrokenOrder(names, calls) : -1
  return {
    pass: missing.length === 0 && others.length === 0 && broken < 0,
    message: () => {
      const before = names[broken - 1]
      return joinMessageLines([
        formatHint(this, NAME, 'names', Object.keys(options).length > 0 ? 'options' : ''),
        '',
        ...missing.map((name) => `  ${name} was ${countIn(missing, names, name)}`),
        ...others.map((name) => `  ${name} is not among the expected tools`),
        ...(broken >= 0
          ? [
              `  ${names[broken]} was not called after ${before ?? 'the start'}${before === undefined ? '' : ' had ended'}`,
            ]
          : []),
        '',
        `Expected: ${describeWanted(names, order, exact, this.isNot)}`,
        `Received:\n${renderCalls(subject.trace)}`,
      ])
    },
  }
}

const countIn = (missing: readonly string[], names: readonly string[], name: string): string =>
  missing.filter((other) => other === name).length === names.filter((other) => other === name).length
    ? 'not called'
    : 'called fewer times than it is named'

function describeWanted(names: readonly string[], order: string, exact: boolean, isNot: boolean): string {
  if (names.length === 0) return isNot ? 'some tool' : 'no tool'
  const list = names.join(order === 'sequence' ? ' -> ' : ', ')
  if (isNot && !exact) return names.length === 1 ? `no call of ${list}` : `not all of ${list} to be called`
  if (isNot) return `other tools than ${list}`
  return exact ? `${list}, and no other tool` : `${list}, and any other tool`
}
