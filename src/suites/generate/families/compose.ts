import { compileFunction } from 'node:vm'
import { listVettedSeeds } from '../../../run/worlds.ts'
import type { WrittenTask } from '../../../schema/task-in-world.ts'
import { dropUndefinedFields, type Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { any, exactly, oneOf, optional, text, unordered } from '../../../tasks/reference/markers.ts'
import { Refused } from '../../../tasks/reference/reference-error.ts'
import { turn } from '../../../tasks/reference/run-function.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { writeClosingParagraph } from '../../../tools/content/answer-request.ts'
import type { Registry } from '../../../tools/registry.ts'
import { loadCodeSuite } from '../../code/load.ts'
import { task } from '../../code/task.ts'
import { isCalledIn, printCodeTask } from '../../print/print-suite.ts'
import { ARITHMETIC, orderByLot } from '../compose-task.ts'
import { type Distractors, drawDistractors } from '../distractors.ts'
import type { Family, FamilyDraft } from './family.ts'

/** A task whose expected trace is a function, and the call of `task` that it comes from. */
export type DecidingTask = WrittenTask & { readonly text: string }

/** What a suite imports from `tracewright/suite`. */
const SUITE = { task, any, exactly, oneOf, optional, Refused, text, turn, unordered }

/** Name of the file that generated text stands in while it is loaded. */
const FILE = 'generated.suite.ts'

/** Loads the text of a task as a suite file is loaded. @throws SuiteError where its function is not an expected trace */
export async function loadTaskText(written: string, registry: Registry): Promise<DecidingTask> {
  const load = async (): Promise<unknown> =>
    compileFunction(written, Object.keys(SUITE), { filename: FILE })(...Object.values(SUITE))
  const [line] = await loadCodeSuite(FILE, registry, load, false)
  const loaded = line?.task as WrittenTask
  await loaded.code?.prepare(listVettedSeeds(loaded, registry))
  return { ...loaded, text: written }
}

function buildAsked(answer: FamilyDraft['answer']): AskedAnswer | undefined {
  if (answer === undefined) return undefined
  const ask = (gives: string): AskedValue => ({ value: null, gives })
  if (typeof answer === 'string') return ask(answer)
  return { fields: Object.fromEntries(Object.entries(answer).map(([key, gives]) => [key, ask(gives)])) }
}

/** What a draft becomes a task by. */
export interface Placement {
  taskId: string
  worldSeed: number
  rng: Rng
  distractors: Distractors
  registry: Registry
}

/** The text of a drafted task: its request, the tools on offer, and its functions. */
export function writeTaskText(
  family: Family,
  draft: FamilyDraft,
  { taskId, worldSeed, rng, distractors, registry }: Placement,
): string {
  const {
    prompts,
    answer,
    calls,
    alternatives = [],
    offer = [],
    withhold = [],
    state,
    turns,
    options,
  } = draft
  const bodies = [calls, ...alternatives].join('\n')
  const needed = [...registry.keys()].filter((name) => isCalledIn(name, bodies))
  const meant = [...needed, ...offer]
  const most = distractors === 'all' ? distractors : Math.max(distractors, family.distractors ?? 0)
  const wanted = most === 'all' ? most : Math.max(0, most - offer.length)
  const request = rng.pick(prompts)
  const others = drawDistractors(new Set([...meant, ...withhold]), ARITHMETIC, registry, wanted, rng)
  const said = [request, ...(turns ?? [])]
  // The last message asks for the answer, since the last reply gives it.
  said.push(`${said.pop()}\n\n${writeClosingParagraph(buildAsked(answer))}`)
  const [prompt, ...later] = said
  const shell = {
    task_id: taskId,
    prompt,
    ...(later.length > 0 ? { turns: later } : {}),
    available_tools: orderByLot([...new Set([...meant, ...others])], request),
    world: dropUndefinedFields({ seed: worldSeed, state: state as Record<string, Json[]> | undefined }),
    ...options,
    pattern: family.name,
  }
  return printCodeTask(shell as unknown as WrittenTask, calls, alternatives)
}
