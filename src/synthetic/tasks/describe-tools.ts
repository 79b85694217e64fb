import type { SpecParameter, ToolSpec } from '../tool-spec/tool-spec.ts'

const typeOf = ({ type, items }: Pick<SpecParameter, 'type' | 'items'>): string =>
  type === 'array' ? `array of ${items?.type ?? 'string'}` : type

function parameterLine(parameter: SpecParameter): string {
  const { name, required, description, enum: values, items, default: standard } = parameter
  const list = values ?? items?.enum
  const said = [
    typeOf(parameter),
    required ? 'required' : `default ${JSON.stringify(standard ?? null)}`,
    ...(list === undefined ? [] : [`one of ${list.join(', ')}`]),
  ]
  return `  in ${name} (${said.join('; ')}): ${description}`
}

/** A tool as a prompt shows it: what goes in, what comes out, how it fails. */
export const describeTool = (tool: ToolSpec): string =>
  [
    `${tool.name}${tool.effect === undefined ? '' : ` [${tool.effect}]`}: ${tool.description}`,
    ...tool.parameters.map(parameterLine),
    ...tool.outputs.map((output) => `  out ${output.name} (${typeOf(output)}): ${output.description}`),
    ...tool.failureModes.map((mode) => `  fails ${mode}`),
  ].join('\n')
