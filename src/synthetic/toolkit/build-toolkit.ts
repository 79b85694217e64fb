import { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { type JsonLine, parseJsonLines } from '../../shared/jsonl-file.ts'
import { describeJsonProblem, parseJson } from '../../shared/parse-json.ts'
import { formatProblemList } from '../../shared/problem-list.ts'
import { compileRules } from '../rules/compile.ts'
import { readPublishedTools } from '../tool-spec/read-published.ts'
import type { Rule } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { findTool, listBrokenRules, validateCall } from '../validate/validate.ts'
import { type KnownCall, knownCallSchema, type SyntheticToolkit, syntheticToolkitSchema } from './toolkit.ts'

/** A known call of a file, which may say more. */
const knownRowSchema = z.object(knownCallSchema.shape, { error: 'expected {"tool","args","output"}' })

interface RefutedRules {
  tool: ToolSpec
  /** Rules that refuse a known call, with its position; they are dropped, for a sentence can be read wrongly. */
  dropped: { rule: Rule; call: number }[]
  /** Known calls that the schema or a rule of it refuses, with their position; these rules stay. */
  refused: { call: number; message: string }[]
}

const isOfSchema = ({ from }: Rule): boolean => from.source === 'schema'

/**
 * Holds a tool against calls of it that are known to be right. The sentence of a dropped rule is left to whoever reads
 * the call, with the verdict `per_call`. Rules about records are not asked: a known call may speak of another state.
 */
export function dropRefutedRules(tool: ToolSpec, calls: readonly JsonObject[]): RefutedRules {
  const found: RefutedRules = { tool, dropped: [], refused: [] }
  const schema = { ...tool, rules: tool.rules.filter(isOfSchema) }
  for (const [call, args] of calls.entries()) {
    const { message } = validateCall({ tool: tool.id, args }, [schema])
    if (message !== null) {
      found.refused.push({ call, message })
      continue
    }
    for (const { rule } of listBrokenRules(args, undefined, found.tool)) {
      found.dropped.push({ rule, call })
      found.tool = removeRule(found.tool, rule)
    }
  }
  return found
}

function removeRule(tool: ToolSpec, rule: Rule): ToolSpec {
  const { source, text } = rule.from
  const isSentence = source !== 'implied' && source !== 'schema'
  const judged = isSentence ? [{ text, verdict: 'per_call' as const }] : []
  return {
    ...tool,
    rules: tool.rules.filter((one) => one !== rule),
    ...(tool.sentences === undefined && judged.length === 0
      ? {}
      : { sentences: [...(tool.sentences ?? []), ...judged] }),
  }
}

interface SourceText {
  file: string
  text: string
}

interface ToolkitSources {
  name: string
  /** JSON Lines of tools: published, generated, or in the form of a toolkit. */
  tools: SourceText
  state?: SourceText
  /** JSON Lines of known calls. */
  known?: SourceText
}

function readState({ file, text }: SourceText): JsonObject {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw new TracewrightError(`Failed to read the state ${file}: ${describeJsonProblem(error)}.`)
  }
  if (isObject(value)) return value
  throw new TracewrightError(`Failed to read the state ${file}: expected an object of collections by name.`)
}

/** What is wrong with a known call; undefined where nothing is. */
function findProblem({ tool, args, output }: KnownCall, tools: readonly ToolSpec[]): string | undefined {
  const spec = findTool(tool, tools)
  if (spec === undefined) return `unknown tool "${tool}"`
  const strange = Object.keys(args).find((key) => !spec.parameters.some(({ name }) => name === key))
  if (strange !== undefined) return `"${strange}" is not a parameter of "${tool}"`
  const missing = spec.outputs.find(({ name }) => !Object.hasOwn(output, name))
  return missing === undefined ? undefined : `the result does not have the output "${missing.name}"`
}

const listCollectionNames = (state: Json): string[] =>
  isObject(state)
    ? Object.values(state)
        .flatMap((part) => (isObject(part) ? Object.keys(part) : []))
        .concat(Object.keys(state))
    : []

/** Handlers of collections that are nowhere; one that creates its collection makes it. */
function findHandlerProblems(tools: readonly ToolSpec[], state: JsonObject): string[] {
  const made = tools.flatMap(({ handler }) => (handler?.action === 'create' ? [handler.collection] : []))
  const there = new Set([...listCollectionNames(state), ...made])
  return tools.flatMap(({ name, handler }) =>
    [handler?.collection, ...(handler?.related ?? []).map(({ collection }) => collection)].flatMap((one) =>
      one === undefined || there.has(one)
        ? []
        : [`"${name}" works on the collection "${one}", which the state does not have`],
    ),
  )
}

/** Builds a toolkit out of files. */
export function buildToolkit({ name, tools: toolText, state: stateText, known: knownText }: ToolkitSources): {
  toolkit: SyntheticToolkit
  notes: string[]
} {
  const tools = readPublishedTools(toolText.text, toolText.file).map(({ tool }) => compileRules(tool))
  const state = stateText === undefined ? {} : readState(stateText)
  const rows = knownText === undefined ? [] : parseJsonLines(knownText.text, knownRowSchema, knownText.file)
  const problems = [
    ...findHandlerProblems(tools, state).map((problem) => `${toolText.file}: ${problem}`),
    ...rows.flatMap(({ line, value }) => {
      const problem = findProblem(value, tools)
      return problem === undefined ? [] : [`${knownText?.file}:${line}: ${problem}`]
    }),
  ]
  if (problems.length > 0)
    throw new TracewrightError(`Failed to build the toolkit "${name}": ${formatProblemList(problems)}`)
  const notes: string[] = []
  const refused = new Set<JsonLine<KnownCall> | undefined>()
  const ids = rows.map(({ value }) => findTool(value.tool, tools)?.id)
  const held = tools.map((tool) => {
    const rowsOfTool = rows.filter((_, i) => ids[i] === tool.id)
    const found = dropRefutedRules(
      tool,
      rowsOfTool.map(({ value }) => value.args),
    )
    const formatCallPlace = (call: number): string => `${knownText?.file}:${rowsOfTool[call]?.line}`
    for (const { call, message } of found.refused) {
      refused.add(rowsOfTool[call])
      notes.push(
        `${formatCallPlace(call)}: left out, because the schema of "${tool.name}" refuses the call: ${message}`,
      )
    }
    for (const { rule, call } of found.dropped)
      notes.push(
        `${formatCallPlace(call)}: a rule refuses this known call and is dropped: ${rule.kind} of "${rule.from.text}"`,
      )
    return found.tool
  })
  const known = rows.filter((row) => !refused.has(row)).map(({ value }) => value)
  return { toolkit: syntheticToolkitSchema.parse({ version: 1, name, tools: held, state, known }), notes }
}
