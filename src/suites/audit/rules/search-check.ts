import { quoteValue } from '../quote-value.ts'
import { Closure, type Query } from '../reachability/closure.ts'
import type { FoundCall, KnownOrigin } from '../reachability/known.ts'
import type { SearchWorld, TaskSearch } from '../reachability/search-world.ts'
import { listUndecidedWarnings, type SuiteView } from '../rule.ts'

/** A call as it is written: `get_weather {"city":"Oslo"}`. */
export const describeCall = ({ tool, arguments: args }: Pick<FoundCall, 'tool' | 'arguments'>): string =>
  `${tool} ${quoteValue(args)}`

/** Where a known value comes from, as the end of a sentence. */
export function describeOrigin(origin: KnownOrigin): string {
  if (origin.from === 'start') return origin.what
  if (origin.from === 'parts') return `the known parts of ${origin.what}`
  return `${origin.from === 'step' ? origin.step : describeCall(origin.call)} ${origin.pointer}`
}

/** Why a question about a task stays open. */
export const describeUndecided = (question: string, budget: string): string =>
  `${question} is undecided: ${budget}`

/** What became of a search: it is left out where those before it used up the calls of the task. */
export interface SearchNote {
  task_id: string
  is: 'decided' | 'undecided' | 'left-out'
}

/** A search about a task; undefined where none of the task's calls are left, which is noted. */
export function openSearch(
  query: Query,
  taskSearch: TaskSearch,
  world: SearchWorld,
  note: (note: SearchNote) => void,
): Closure | undefined {
  if (taskSearch.budget.calls > 0) return new Closure(query, taskSearch, world)
  note({ task_id: taskSearch.task.task_id, is: 'left-out' })
  return undefined
}

export const searchNote = ({ task }: TaskSearch, { undecided }: Closure): SearchNote => ({
  task_id: task.task_id,
  is: undecided === undefined ? 'decided' : 'undecided',
})

/** How many searches a rule made, and how many of them ended over their budget or were left out. */
export function searchCosts(notes: readonly SearchNote[]): SuiteView {
  const count = (some: readonly SearchNote[], is: SearchNote['is']): number =>
    some.filter((one) => one.is === is).length
  const leftOut = count(notes, 'left-out')
  return {
    metrics: {
      closures: notes.length - leftOut,
      undecided: count(notes, 'undecided'),
      ...(leftOut === 0 ? {} : { left_out: leftOut }),
    },
    warnings: listUndecidedWarnings(
      'searches',
      notes.map(({ task_id, is }) => ({ task_id, undecided: is === 'left-out' ? 1 : 0, made: 1 })),
    ),
  }
}
