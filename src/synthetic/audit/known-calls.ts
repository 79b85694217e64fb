import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../shared/json.ts'
import { outputSchemaOf, schemasOf } from '../simulate/json-schema.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { KnownCall } from '../toolkit/toolkit.ts'
import { findTool } from '../validate/validate.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

/** The arguments without optional ones that are null, which count as left out. */
const withoutNulls = (args: JsonObject, { parameters }: ToolSpec): JsonObject =>
  Object.fromEntries(
    Object.entries(args).filter(
      ([name, value]) =>
        value !== null || parameters.some((parameter) => parameter.name === name && parameter.required),
    ),
  )

const compiled = new WeakMap<ToolSpec, { input: ValidateFunction; output: ValidateFunction }>()

/** Validators from the specification alone: names, types and what is required. */
function validatorsOf(tool: ToolSpec) {
  const known = compiled.get(tool)
  if (known !== undefined) return known
  const input = ajv.compile(schemasOf({ ...tool, rules: [] }).inputSchema)
  const made = { input, output: ajv.compile(outputSchemaOf(tool, [])) }
  compiled.set(tool, made)
  return made
}

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
export const ajvProblems = (args: JsonObject, tool: ToolSpec): string[] =>
  problemsOf(withoutNulls(args, tool), validatorsOf(tool).input, 'the call')

export const outputProblems = (output: JsonObject, tool: ToolSpec): string[] =>
  problemsOf(output, validatorsOf(tool).output, 'the output')

export const knownCallsOf = (
  tool: ToolSpec,
  { known, tools }: { readonly known: readonly KnownCall[]; readonly tools: readonly ToolSpec[] },
): KnownCall[] => known.filter((call) => findTool(call.tool, tools)?.id === tool.id)
