import type { JsonObject } from '../shared/json.ts'
import { noteOwnTool } from './bodies.ts'
import { answerNowInAttempt, answerOpenCall, openOwnCall } from './own-call.ts'

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)

/** What a model would not give. */
const isTechnical = (value: unknown): boolean => typeof value === 'function' || value instanceof AbortSignal

/** Arguments by the names of their parameters; a single plain object is the arguments. */
function nameArguments(names: readonly string[], given: ArrayLike<unknown>): object {
  const values = Array.from(given)
  const sent = values.filter((value) => !isTechnical(value))
  const [first] = sent
  if (sent.length === 1 && isPlain(first) && names[0]?.startsWith('...') !== true) return first
  const rest = names.findIndex((name) => name.startsWith('...'))
  const single = rest < 0 ? values : values.slice(0, rest)
  const named = single.map((value, i) => [names[i] || `argument_${i + 1}`, value] as const)
  const gathered = rest < 0 ? [] : [[names[rest]?.slice(3) || 'rest', values.slice(rest)] as const]
  return Object.fromEntries([...named, ...gathered].filter(([, value]) => !isTechnical(value)))
}

/**
 * Notes what calls a plain function by the names of its parameters, else with the arguments as a single object.
 *
 * @param readable Names of the arguments that it can read, where that is known
 */
export function noteFunction(
  tool: string,
  names: readonly string[],
  call: (...given: unknown[]) => unknown,
  readable?: readonly string[],
): void {
  const run = (args: JsonObject): unknown => {
    const keys = Object.keys(args)
    const isNamed =
      names.length > 0 && keys.every((key) => names.includes(key) || names.includes(`...${key}`))
    return isNamed && names[0] !== ''
      ? call(
          ...names.flatMap((name) =>
            name.startsWith('...') ? (args[name.slice(3)] as unknown[]) : [args[name]],
          ),
        )
      : call(args)
  }
  noteOwnTool(
    tool,
    readable === undefined
      ? { run }
      : { run, readable: [...readable, ...names.filter((name) => name !== '')] },
  )
}

/**
 * A call of a plain function that is a tool: answered within an attempt, else its body runs.
 *
 * @param isAsync Whether the caller gets a promise
 * @throws TracewrightError where a function that is not async would have to wait for its answer
 */
export function callFunction(
  tool: string,
  names: readonly string[],
  given: ArrayLike<unknown>,
  isAsync: boolean,
  body: () => unknown,
): unknown {
  const args = nameArguments(names, given)
  if (!isAsync) return answerNowInAttempt({ tool, args }, body)
  return openOwnCall({ tool, args }, () => answerOpenCall(args, body))
}

/** The same for an arrow function, which keeps its name and its number of parameters. */
export function wrapArrow(
  name: string,
  tool: string,
  names: readonly string[],
  own: (...given: unknown[]) => unknown,
): unknown {
  const isAsync = own.constructor.name === 'AsyncFunction'
  const wrapped = (...given: unknown[]): unknown =>
    callFunction(tool, names, given, isAsync, () => own(...given))
  return Object.defineProperties(wrapped, { name: { value: name }, length: { value: own.length } })
}
