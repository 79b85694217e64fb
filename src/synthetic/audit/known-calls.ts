import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../shared/json.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
import { buildOutputSchema } from '../simulate/json-schema.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { KnownCall } from '../toolkit/toolkit.ts'
import { isCallOf } from '../validate/validate.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

const validatorOf = memoizeByObject((tool: ToolSpec) => ajv.compile(buildOutputSchema(tool)))

/** What JSON Schema has against an output; none where it fits. */
export function findOutputProblems(output: JsonObject, tool: ToolSpec): string[] {
  const validate = validatorOf(tool)
  if (validate(output)) return []
  return (validate.errors ?? []).map(({ instancePath, message = 'does not fit', params }) => {
    const extra: unknown = params.additionalProperty
    return typeof extra === 'string'
      ? `"${extra}" is unknown in the output`
      : `${instancePath || 'the output'} ${message}`
  })
}

export const selectKnownCalls = (
  tool: ToolSpec,
  { known, tools }: { readonly known: readonly KnownCall[]; readonly tools: readonly ToolSpec[] },
): KnownCall[] => known.filter(isCallOf(tool, tools))
