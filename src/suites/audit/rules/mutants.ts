import type { Task } from '../../../schema/task.ts'
import { groupBy } from '../../../shared/group.ts'
import { createRng, type Rng } from '../../../shared/rng.ts'
import { isEquivalent, listRights } from '../mutate/equivalent.ts'
import { type OperatorName, operators } from '../mutate/index.ts'
import { buildMutantOfMoves, buildMutantScript, type Mutant, type Operator } from '../mutate/operator.ts'
import { movesOf, performScript } from '../mutate/script.ts'
import { type AuditRule, listUndecidedWarnings, type Violation } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

const OPERATORS = Object.entries(operators) as [OperatorName, Operator][]

/** Share of an operator's mutants that must be rejected where at least {@link MANY} apply; else all must be. */
const REJECTED_SHARE = 0.99
const MANY = 100

/** Share of a task's mutants that may be set aside as equivalent, where at least {@link SOME} are made. */
const EQUIVALENT_SHARE = 1 / 3
const SOME = 12

/** Mutants by one operator that are tried on one task at most. */
const MAX_MUTANTS = 16

const sampleMutants = (all: readonly Mutant[], rng: Rng): readonly Mutant[] =>
  all.length <= MAX_MUTANTS ? all : rng.sample(all, MAX_MUTANTS)

type MutantFate = 'equivalent' | 'rejected' | 'accepted' | 'undecided'

function decideFate(mutant: Mutant, subject: AuditSubject, rights: readonly Task[]): MutantFate {
  if (subject.isSpent) return 'undecided'
  const { task, registry, run } = subject
  const performance = performScript(buildMutantScript(mutant, task), task, registry, run.outputOf)
  if (rights.some((right) => isEquivalent(mutant, performance, right, registry))) return 'equivalent'
  const { solved, approximate } = subject.decide(performance.trace)
  if (solved) return 'accepted'
  return approximate ? 'undecided' : 'rejected'
}

function isSolvedAsExpected(subject: AuditSubject): boolean {
  const { task, registry } = subject
  const script = buildMutantScript(buildMutantOfMoves(task, movesOf(task), 'the expected trace'), task)
  return subject.decide(performScript(script, task, registry).trace).solved
}

/** What became of the mutants of a task by one operator: how those are made that were accepted, and that are equivalent. */
interface Tried {
  task_id: string
  operator: OperatorName
  made: number
  accepted: readonly string[]
  equivalent: readonly string[]
  undecided: number
}

const sumTried = (tried: readonly Tried[], count: (one: Tried) => number): number =>
  tried.reduce((sum, one) => sum + count(one), 0)

/** Tasks of whose mutants more than the share above do the same as the expected trace: a wrong trace may be right there. */
const listSetAside = (notes: readonly Tried[]): Violation[] =>
  [...groupBy(notes, ({ task_id }) => task_id)].flatMap(([task_id, ofTask]) => {
    const made = sumTried(ofTask, (one) => one.made)
    const equivalent = ofTask.flatMap((one) => one.equivalent)
    if (made < SOME || equivalent.length <= EQUIVALENT_SHARE * made) return []
    return [
      {
        task_id,
        detail: `${equivalent.length} of ${made} mutants do the same as the expected trace, over a third, such as: ${equivalent[0]}`,
      },
    ]
  })

/** Whether wrong traces, made from the right one, are told from it. An accepted mutant is named where too many are accepted. */
export const mutants: AuditRule<Tried> = {
  name: 'mutants',
  holds:
    'of the expected traces with one error 99 % of each kind fail, or all of fewer than 100; at ' +
    'most a third of the mutants of a task do the same as the expected trace',
  repair: 'grade the value that the wrong trace changes',
  needsReferenceRun: true,
  visit(subject, { note }) {
    const { task_id } = subject.task
    // Where what is right is not solved, that a mutant is not solved says nothing; `oracle` tells.
    if (!isSolvedAsExpected(subject)) return []
    const rights = listRights(subject.task)
    for (const [operator, make] of OPERATORS) {
      const rng = createRng(subject.seed, 'mutants', operator, task_id)
      const fates = sampleMutants(make({ subject, reference: subject.run, rng }), rng).map(
        (mutant) => [decideFate(mutant, subject, rights), mutant.how] as const,
      )
      const selectByFate = (wanted: MutantFate) =>
        fates.flatMap(([fate, how]) => (fate === wanted ? [how] : []))
      const [accepted, equivalent] = [selectByFate('accepted'), selectByFate('equivalent')]
      const undecided = selectByFate('undecided').length
      note({ task_id, operator, made: fates.length, accepted, equivalent, undecided })
    }
    return []
  },
  sumUp(notes) {
    const byOperator = groupBy(notes, ({ operator }) => operator)
    const results = OPERATORS.map(([name]) => {
      const tried = byOperator.get(name) ?? []
      const made = sumTried(tried, (one) => one.made)
      const accepted = sumTried(tried, (one) => one.accepted.length)
      const equivalent = sumTried(tried, (one) => one.equivalent.length)
      const undecided = sumTried(tried, (one) => one.undecided)
      const rejected = made - accepted - equivalent - undecided
      const judged = rejected + accepted
      const isBroken = accepted > 0 && (judged < MANY || rejected / judged < REJECTED_SHARE)
      const details = tried.flatMap(({ task_id, accepted: all }) =>
        all.map((how) => ({ task_id, detail: `it is still solved with an error (${name}): ${how}` })),
      )
      return {
        metrics: [
          name,
          { made, equivalent, rejected, accepted, ...(undecided === 0 ? {} : { undecided }) },
        ] as const,
        violations: isBroken ? details : [],
      }
    })
    return {
      violations: [...results.flatMap(({ violations }) => violations), ...listSetAside(notes)],
      warnings: listUndecidedWarnings('mutants', notes),
      metrics: Object.fromEntries(results.map(({ metrics }) => metrics)),
    }
  },
}
