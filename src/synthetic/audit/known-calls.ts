import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { withoutNulls } from '../../schema/nullable.ts'
import type { JsonObject } from '../../shared/json.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
import { outputSchemaOf, schemasOf } from '../simulate/json-schema.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { KnownCall } from '../toolkit/toolkit.ts'
import { isCallOf } from '../validate/validate.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

/** Validators from the specification alone: names, types and what is required. */
const validatorsOf = memoizeByObject((tool: ToolSpec) => {
  const { inputSchema } = schemasOf({ ...tool, rules: [] })
  return { inputSchema, input: ajv.compile(inputSchema), output: ajv.compile(outputSchemaOf(tool)) }
})

function problemsOf(value: JsonObject, validate: ValidateFunction, what: string): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message = 'does not fit', params }) => {
    const extra: unknown = params.additionalProperty
    return typeof extra === 'string'
      ? `"${extra}" is unknown in ${what}`
      : `${instancePath || what} ${message}`
  })
}

/** What JSON Schema has against arguments, by ajv and without our own checks; none where they fit. */
export function ajvProblems(args: JsonObject, tool: ToolSpec): string[] {
  const { input, inputSchema } = validatorsOf(tool)
  return problemsOf(withoutNulls(args, inputSchema), input, 'the call')
}

export const outputProblems = (output: JsonObject, tool: ToolSpec): string[] =>
  problemsOf(output, validatorsOf(tool).output, 'the output')

export const knownCallsOf = (
  tool: ToolSpec,
  { known, tools }: { readonly known: readonly KnownCall[]; readonly tools: readonly ToolSpec[] },
): KnownCall[] => known.filter(isCallOf(tool, tools))
