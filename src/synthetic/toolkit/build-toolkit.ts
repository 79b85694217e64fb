import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { jsonProblem, parseJson } from '../../shared/parse-json.ts'
import { problemList } from '../../shared/problem-list.ts'
import { compileRules } from '../rules/compile.ts'
import { readPublishedTools } from '../tool-spec/read-published.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { findTool } from '../validate/validate.ts'
import { type KnownRow, knownCallOf, readKnownRows } from './read-known.ts'
import { type SyntheticToolkit, syntheticToolkitSchema } from './toolkit.ts'

/** A file, with its name for messages. */
export interface SourceText {
  file: string
  text: string
}

export interface ToolkitSources {
  name: string
  /** JSON Lines of tools: published, generated, or in the form of a toolkit. */
  tools: SourceText
  /** JSON object of collections. */
  state?: SourceText
  /** JSON Lines of known calls. */
  known?: SourceText
}

function readState({ file, text }: SourceText): JsonObject {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw new TracewrightError(`Failed to read the state ${file}: ${jsonProblem(error)}.`)
  }
  if (isObject(value)) return value
  throw new TracewrightError(`Failed to read the state ${file}: expected an object of collections by name.`)
}

/** What is wrong with a known call; undefined where nothing is. */
function problemOf({ tool, args, output }: KnownRow, tools: readonly ToolSpec[]): string | undefined {
  const spec = findTool(tool, tools)
  if (spec === undefined) return `there is no tool "${tool}" among the tools`
  const strange = Object.keys(args).find((key) => !spec.parameters.some(({ name }) => name === key))
  if (strange !== undefined) return `"${strange}" is no parameter of "${tool}"`
  const missing = spec.outputs.find(({ name }) => !Object.hasOwn(output as JsonObject, name))
  return missing === undefined ? undefined : `the result does not have the output "${missing.name}"`
}

const collectionNames = (state: Json): string[] =>
  isObject(state)
    ? Object.values(state)
        .flatMap((part) => (isObject(part) ? Object.keys(part) : []))
        .concat(Object.keys(state))
    : []

/** Handlers of collections that are nowhere; one that creates its collection makes it. */
function handlerProblems(tools: readonly ToolSpec[], state: JsonObject): string[] {
  const made = tools.flatMap(({ handler }) => (handler?.action === 'create' ? [handler.collection] : []))
  const there = new Set([...collectionNames(state), ...made])
  return tools.flatMap(({ name, handler }) =>
    handler === undefined || there.has(handler.collection)
      ? []
      : [`"${name}" works on the collection "${handler.collection}", which the state does not have`],
  )
}

/**
 * Builds a toolkit out of files: reads the tools, compiles their rules, and checks that state and known calls belong to
 * them. Throws a {@link TracewrightError} that lists every problem with file and line.
 *
 * @returns the toolkit, and what was left out of the known calls
 */
export function buildToolkit({ name, tools: toolText, state: stateText, known: knownText }: ToolkitSources): {
  toolkit: SyntheticToolkit
  notes: string[]
} {
  const tools = readPublishedTools(toolText.text, toolText.file).map(compileRules)
  const state = stateText === undefined ? {} : readState(stateText)
  const rows = knownText === undefined ? [] : readKnownRows(knownText.text, knownText.file)
  const malformed = rows.filter(({ malformed: keys }) => keys.length > 0)
  const usable = rows.filter(({ malformed: keys }) => keys.length === 0)
  const problems = [
    ...handlerProblems(tools, state).map((problem) => `${toolText.file}: ${problem}`),
    ...usable.flatMap((row) => {
      const problem = problemOf(row, tools)
      return problem === undefined ? [] : [`${knownText?.file}:${row.line}: ${problem}`]
    }),
  ]
  if (problems.length > 0)
    throw new TracewrightError(`Failed to build the toolkit "${name}": ${problemList(problems)}`)
  return {
    toolkit: syntheticToolkitSchema.parse({ version: 1, name, tools, state, known: usable.map(knownCallOf) }),
    notes: malformed.map(
      ({ line, malformed: keys }) =>
        `${knownText?.file}:${line}: left out, for the call itself is wrong (${keys.join(', ')})`,
    ),
  }
}
