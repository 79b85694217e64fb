/** What kinds of agents solve of the example, by family. */
import { readFileSync } from 'node:fs'

/** Families on which an agent that never asks and never pages must fail half of the tasks. */
const HARD_FAMILIES = ['long-work', 'conversation', 'crowded']
const MAX_MEDIOCRE_SHARE = 0.5
const MIN_GOOD_SHARE = 0.95
const ALL = 'all'

/** The pattern of a task that decides; the level of a fixed trace. */
const nameFamily = ({ suite, level, score }) => (suite.endsWith('.ts') ? score.pattern : `fixed, ${level}`)

function count(cases, isSolved) {
  const counts = new Map()
  for (const one of cases)
    for (const family of [nameFamily(one), ALL]) {
      const { solved = 0, tasks = 0 } = counts.get(family) ?? {}
      counts.set(family, { solved: solved + (isSolved(one) ? 1 : 0), tasks: tasks + 1 })
    }
  return counts
}

/** Solved and all tasks of each family of a run; a task counts as solved if every attempt in every world solves it. */
export const countByFamily = ({ cases }) =>
  count(cases, ({ attempts }) => attempts.every(({ score }) => score?.solved === true))

/** The same of the offline planner, by the committed baseline; the run says of which family a task is. */
export function readPlanner(baseline, { cases }) {
  const { tasks } = JSON.parse(readFileSync(baseline, 'utf8'))
  const isSolved = ({ successes, attempts }) => attempts > 0 && successes === attempts
  return count(cases, ({ key }) => key in tasks && isSolved(tasks[key]))
}

const isFixed = (family) => family.startsWith('fixed')
const sortKey = (family) => `${family === ALL ? 2 : isFixed(family) ? 0 : 1} ${family}`

/** A table with a row for each family and a column for each agent. */
export function renderFamilies(kinds) {
  const [first] = kinds.values()
  const families = [...first.keys()].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
  const rows = families.map((family) => {
    const shares = [...kinds.values()].map((counts) => {
      const { solved, tasks } = counts.get(family)
      return `${((100 * solved) / tasks).toFixed(0)} %`
    })
    return [family, first.get(family).tasks, ...shares]
  })
  const head = ['family', 'tasks', ...kinds.keys()]
  return [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Where a kind of agent solves more or less than the suite promises. */
export function findBrokenClaims(kinds) {
  const share = (kind, family = ALL) => {
    const { solved, tasks } = kinds.get(kind).get(family)
    return solved / tasks
  }
  return [
    [share('oracle') === 1, 'the oracle solves every task'],
    [share('good') >= MIN_GOOD_SHARE, 'the good agent solves 95 % of the tasks'],
    [share('careless') < share('mediocre'), 'the careless agent solves less than the mediocre one'],
    ...HARD_FAMILIES.map((family) => [
      share('mediocre', family) <= MAX_MEDIOCRE_SHARE,
      `the mediocre agent solves at most half of ${family}`,
    ]),
  ].flatMap(([holds, claim]) => (holds ? [] : [claim]))
}
