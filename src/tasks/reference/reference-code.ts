import type { ExpectedTrace } from '../../schema/task.ts'
import type {
  ExpansionResult,
  Flip,
  ReferenceCode,
  TaskInWorld,
  WrittenTask,
} from '../../schema/task-in-world.ts'
import type { Tools, ToolTable } from '../../schema/tools.ts'
import type { Call } from '../../schema/trace.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { ExpansionError } from '../expansion-error.ts'
import { describeUnreadStore } from '../world-state.ts'
import { describeCaller } from './call-place.ts'
import { digestFunction } from './function-key.ts'
import type { FunctionRun, FunctionTask } from './function-run.ts'
import { countWorlds, FunctionWorlds } from './function-worlds.ts'
import { answerLiveReads } from './live-reads.ts'
import { nameStep } from './plain-task.ts'
import { ReferenceFunctionError } from './reference-error.ts'

type Described = ExpansionResult | ExpansionError

/** What a function comes to in its worlds, as far as that was asked for. */
class PreparedCode implements ReferenceCode {
  readonly digest: string
  readonly warning: string | undefined
  readonly numbers: ReadonlySet<number>
  private readonly worlds: FunctionWorlds
  private readonly alternatives: readonly FunctionWorlds[]
  private readonly branches: ReadonlyMap<number, string>
  private readonly known = new Map<number, Described>()
  /** Whether the function calls the same tools in every world. */
  private readonly isSteady: boolean

  constructor(
    worlds: FunctionWorlds,
    alternatives: readonly FunctionWorlds[],
    runs: readonly FunctionRun[],
    { digest, warning }: Pick<ReferenceCode, 'digest' | 'warning'>,
  ) {
    this.worlds = worlds
    this.alternatives = alternatives
    this.branches = new Map(runs.map(({ seed, shape }) => [seed, shape]))
    this.isSteady = new Set(this.branches.values()).size < 2
    this.digest = digest
    this.warning = warning
    this.numbers = new Set(runs.flatMap(({ answer }) => (typeof answer === 'number' ? [answer] : [])))
  }

  async prepare(seeds?: readonly number[]): Promise<void> {
    const first = this.worlds.task.world?.seed ?? 0
    const count = countWorlds(this.worlds.task.live)
    for (const seed of seeds ?? Array.from({ length: count }, (_, i) => first + i)) {
      if (this.known.has(seed)) continue
      const described = await describeAll(this.worlds, this.alternatives, seed)
      const { plain, expansion } = described as ExpansionResult
      this.known.set(seed, described instanceof ExpansionError ? described : { plain, expansion })
    }
    // Runs hold all that tools returned: of a suite of 1,200 tasks, more than a gigabyte.
    if (seeds === undefined) for (const one of this.references) one.releaseRuns()
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

  /** All functions that solve the task, the own one first. */
  get references(): readonly FunctionWorlds[] {
    return [this.worlds, ...this.alternatives]
  }

  /** What the task comes to over the results of an agent. */
  async describeTrace(seed: number, trace: readonly Call[]): Promise<ExpansionResult> {
    const described = await describeAll(this.worlds, this.alternatives, seed, trace)
    if (described instanceof ExpansionError) throw described
    return described
  }

  findBranch(seed: number): string | undefined {
    return this.branches.get(seed)
  }

  async listPlaces(seed: number): Promise<ReadonlyMap<string, string | undefined>> {
    const { steps } = await this.worlds.runInDetail(seed)
    return new Map(steps.map(({ caller }, i) => [nameStep(i), describeCaller(caller)]))
  }

  findFlip(seed: number, tools: Tools): Promise<Flip | undefined> {
    return this.worlds.findFlip(seed, tools)
  }

  /** Not part of a task's JSON: what it comes to is. */
  toJSON(): undefined {
    return undefined
  }
}

async function describeIn(worlds: FunctionWorlds, seed: number, trace?: readonly Call[]): Promise<Described> {
  try {
    return await (trace === undefined ? worlds.describe(seed) : worlds.describeTrace(seed, trace))
  } catch (error) {
    if (error instanceof ExpansionError) return error
    throw error
  }
}

/** @throws ReferenceFunctionError where only one of a task's functions answers */
function checkAnswers(seed: number, alternative: number, main: unknown, other: unknown): void {
  if ((main === undefined) === (other === undefined)) return
  throw new ReferenceFunctionError(
    `in world ${seed} alternative ${alternative + 1} returns ${other === undefined ? 'no' : 'an'} answer, unlike the function of the task: let both return one, or none`,
  )
}

/** The task in a world, with the traces of its other functions as far as they end in order there. */
async function describeAll(
  worlds: FunctionWorlds,
  alternatives: readonly FunctionWorlds[],
  seed: number,
  trace?: readonly Call[],
): Promise<Described> {
  const main = await describeIn(worlds, seed, trace)
  if (main instanceof ExpansionError || alternatives.length === 0) return main
  const others: ExpectedTrace[] = []
  for (const [i, alternative] of alternatives.entries()) {
    const other = await describeIn(alternative, seed, trace)
    if (other instanceof ExpansionError) continue
    const { expected_trace, expected_final_answer } = other.plain
    checkAnswers(seed, i, main.plain.expected_final_answer, expected_final_answer)
    if (expected_trace.steps.length > 0 || main.plain.expected_trace.steps.length === 0)
      others.push({ ...expected_trace, ...dropUndefinedFields({ expected_final_answer }) })
  }
  return { ...main, plain: { ...main.plain, alternatives: others } }
}

/**
 * Runs the reference function of a task in its worlds.
 *
 * @returns The task in the first world in which the function ends in order, and what it comes to in the others
 * @throws ReferenceFunctionError where it is not an expected trace
 */
export async function prepareCode(
  task: FunctionTask,
  tools: Tools,
): Promise<{ plain: ExpansionResult['plain']; code: ReferenceCode }> {
  const worlds = new FunctionWorlds(task, tools)
  const { runs, warning } = await worlds.check(task.world?.seed ?? 0)
  const readStores = [...new Set(runs.flatMap((run) => run.readStores))]
  for (const store of Object.keys(task.world?.state ?? {}))
    if (!readStores.includes(store))
      throw new ReferenceFunctionError(`state.${store}: ${describeUnreadStore(store, readStores)}`)
  const alternatives = (task.alternatives ?? []).map(
    (reference) => new FunctionWorlds({ ...task, reference }, tools),
  )
  const digests = [await digestFunction(worlds)]
  for (const [i, alternative] of alternatives.entries()) {
    for (const { seed, answer } of runs) {
      const other = await alternative.runIn(seed)
      if (other.failure === undefined) checkAnswers(seed, i, answer, other.answer)
    }
    digests.push(await digestFunction(alternative))
  }
  const digest = digests.length === 1 ? (digests[0] as string) : computeSha256(digests.join())
  const code = new PreparedCode(worlds, alternatives, runs, { digest, warning })
  const [{ seed }] = runs as [FunctionRun, ...FunctionRun[]]
  await code.prepare([seed])
  return { plain: code.expandIn(seed).plain, code }
}

/** Functions that are the reference of a task; none where it is a fixed trace. */
export const listReferences = ({ code }: WrittenTask): readonly FunctionWorlds[] =>
  code instanceof PreparedCode ? code.references : []

/**
 * A task over live tools, with the values that its function computes from what an agent was shown. Its tools answer reads
 * as they answered its functions; see {@link answerLiveReads}.
 */
export async function placeTrace<T extends ToolTable>(
  here: TaskInWorld<T>,
  trace: readonly Call[],
): Promise<TaskInWorld<T>> {
  const { code } = here.written
  if (!(code instanceof PreparedCode)) return here
  const { plain, expansion } = await code.describeTrace(here.seed, trace)
  const runs = await Promise.all(code.references.map((worlds) => worlds.runIn(here.seed)))
  return {
    ...here,
    tools: answerLiveReads(here.tools, runs),
    task: { ...here.task, ...plain },
    expansion: { ...expansion, branch: here.expansion?.branch ?? '' },
  }
}
