import type { Task } from '../../../schema/task.ts'
import type { ReferenceRun } from '../../../scoring/reference-run.ts'
import { scoreTrace } from '../../../scoring/score.ts'
import { type Rng, rngOf } from '../../../shared/rng.ts'
import { isEquivalent, rightsOf } from '../mutate/equivalent.ts'
import { type OperatorName, operators } from '../mutate/index.ts'
import { type Mutant, mutantScript, type Operator, withMoves } from '../mutate/operator.ts'
import { movesOf, performScript } from '../mutate/script.ts'
import type { AuditRule, Violation } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

const OPERATORS = Object.entries(operators) as [OperatorName, Operator][]

/** Share of an operator's mutants that must be rejected where at least {@link MANY} apply; else all must be. */
const REJECTED_SHARE = 0.99
const MANY = 100

/** Share of an operator's mutants that may be set aside as equivalent, where at least {@link SOME} are made. */
const EQUIVALENT_SHARE = 1 / 3
const SOME = 30

/** Mutants by one operator that are tried on one task at most. */
const MOST = 16

const some = (all: readonly Mutant[], rng: Rng): readonly Mutant[] =>
  all.length <= MOST ? all : rng.sample(all, MOST)

type Fate = 'equivalent' | 'rejected' | 'accepted'

function fateOf(
  mutant: Mutant,
  { task, registry }: AuditSubject,
  gold: ReferenceRun,
  rights: readonly Task[],
): Fate {
  const performance = performScript(mutantScript(mutant, task), task, registry, gold.outputOf)
  if (rights.some((right) => isEquivalent(mutant, performance, right, registry))) return 'equivalent'
  return scoreTrace(task, performance.trace, registry).solved ? 'accepted' : 'rejected'
}

const isSolvedAsExpected = (task: Task, { registry }: AuditSubject): boolean => {
  const script = mutantScript(withMoves(task, movesOf(task), 'the expected trace'), task)
  return scoreTrace(task, performScript(script, task, registry).trace, registry).solved
}

type Counts = Record<Fate | 'made', number> & {
  violations: Violation[]
  /** Mutants that do the same as the expected trace, by task: how the first of them is made, and how many there are. */
  setAside: Map<string, { how: string; count: number }>
}

/** Where this many mutants of an operator come to nothing that the others show little: the tasks that they are made of. */
function setAsideOf(name: OperatorName, { made, equivalent, setAside }: Counts): Violation[] {
  if (made < SOME || equivalent <= EQUIVALENT_SHARE * made) return []
  return [...setAside].map(([task_id, { how, count }]) => ({
    task_id,
    detail:
      `${equivalent} of ${made} mutants by ${name} are left out because they do the same as the expected traces, over a ` +
      `third; ${count} of them here, such as: ${how}`,
  }))
}

const failsOf = ({ rejected, accepted }: Counts): boolean =>
  accepted > 0 && (rejected + accepted < MANY || rejected / (rejected + accepted) < REJECTED_SHARE)

type CountsByName = Map<OperatorName, Counts>

function addCounts(all: CountsByName, more: CountsByName): void {
  for (const [name, { violations, setAside, ...numbers }] of more) {
    const own = all.get(name) as Counts
    for (const count of Object.keys(numbers) as (keyof typeof numbers)[]) own[count] += numbers[count]
    own.violations.push(...violations)
    for (const [task, { how, count }] of setAside) {
      const before = own.setAside.get(task)
      own.setAside.set(task, { how: before?.how ?? how, count: count + (before?.count ?? 0) })
    }
  }
}

/** Whether wrong traces, made from the right one, are told from it. An accepted mutant is named where too many are accepted. */
export const mutants: AuditRule = {
  name: 'mutants',
  holds:
    'of the expected traces with one error 99 % of each kind fail, or all of fewer than 100; no ' +
    'more than a third of a kind do the same as the expected trace',
  needsGold: true,
  start() {
    const countsByName: CountsByName = new Map(
      OPERATORS.map(([name]) => [
        name,
        { made: 0, equivalent: 0, rejected: 0, accepted: 0, violations: [], setAside: new Map() },
      ]),
    )
    return {
      visit(subject) {
        const { task } = subject
        const gold = subject.gold()
        // Where what is right is not solved, that a mutant is not solved says nothing; `oracle` tells.
        if (!gold.ok || !isSolvedAsExpected(task, subject)) return []
        const rights = rightsOf(task)
        for (const [name, make] of OPERATORS) {
          const counts = countsByName.get(name) as Counts
          const rng = rngOf(subject.seed, 'mutants', name, task.task_id)
          for (const mutant of some(make({ subject, gold: gold.run, rng }), rng)) {
            const fate = fateOf(mutant, subject, gold.run, rights)
            counts.made++
            counts[fate]++
            if (fate === 'equivalent') {
              const { how, count } = counts.setAside.get(task.task_id) ?? { how: mutant.how, count: 0 }
              counts.setAside.set(task.task_id, { how, count: count + 1 })
            }
            if (fate !== 'accepted') continue
            counts.violations.push({
              task_id: task.task_id,
              detail: `it is still solved with an error (${name}): ${mutant.how}`,
            })
          }
        }
        return []
      },
      finish: () =>
        [...countsByName].flatMap(([name, counts]) => [
          ...(failsOf(counts) ? counts.violations : []),
          ...setAsideOf(name, counts),
        ]),
      figures: () =>
        Object.fromEntries(
          [...countsByName].map(([name, { made, equivalent, rejected, accepted }]) => [
            name,
            { made, equivalent, rejected, accepted },
          ]),
        ),
      notes: () => countsByName,
      add: (more: CountsByName) => addCounts(countsByName, more),
    }
  },
}
