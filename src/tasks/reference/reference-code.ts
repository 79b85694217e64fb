import type { ExpansionResult, ReferenceCode } from '../../schema/task-in-world.ts'
import type { Tools } from '../../schema/tools.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { stringifyStably } from '../../shared/json.ts'
import { ExpansionError } from '../expansion-error.ts'
import { FunctionWorlds } from './function-worlds.ts'
import type { FunctionRun, FunctionTask } from './run-function.ts'

/** Worlds of a task. */
const WORLDS = 20
/** Worlds whose plain tasks are the identity of a function. */
const WORLDS_OF_DIGEST = 8

/** What a function comes to in its worlds, as far as that was asked for. */
class PreparedCode implements ReferenceCode {
  readonly warning: string | undefined
  readonly digest: string
  private readonly worlds: FunctionWorlds
  private readonly first: number
  private readonly runs: ReadonlyMap<number, FunctionRun>
  private readonly known: Map<number, ExpansionResult | ExpansionError>
  /** Whether the function calls the same tools in every world. */
  private readonly isSteady: boolean

  constructor(
    worlds: FunctionWorlds,
    first: number,
    runs: readonly FunctionRun[],
    known: Map<number, ExpansionResult | ExpansionError>,
  ) {
    this.worlds = worlds
    this.first = first
    this.runs = new Map(runs.map((run) => [run.seed, run]))
    this.known = known
    this.isSteady =
      new Set(runs.filter(({ failure }) => failure === undefined).map(({ shape }) => shape)).size < 2
    const failed = runs.filter(({ failure }) => failure !== undefined)
    this.warning =
      failed[0] === undefined
        ? undefined
        : `the function fails in ${failed.length} of ${runs.length} worlds, which are left out; in world ${failed[0].seed}: ${failed[0].failure?.message}`
    this.digest = computeSha256(
      stringifyStably([...known.values()].map((one) => (one instanceof ExpansionError ? null : one.plain))),
    )
  }

  async prepare(seeds: readonly number[] = listSeeds(this.first, WORLDS)): Promise<void> {
    for (const seed of seeds)
      if (!this.known.has(seed)) this.known.set(seed, await describeIn(this.worlds, seed, this.first))
  }

  expandIn(seed: number): ExpansionResult {
    const known = this.known.get(seed)
    if (known === undefined)
      throw new TracewrightError(
        `Failed to judge ${this.worlds.task.task_id} in world ${seed}: its function was not run there.`,
      )
    if (known instanceof ExpansionError) throw known
    const { plain, expansion } = known
    return { plain, expansion: { ...expansion, branch: this.isSteady ? '' : expansion.branch } }
  }

  findBranch(seed: number): string | undefined {
    const run = this.runs.get(seed)
    return run?.failure === undefined ? run?.shape : undefined
  }

  /** Not part of a task's JSON: what it comes to is. */
  toJSON(): undefined {
    return undefined
  }
}

const listSeeds = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first + i)

async function describeIn(
  worlds: FunctionWorlds,
  seed: number,
  first: number,
): Promise<ExpansionResult | ExpansionError> {
  try {
    return await worlds.describe(seed, first)
  } catch (error) {
    if (error instanceof ExpansionError) return error
    throw error
  }
}

/**
 * Runs the reference function of a task in its worlds.
 *
 * @throws ReferenceFunctionError where it is not an expected trace
 */
export async function prepareCode(task: FunctionTask, tools: Tools): Promise<ReferenceCode> {
  const worlds = new FunctionWorlds(task, tools)
  const first = task.world?.seed ?? 0
  const { runs, failed } = await worlds.check(first)
  const known = new Map<number, ExpansionResult | ExpansionError>()
  for (const seed of listSeeds(first, WORLDS_OF_DIGEST))
    known.set(seed, await describeIn(worlds, seed, first))
  return new PreparedCode(
    worlds,
    first,
    [...runs, ...failed].sort((a, b) => a.seed - b.seed),
    known,
  )
}
