import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../shared/json.ts'
import { schemasOf } from '../simulate/json-schema.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { KnownCall, SyntheticToolkit } from '../toolkit/toolkit.ts'
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

/** The tool without its rules: the schema alone, names, types and what is required. */
const bare = (tool: ToolSpec): ToolSpec => ({ ...tool, rules: [] })

/** What JSON Schema has against arguments, by ajv and without our own checks; none where they fit. */
export function ajvProblems(args: JsonObject, tool: ToolSpec): string[] {
  const validate = ajv.compile(schemasOf(bare(tool)).inputSchema)
  if (validate(withoutNulls(args, tool))) return []
  return (validate.errors ?? []).map(({ instancePath, message = 'does not fit', params }) => {
    const extra: unknown = params.additionalProperty
    return typeof extra === 'string'
      ? `"${extra}" is no parameter`
      : `${instancePath || 'the call'} ${message}`
  })
}

/** The calls of a tool whose outputs are known. */
export const knownCallsOf = (tool: ToolSpec, { known, tools }: SyntheticToolkit): KnownCall[] =>
  known.filter((call) => findTool(call.tool, tools)?.id === tool.id)
