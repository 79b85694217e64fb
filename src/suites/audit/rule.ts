import { groupBy } from '../../shared/group.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { AuditSubject } from './subject.ts'

/** Names of the rules, in the order of checks and reports: cheap ones first. */
export const RULES = [
  'duplicates',
  'provenance',
  'oracle',
  'answer-in-prompt',
  'discriminating',
  'asked',
  'calibration',
  'needed',
  'distractor',
  'unique',
  'mutants',
  'never-refused',
] as const
/** Names of the rules of the audit. */
export type RuleName = (typeof RULES)[number]

/** What one task does against a rule, in a sentence. */
export interface Violation {
  task_id: string
  detail: string
}

/** What rules may be given to work with. */
export interface RuleHelp {
  /** What a model holds against requests, by `requestDigest`; `asked` reports it. */
  verdicts?: ReadonlyMap<string, readonly string[]> | undefined
}

/** What a rule works with on one task. */
export interface RuleContext<Note> extends RuleHelp {
  /** Keeps what only the suite as a whole can be judged by, as plain data that can go to another thread. */
  note(note: Note): void
}

/** What only the suite as a whole shows. */
export interface SuiteView {
  violations?: readonly Violation[]
  /** What is worth a look and makes no task invalid. */
  warnings?: readonly Violation[]
  /** Metrics worth reporting also where the rule holds, such as how many mutants were rejected. */
  metrics?: JsonObject
}

/** What a rule left undecided of a task, where deciding takes too much work: a warning for each task. */
export const listUndecidedWarnings = (
  what: string,
  tasks: readonly { task_id: string; undecided: number; made: number }[],
): Violation[] =>
  [...groupBy(tasks, ({ task_id }) => task_id)].flatMap(([task_id, ofTask]) => {
    const sum = (field: 'undecided' | 'made'): number => ofTask.reduce((total, one) => total + one[field], 0)
    const undecided = sum('undecided')
    return undecided === 0
      ? []
      : [
          {
            task_id,
            detail: `${undecided} of ${sum('made')} ${what} are undecided, because the task is too large`,
          },
        ]
  })

export interface AuditRule<Note = unknown> {
  name: RuleName
  /** What is true of a suite that keeps the rule, as `audit --json` prints it. */
  holds: string
  /** What to do about a finding, as `audit` prints it. */
  repair: string
  /** Whether `visit` reads `subject.run`; it then skips tasks whose expected trace fails, which `oracle` reports. */
  needsReferenceRun: boolean
  /** Whether one visit looks at all worlds of a task; others visit each branch of a task that depends on its world. */
  coversWorlds?: boolean
  /**
   * Looks at a task: `subject.task` in one world, `subject.source` as the suite writes it. Each sentence is a finding. A
   * caller may stop at the first.
   */
  visit(subject: AuditSubject, context: RuleContext<Note>): Iterable<string> | Promise<Iterable<string>>
  /** What the notes on all tasks come to, in the order of the tasks. */
  sumUp?(notes: readonly Note[]): SuiteView
}
