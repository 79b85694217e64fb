import { normalise } from '../dedupe/dedupe-tool.ts'
import { ruleProblems } from './rule-problems.ts'
import type { ToolAnswer } from './tool-schema.ts'

type Parameter = ToolAnswer['parameters'][number]

/** Names that occur more than once. */
export const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, i) => names.indexOf(name) !== i)),
]

function fitsType(value: unknown, type: Parameter['type'], items: Parameter['items']): boolean {
  if (type === 'array')
    return Array.isArray(value) && items !== null && value.every((item) => fitsType(item, items, null))
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function parameterProblems({ name, type, items, required, default: value }: Parameter): string[] {
  const problems: string[] = []
  if (value === null) return problems
  if (required) problems.push(`the parameter "${name}" is required and has a default`)
  if (!fitsType(value, type, items))
    problems.push(
      `the default ${JSON.stringify(value)} of "${name}" is no ${items === null ? type : `${type} of ${items}`}`,
    )
  return problems
}

/**
 * What is wrong with a tool that a schema cannot say, each as half a sentence for the model.
 *
 * @param wanted Name that was asked for
 */
export function toolProblems(tool: ToolAnswer, wanted: string): string[] {
  const { name, parameters, outputs, errors, consumes, produces } = tool
  const inputs = parameters.map((parameter) => parameter.name)
  const results = outputs.map((output) => output.name)
  const untyped = [...parameters, ...outputs].filter(
    ({ type, items }) => (type === 'array') !== (items !== null),
  )
  return [
    ...(normalise(name) === normalise(wanted) ? [] : [`the tool is called "${name}" and not "${wanted}"`]),
    ...repeated(inputs).map((one) => `the parameter "${one}" is there twice`),
    ...repeated(results).map((one) => `the output "${one}" is there twice`),
    ...repeated(errors).map((one) => `the error "${one}" is there twice`),
    ...untyped.map((one) => `"${one.name}": items is the type of an array's items, and null for other types`),
    ...parameters.flatMap(parameterProblems),
    ...consumes
      .filter(({ parameter }) => !inputs.includes(parameter))
      .map(({ parameter }) => `consumes names the parameter "${parameter}", which the tool does not have`),
    ...produces
      .filter(({ output }) => !results.includes(output))
      .map(({ output }) => `produces names the output "${output}", which the tool does not have`),
    ...ruleProblems(tool),
  ]
}
