import type { Command } from 'commander'
import { z } from 'zod'
import { ERROR_CODES, MALFORMED } from '../../schema/tool.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { describeJsonProblem, NestingError, parseJson } from '../../shared/parse-json.ts'
import { formatProblemList, MAX_PROBLEMS } from '../../shared/problem-list.ts'
import { listFloatPointers, loadJson } from '../../shared/python/json-reader.ts'
import { readText } from '../../shared/whole-file.ts'
import { executeTool, refuseUnknownTool } from '../../tools/execute.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { World } from '../../tools/world/world.ts'
import { createMinimumParser } from '../options.ts'
import { printJson, printText, warn } from '../output.ts'
import { addSimulatorsOption } from '../simulators-option.ts'

const callSchema = z.looseObject({ tool: z.string().min(1), args: z.json() })
const lineSchema = z.union([z.looseObject({ sequence: z.array(callSchema).min(1) }), callSchema])

interface RequestedCall {
  tool: string
  args: Json
  floats: ReadonlySet<string>
}

function simulate({ tool, args, floats }: RequestedCall, world: World) {
  const simulator = readServedRegistry().get(tool)
  const result =
    simulator === undefined ? refuseUnknownTool(tool) : executeTool(simulator, args, world, floats)
  return result.ok
    ? { tool, ok: true, output: result.output, error: null }
    : { tool, ok: false, output: null, error: result.error }
}

function listFloatsInText(text: string): readonly string[] {
  const loaded = loadJson(text)
  return loaded === undefined ? [] : listFloatPointers(loaded)
}

const selectFloatsBelow = (all: readonly string[], at: string): ReadonlySet<string> =>
  new Set(all.filter((pointer) => pointer.startsWith(`${at}/`)).map((pointer) => pointer.slice(at.length)))

/** Calls of a line: one, or a sequence that shares a world. */
function parseLine(text: string): { calls: RequestedCall[]; isSequence: boolean } {
  const row = lineSchema.parse(parseJson(text))
  const floats = listFloatsInText(text)
  if ('sequence' in row) {
    const calls = (row.sequence as z.infer<typeof callSchema>[]).map(({ tool, args }, i) => ({
      tool,
      args: args as Json,
      floats: selectFloatsBelow(floats, `/sequence/${i}/args`),
    }))
    return { calls, isSequence: true }
  }
  const { tool, args } = row as z.infer<typeof callSchema>
  return {
    calls: [{ tool, args: args as Json, floats: selectFloatsBelow(floats, '/args') }],
    isSequence: false,
  }
}

function readCalls(file: string): ReturnType<typeof parseLine>[] {
  const text = readText(file, 'calls')
  const problems: string[] = []
  const lines = text.split(/\r?\n/).flatMap((raw, i) => {
    if (raw.trim() === '' || problems.length >= MAX_PROBLEMS) return []
    try {
      return [parseLine(raw)]
    } catch (error) {
      const what =
        error instanceof SyntaxError
          ? describeJsonProblem(error)
          : 'expected {"tool","args"} or {"sequence":[...]}'
      problems.push(`${file}:${i + 1}: ${what}`)
      return []
    }
  })
  if (problems.length > 0) throw new TracewrightError(`Failed to read calls: ${formatProblemList(problems)}`)
  if (lines.length === 0)
    throw new TracewrightError(`Failed to read calls: ${file} is empty. Write one call per line.`)
  return lines
}

function parseArgs(text: string): { args: Json; floats: ReadonlySet<string> } {
  try {
    return { args: parseJson(text), floats: new Set(listFloatsInText(text)) }
  } catch (error) {
    throw new TracewrightError(
      `Failed to read --args: ${error instanceof NestingError ? error.message : `it is ${describeJsonProblem(error)}`}. Write a JSON object in single quotes: --args '{"city":"Oslo"}'.`,
    )
  }
}

/** Codes of answers to arguments that do not fit a tool. */
const REFUSED: readonly string[] = [ERROR_CODES[400], MALFORMED]

/** Says what a tool takes if the arguments of a call do not fit, as the answer of the tool names one problem alone. */
function warnOfArguments(tool: string, args: Json): void {
  const known = Object.keys(readServedRegistry().get(tool)?.inputSchema.properties ?? {})
  const [unknown] = isObject(args) ? Object.keys(args).filter((name) => !known.includes(name)) : []
  const takes = `${tool} takes ${known.join(', ') || 'no parameters'}`
  if (unknown === undefined) warn(`${takes}. \`npx tracewright tools --name ${tool} --json\` has the schema.`)
  else warn(`unknown parameter "${unknown}"${didYouMean(unknown, known) || '.'} ${takes}.`)
  process.exitCode = 1
}

interface Options {
  args?: string
  calls?: string
  seed: number
  json?: boolean
}

export const addSimulate = (program: Command): Command =>
  addSimulatorsOption(program.command('simulate'))
    .description('call a simulator: one tool with --args, or the calls of a file, each with fresh data')
    .argument('[tool]', 'name of the tool')
    .option('--args <json>', 'arguments as a JSON object')
    .option('--calls <file>', 'JSON Lines of {"tool","args"}, or {"sequence":[...]} that shares one world')
    .option('--seed <n>', 'seed of the data; 0 is that of CompToolBench', createMinimumParser(0), 0)
    .action((tool: string | undefined, { args, calls, seed, json }: Options) => {
      if ((tool === undefined) === (calls === undefined)) {
        throw new TracewrightError(
          'Failed to simulate: name either a tool, with --args, or a file with --calls.',
        )
      }
      const print = (value: unknown): void =>
        json ? printJson(value) : printText(JSON.stringify(value, null, 2))
      if (calls !== undefined) {
        for (const line of readCalls(calls)) {
          const world = new World(seed)
          const outcomes = line.calls.map((call) => simulate(call, world))
          print(line.isSequence ? { sequence: outcomes } : outcomes[0])
        }
        return
      }
      if (!readServedRegistry().has(tool as string)) {
        throw new TracewrightError(
          `Failed to simulate "${tool}": unknown tool${didYouMean(tool as string, readServedRegistry().keys()) || '.'} List them: \`npx tracewright tools\`. For your tools add --simulators FILE.`,
        )
      }
      const call = { tool: tool as string, ...parseArgs(args ?? '{}') }
      const outcome = simulate(call, new World(seed))
      print(outcome)
      if (outcome.error !== null && REFUSED.includes(outcome.error.code))
        warnOfArguments(call.tool, call.args)
    })
