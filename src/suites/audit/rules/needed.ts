import { listSources } from '../../../schema/binding.ts'
import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { carries } from '../../../scoring/tokens.ts'
import { type Json, listChildren } from '../../../shared/json.ts'
import { appendKey, readValueAt } from '../../../shared/pointer.ts'
import { listNodes } from '../../load/nodes.ts'
import { quoteValue } from '../quote-value.ts'
import { isValue } from '../reachability/equal.ts'
import { type Atom, collectRestingOn, type Goal, listAtoms } from '../reachability/goals.ts'
import type { KnownOrigin } from '../reachability/known.ts'
import {
  holdsElsewhere,
  type SearchWorld,
  type TaskSearch,
  taskSearchOf,
} from '../reachability/search-world.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'
import {
  describeOrigin,
  describeUndecided,
  openSearch,
  type SearchNote,
  searchCosts,
  searchNote,
} from './search-check.ts'

/** A graded value that is known without a tool, and from where. */
interface KnownGoal {
  state: 'known'
  goal: Goal
  origins: readonly KnownOrigin[]
}

/**
 * What becomes of a task without a tool: something graded is `out` of reach, `idle` where nothing graded rests on the
 * tool, `open` where the calls of a tool are too many.
 */
type ToolNeed = { state: 'out' } | { state: 'idle' } | KnownGoal | { state: 'open'; tool: string }

const IN_PROMPT: KnownOrigin = { from: 'start', what: 'the prompt' }

class SearchWithoutTool {
  private readonly tool: string
  private readonly taskSearch: TaskSearch
  private readonly note: (note: SearchNote) => void
  private readonly ownSteps: ReadonlySet<string>
  /** Steps whose results are not to be had without the tool. */
  private readonly lost: ReadonlySet<string>

  constructor(tool: string, taskSearch: TaskSearch, note: (note: SearchNote) => void) {
    this.tool = tool
    this.taskSearch = taskSearch
    this.note = note
    const { steps } = taskSearch.task.expected_trace
    this.ownSteps = new Set(steps.filter(({ tool_name }) => tool_name === tool).map(({ step_id }) => step_id))
    this.lost = collectRestingOn(taskSearch.task, this.ownSteps)
  }

  /** Whether something graded is out of reach without the tool, be it an effect of its own. */
  decideNeed(): ToolNeed {
    const { worlds } = this.taskSearch
    const commits = worlds.some(({ run }) =>
      run.calls.some(({ id, committed }) => committed === true && this.ownSteps.has(id)),
    )
    const [world] = worlds
    if (world === undefined || commits) return { state: 'out' }
    const resting = world.goals.filter(
      ({ from, consumer }) => !this.ownSteps.has(consumer) && from.some((step) => this.lost.has(step)),
    )
    let verdict: ToolNeed = { state: 'idle' }
    // The value that carries most is the least likely to be known, which ends the search.
    for (const goal of resting.toSorted((a, b) => b.bits - a.bits)) {
      const reach = this.lookFor(goal, world)
      if (reach.state === 'out') return reach
      if (reach.state === 'open' || verdict.state === 'idle') verdict = reach
    }
    return verdict
  }

  /** Looks for every value of one of the ways to a goal. */
  private lookFor(goal: Goal, world: SearchWorld): ToolNeed {
    let open: ToolNeed = { state: 'out' }
    for (const way of goal.ways) {
      if (!way.leads) continue
      const atoms = way.atoms.filter(({ from }) => from.some((step) => this.lost.has(step)))
      if (atoms.length === 0 || atoms.some(({ value }) => value === undefined)) continue
      const { origins, undecided } = this.follow(atoms, goal, world)
      if (origins !== undefined) return { state: 'known', goal, origins }
      if (undecided !== undefined) open = { state: 'open', tool: undecided }
    }
    return open
  }

  private follow(
    atoms: readonly Atom[],
    { type, types }: Goal,
    world: SearchWorld,
  ): { origins: readonly KnownOrigin[] | undefined; undecided?: string | undefined } {
    const { taskSearch } = this
    const isDecisive = atoms.reduce((sum, { bits }) => sum + bits, 0) >= MIN_ENTROPY_BITS
    const places = atoms.map((atom) => listAtoms(world.goals).indexOf(atom))
    const wanted = atoms.map(({ value = null, whole }) =>
      whole ? [{ pointer: '', value }] : listNodes(value),
    )
    const found = atoms.map(() => new Map<string, KnownOrigin>())
    /** Notes every part that is known from an origin, and not by chance. */
    const look = (origin: KnownOrigin, holds: (part: Json, there: SearchWorld) => boolean): void => {
      for (const [i, parts] of wanted.entries()) {
        for (const { pointer, value } of parts) {
          if (found[i]?.has(pointer) || !holds(value, world)) continue
          const isThere = (there: SearchWorld): boolean => {
            const part = readValueAt(listAtoms(there.goals)[places[i] ?? -1]?.value ?? null, pointer)
            return part !== undefined && part !== null && holds(part, there)
          }
          if (holdsElsewhere(taskSearch, isDecisive, isThere)) found[i]?.set(pointer, origin)
        }
      }
    }
    const listOrigins = (): KnownOrigin[] | undefined => {
      const all = atoms.map(({ value = null }, i) =>
        findOrigins(found[i] as Map<string, KnownOrigin>, '', value),
      )
      return all.every((one) => one !== undefined) ? all.flat() : undefined
    }
    look(IN_PROMPT, (part) => carries(taskSearch.task.prompt, part))
    if (listOrigins() !== undefined) return { origins: listOrigins() }
    const query = {
      tools: taskSearch.tools.filter(({ name }) => name !== this.tool),
      sought: wanted.flat().map(({ value }) => ({ value, type })),
      types,
      lost: this.lost,
      isPlan: false,
    }
    const closure = openSearch(query, taskSearch, world, this.note)
    if (closure === undefined) return { origins: undefined }
    for (const { known } of closure.finds()) {
      for (const one of known) {
        look(one.origin, (part, there) => {
          const value = there === world ? one.value : there.findValue(one)
          return value !== undefined && isValue(part, value, type)
        })
      }
      if (listOrigins() !== undefined) break
    }
    this.note(searchNote(taskSearch, closure))
    return { origins: listOrigins(), undecided: closure.undecided }
  }
}

/** Where a value is known from: as a whole, or all its parts. */
function findOrigins(
  found: ReadonlyMap<string, KnownOrigin>,
  pointer: string,
  value: Json,
): KnownOrigin[] | undefined {
  const whole = found.get(pointer)
  if (whole !== undefined) return [whole]
  if (listChildren(value).length === 0) return undefined
  const origins = Object.entries(value as object).map(([key, child]) =>
    findOrigins(found, appendKey(pointer, key), child),
  )
  return origins.every((origin) => origin !== undefined) ? origins.flat() : undefined
}

const describeNeed = (tool: string, seed: number, { goal, origins }: KnownGoal): string =>
  `${tool} is not needed: in world ${seed} its values are known without it, such as ${goal.consumer} ` +
  `${goal.pointer} = ${quoteValue(goal.value ?? null)} from ${origins.map(describeOrigin).join(' and ')}`

/** Whether a function decides by what a tool gives: that is the same in worlds of one branch, where it seems to be known. */
function isDeciding(tool: string, { task, expansion }: AuditSubject): boolean {
  const stepIds = task.expected_trace.steps.flatMap((step) => (step.tool_name === tool ? [step.step_id] : []))
  return stepIds.some((id) => expansion?.deciding.has(id) || expansion?.answerReads.includes(id))
}

/** Whether a task asks for calls by themselves, each a pure function of what the prompt states: any could be done by hand. */
function isListOfRequests(subject: AuditSubject): boolean {
  const { expected_trace: trace, expected_final_answer: answer } = subject.task
  const isUnfed = trace.steps.every((step) => listSources(step.arguments).length === 0)
  return isUnfed && answer !== undefined && listSources(answer).length > 0 && subject.isRecomputable(answer)
}

export const needed: AuditRule<SearchNote> = {
  name: 'needed',
  holds:
    'no expected tool can be left out without losing a graded value, unless all calls are pure functions of the prompt',
  repair: 'use or grade the result of the tool, or remove its step',
  needsReferenceRun: true,
  *visit(subject, { note }) {
    const taskSearch = taskSearchOf(subject)
    for (const tool of subject.needed) {
      const verdict = new SearchWithoutTool(tool, taskSearch, note).decideNeed()
      if (verdict.state === 'out' || isDeciding(tool, subject)) continue
      if (verdict.state === 'idle') {
        if (!subject.usedTools.has(tool)) yield `${tool}: no graded value depends on it`
      } else if (verdict.state === 'open') yield describeUndecided(`whether ${tool} is needed`, verdict.tool)
      // What can be done by hand is asked for by itself; another tool that does it is another matter.
      else if (!verdict.origins.every(({ from }) => from === 'start') || !isListOfRequests(subject)) {
        yield describeNeed(tool, taskSearch.worlds[0]?.seed ?? subject.seed, verdict)
      }
    }
  },
  sumUp: searchCosts,
}
