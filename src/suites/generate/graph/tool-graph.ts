import type { SemanticType } from '../../../schema/semantic.ts'
import type { Tool } from '../../../schema/tool.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import { inferTypes } from '../../../tools/imported/infer-types.ts'
import { canFlow, fits } from './can-flow.ts'
import { inputPorts, outputPorts, type Port, portPointer } from './ports.ts'

/**
 * Corrections of schemas, by tool and JSON Pointer of the port (items of a list are `-`). Each is the meaning of the
 * value, or `null` for a place that values shall neither leave nor enter. Where a schema leaves a value
 * open, places within it can be added.
 */
export type Corrections = Readonly<
  Record<
    string,
    {
      inputs?: Readonly<Record<string, SemanticType | null>>
      outputs?: Readonly<Record<string, SemanticType | null>>
    }
  >
>

/** An output of one tool that can be passed to an input of another, or of the same in a second call. */
export interface Edge {
  from: Port
  to: Port
}

/** Tools, and what can flow between them. */
export interface ToolGraph {
  tools: ReadonlyMap<string, Tool>
  inputsOf(tool: string): readonly Port[]
  outputsOf(tool: string): readonly Port[]
  /** The output that an actual pointer into a result belongs to. */
  outputAt(tool: string, pointer: string): Port | undefined
  inputAt(tool: string, pointer: string): Port | undefined
  into(input: Port): readonly Port[]
  outOf(output: Port): readonly Port[]
  edges(): Generator<Edge, void, undefined>
}

/** The port of the innermost place around a pointer that a schema describes. */
const around = (ports: readonly Port[], pointer: string): Port | undefined =>
  ports.filter(({ at }) => pointer.startsWith(`${at}/`)).sort((a, b) => b.at.length - a.at.length)[0]

/** Whether a schema says nothing of what lies within: rows of a table, any JSON. */
const isOpen = ({ schema }: Port): boolean => {
  const within = isObject(schema.items) ? schema.items : schema
  return !isObject(within.properties)
}

function correct(
  ports: readonly Port[],
  corrections: Readonly<Record<string, SemanticType | null>> = {},
  missing: (pointer: string) => TracewrightError,
): Port[] {
  const added = Object.entries(corrections).flatMap(([at, type]): Port[] => {
    if (ports.some((port) => port.at === at)) return []
    const outer = around(ports, at)
    if (outer === undefined || !isOpen(outer)) throw missing(at)
    return type === null ? [] : [{ tool: outer.tool, at, type, schema: {}, inferred: false, required: false }]
  })
  const corrected = ports.flatMap((port) => {
    const type = corrections[port.at]
    if (type === null) return []
    return [type === undefined ? port : { ...port, type, inferred: false }]
  })
  return [...corrected, ...added]
}

const byTool = (ports: readonly Port[]): Map<string, Port[]> => {
  const groups = new Map<string, Port[]>()
  for (const port of ports) groups.set(port.tool, [...(groups.get(port.tool) ?? []), port])
  return groups
}

/**
 * The graph of a set of tools: an edge is an output whose meaning fits an input. The meaning stands in the schemas
 * under `x-semantic`, or is inferred from format, name and JSON type where it does not; then the names have to agree as
 * well (see `canFlow`).
 *
 * @param corrections Meanings that the schemas do not tell or that were inferred wrongly.
 * @throws TracewrightError where a correction names a tool or a pointer that is not there, or two tools share a name
 */
export function toolGraph(tools: Iterable<Tool>, corrections: Corrections = {}): ToolGraph {
  const byName = new Map<string, Tool>()
  const inputs: Port[] = []
  const outputs: Port[] = []
  for (const given of tools) {
    const tool = inferTypes(given)
    if (byName.has(tool.name)) throw refuse(`two tools are named "${tool.name}". Rename one.`)
    byName.set(tool.name, tool)
    const correction = corrections[tool.name] ?? {}
    const missing = (side: string, ports: readonly Port[]) => (pointer: string) =>
      refuse(
        `the correction of ${tool.name} names the ${side} "${pointer}", which its schema lacks. It has: ` +
          `${ports.map(({ at }) => at).join(', ') || 'none'}.`,
      )
    const inputsOfTool = inputPorts(tool)
    const outputsOfTool = outputPorts(tool)
    inputs.push(...correct(inputsOfTool, correction.inputs, missing('input', inputsOfTool)))
    outputs.push(...correct(outputsOfTool, correction.outputs, missing('output', outputsOfTool)))
  }
  for (const name of Object.keys(corrections)) {
    if (!byName.has(name))
      throw refuse(`a correction names the tool "${name}", which is not among the tools.`)
  }
  const inputsByTool = byTool(inputs)
  const outputsByTool = byTool(outputs)
  // Large APIs have a hundred thousand places: only those whose types fit are compared.
  const fitting = new Map<SemanticType, readonly Port[]>()
  const inputsFor = (type: SemanticType): readonly Port[] => {
    const found = fitting.get(type) ?? inputs.filter((input) => fits(type, input.type))
    fitting.set(type, found)
    return found
  }
  const outOf = (output: Port): Port[] => inputsFor(output.type).filter((input) => canFlow(output, input))
  return {
    tools: byName,
    inputsOf: (tool) => inputsByTool.get(tool) ?? [],
    outputsOf: (tool) => outputsByTool.get(tool) ?? [],
    outputAt: (tool, pointer) => outputsByTool.get(tool)?.find(({ at }) => at === portPointer(pointer)),
    inputAt: (tool, pointer) => inputsByTool.get(tool)?.find(({ at }) => at === portPointer(pointer)),
    into: (input) => outputs.filter((output) => canFlow(output, input)),
    outOf,
    *edges() {
      for (const from of outputs) for (const to of outOf(from)) yield { from, to }
    },
  }
}

const refuse = (cause: string): TracewrightError =>
  new TracewrightError(`Failed to make a graph of tools: ${cause}`)
