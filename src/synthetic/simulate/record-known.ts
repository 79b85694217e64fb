import type { KnownCall, SyntheticToolkit } from '../toolkit/toolkit.ts'
import { findTool } from '../validate/validate.ts'
import { argumentsKey } from './arguments.ts'

/**
 * The toolkit with one more known call, which is from then on answered so without a model. A known call that says the
 * same stays as it is. The toolkit given is left alone.
 */
export function recordKnown(toolkit: SyntheticToolkit, call: KnownCall): SyntheticToolkit {
  const tool = findTool(call.tool, toolkit.tools)
  if (tool === undefined) return toolkit
  const key = argumentsKey(call.args, tool)
  const isThere = toolkit.known.some(
    (known) => findTool(known.tool, toolkit.tools)?.id === tool.id && argumentsKey(known.args, tool) === key,
  )
  return isThere ? toolkit : { ...toolkit, known: [...toolkit.known, { ...call, tool: tool.id }] }
}
