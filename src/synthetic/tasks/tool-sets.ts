import type { DIFFICULTIES } from '../../schema/environment-result.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { readJsonl } from '../../shared/jsonl-file.ts'
import { createRng } from '../../shared/rng.ts'
import { registry as shipped } from '../../tools/builtin/registry.ts'
import { type Registry, registryOf } from '../../tools/registry.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import { World } from '../../tools/world/world.ts'
import { selectKnownCalls } from '../audit/known-calls.ts'
import { composeCall } from '../audit/stress/compose.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { type Outline, outlineSchema } from '../generate/outline.ts'
import { type GeneratedTool, generatedToolSchema } from '../generate/tool-schema.ts'
import { compileRules } from '../rules/compile.ts'
import { buildWireName } from '../simulate/effect.ts'
import { respond } from '../simulate/respond.ts'
import { simulatorsOf } from '../simulate/simulators.ts'
import { givenState, readState } from '../simulate/state.ts'
import { readPublishedTool } from '../tool-spec/read-published.ts'
import { isAnsweredByHandler, type ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'

/** Longest name of a tool set, in characters. */
const NAME_LENGTH = 40

function deriveName({ task }: Outline, taken: ReadonlySet<string>): string {
  const words = normalise(task).split(' ')
  let name = ''
  for (const word of words) {
    if (name !== '' && name.length + word.length + 1 > NAME_LENGTH) break
    name = name === '' ? word.slice(0, NAME_LENGTH) : `${name}-${word}`
  }
  const base = name === '' ? 'tools' : name
  let unused = base
  for (let n = 2; taken.has(unused); n++) unused = `${base}-${n}`
  return unused
}

interface ReadToolSets {
  readonly sets: ToolSet[]
  /** Plans that cannot be used, and why. */
  readonly notes: string[]
}

function buildToolSet(outline: Outline, lines: ReadonlyMap<string, GeneratedTool>, name: string) {
  const find = (tool: string): GeneratedTool | undefined =>
    lines.get(`${normalise(outline.field)}/${normalise(tool)}`)
  const notes: string[] = []
  const seen = new Set<string>()
  const plans = outline.plans.flatMap(({ level, tools }, i) => {
    const key = `${level} ${tools.map(normalise).join(' -> ')}`
    if (seen.has(key)) return []
    seen.add(key)
    const missing = tools.filter((tool) => find(tool) === undefined)
    if (missing.length === 0) return [{ number: i + 1, difficulty: level, tools }]
    notes.push(
      `${outline.task}: the plan ${tools.join(' -> ')} is left out: ${missing.join(', ')} is not in the file of tools`,
    )
    return []
  })
  const names = [...outline.tools.map((tool) => tool.name), ...plans.flatMap(({ tools }) => tools)]
  const found = names.flatMap((tool) => find(tool) ?? [])
  const tools = [...new Map(found.map((line) => [line.id, line])).values()].map((line) =>
    compileRules(readPublishedTool(line)),
  )
  const { field, subdomain, task } = outline
  return { set: { name, field, subdomain, task, tools, plans }, notes }
}

export function readToolSets(toolFile: string, planFile: string): ReadToolSets {
  const lines = new Map(
    readJsonl(toolFile, generatedToolSchema).map((line) => [
      `${normalise(line.field)}/${normalise(line.name)}`,
      line,
    ]),
  )
  const taken = new Set<string>()
  const read = readJsonl(planFile, outlineSchema).map((outline) => {
    const name = deriveName(outline, taken)
    taken.add(name)
    return buildToolSet(outline, lines, name)
  })
  const sets = read.map(({ set }) => set).filter(({ plans }) => plans.length > 0)
  if (sets.length === 0)
    throw new TracewrightError(
      `Failed to read plans: no plan of ${planFile} has all its tools in ${toolFile}. Give the files of one run.`,
    )
  return { sets, notes: read.flatMap(({ notes }) => notes) }
}

export type Difficulty = (typeof DIFFICULTIES)[number]

/** A plan of a tool set: tools, one after another, that get such a task done. */
export interface PlanItem {
  /** Its number in the set, from 1. */
  readonly number: number
  readonly difficulty: Difficulty
  readonly tools: readonly string[]
}

export interface ToolSet {
  readonly name: string
  readonly field: string
  readonly subdomain: string
  readonly task: string
  readonly tools: readonly ToolSpec[]
  readonly plans: readonly PlanItem[]
}

/** How many different tools a task of a difficulty calls: at least, at most. */
export const TOOL_COUNTS: Readonly<Record<Difficulty, readonly [number, number]>> = {
  simple: [1, 3],
  medium: [2, 6],
  complex: [4, Number.POSITIVE_INFINITY],
}

export interface Workshop {
  readonly set: ToolSet
  readonly toolkit: SyntheticToolkit
  /** The tools that tasks may offer: those that rules and handlers answer entirely in every world. */
  readonly tools: readonly ToolSpec[]
  /**
   * The simulators of the toolkit beside those that come with tracewright, as a run of Vitest serves them. Tasks offer
   * the toolkit's alone; the others only give sabotage something to write with.
   */
  readonly registry: Registry
}

/** Worlds that attempts at a suite run in. */
const WORLD_COUNT = 20

/** Whether rules and handler answer calls of a tool in every world: its known calls, and one that is composed. */
function isAnsweredEverywhere(tool: ToolSpec, toolkit: SyntheticToolkit): boolean {
  if (!isAnsweredByHandler(tool)) return false
  const known = selectKnownCalls(tool, toolkit)
  for (let seed = 0; seed < WORLD_COUNT; seed++) {
    const world = new World(seed)
    const state = readState(world, toolkit)
    const calls: JsonObject[] = [
      ...known.map(({ args }) => givenState(toolkit).convertToWorld(world, args)).filter(isObject),
      composeCall({ tool, state, rng: createRng(seed, 'covered', tool.id) }) ?? {},
    ]
    try {
      for (const args of calls) respond({ tool: tool.id, args }, toolkit, world)
    } catch (error) {
      if (error instanceof UnansweredCall) return false
      throw error
    }
  }
  return true
}

/** @throws TracewrightError where two tools have one name on the wire */
export const createWorkshop = (set: ToolSet, toolkit: SyntheticToolkit): Workshop => ({
  set,
  toolkit,
  tools: toolkit.tools.filter((tool) => isAnsweredEverywhere(tool, toolkit)),
  registry: registryOf([...shipped.values(), ...simulatorsOf(toolkit)]),
})

export const listWireNames = (tools: readonly ToolSpec[]): string[] =>
  tools.map(({ name }) => buildWireName(name))
