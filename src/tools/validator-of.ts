import type { ErrorObject } from 'ajv'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { createLinearPattern } from '../shared/linear-pattern.ts'
import { load } from '../shared/load.ts'
import { memoizeByObject, memoizeByString, memoizeOnce } from '../shared/memoize.ts'
import { MAX_PATTERN_MS, runWithinTime } from '../shared/time-limit.ts'
import { builtInSchemas, createBuiltFileReader } from './built-in-schemas.ts'
import type { Simulator } from './define-simulator.ts'
import { AJV_OPTIONS } from './json-schema-of.ts'
import { UnansweredCall } from './unanswered-call.ts'

/** Fills defaults into the arguments, and says whether they are what the schema asks for; why not is in `errors`. */
export interface Validator {
  (args: JsonObject): boolean
  errors?: null | readonly ErrorObject[]
}

/** Loaded when a tool is called that the build knows nothing of. */
const compiler = memoizeOnce(() => {
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  return new Ajv2020({
    ...AJV_OPTIONS,
    // A parameter may have a name that every object knows, such as `constructor`.
    ownProperties: true,
    // `code` names the function in generated sources, and none are generated here.
    code: { regExp: Object.assign(createLinearPattern, { code: '' }) },
  })
})

const MAX_COMPILED = 500

/** By the text of the schema: tools of one document are made anew by each reader, and compiling takes milliseconds. */
const compileText = memoizeByString(MAX_COMPILED, (text) => compiler().compile(JSON.parse(text)))

const built = createBuiltFileReader<Validator>('./tool-validators.cjs')

/** A schema that fills in the defaults of another and demands nothing. */
function relaxDefaults({ properties }: Record<string, unknown>): Record<string, unknown> {
  const filled = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isObject(schema) && 'default' in schema ? [[name, { default: schema.default }]] : [],
  )
  return { properties: Object.fromEntries(filled) }
}

/** The validator of a simulator's arguments: of a tool that comes with tracewright the one that was built, else compiled. */
export const validatorOf = memoizeByObject(
  (simulator: Simulator): Validator => findBuilt(simulator) ?? compileValidator(simulator),
)

/** By the schema itself: another tool may have the name of one that comes with tracewright. */
function findBuilt({ name, checks, inputSchema }: Simulator): Validator | undefined {
  return checks !== 'own' && inputSchema === builtInSchemas()[name]?.inputSchema ? built()[name] : undefined
}

/** Patterns of a schema may come from a document of somebody else. */
const hasPattern = (text: string): boolean => /"pattern(?:Properties)?":/.test(text)

function validate(text: string, name: string): Validator {
  try {
    return compileText(text)
  } catch (error) {
    throw new TracewrightError(
      `Failed to read the input schema of ${name}: ${describeThrown(error)}. Correct the schema.`,
      { cause: error },
    )
  }
}

/** Whether a value is what a schema asks for; so it is where the schema cannot be checked. */
export function fitsSchema(value: Json, schema: JsonObject): boolean {
  try {
    // Compiled outside of the time limit, which would leave ajv half made.
    const fits = compileText(JSON.stringify({ properties: { value: schema } }))
    return runWithinTime(MAX_PATTERN_MS, () => fits({ value }))
  } catch {
    return true
  }
}

/** @throws UnansweredCall by the validator, where the patterns of the schema cannot be matched within their limits */
function compileValidator({ name, checks, inputSchema }: Simulator): Validator {
  const text = JSON.stringify(checks === 'own' ? relaxDefaults(inputSchema) : inputSchema)
  const unbounded = validate(text, name)
  if (!hasPattern(text)) return unbounded
  const validateBounded: Validator = (args) => {
    try {
      return runWithinTime(MAX_PATTERN_MS, () => unbounded(args))
    } catch (error) {
      throw new UnansweredCall(
        `the arguments of ${name} take more than ${MAX_PATTERN_MS} ms, or too much memory, to check against the patterns of its schema`,
        { cause: error },
      )
    } finally {
      validateBounded.errors = unbounded.errors ?? null
    }
  }
  return validateBounded
}
