/** What the mixture needs of a task: solved of so many attempts in the ledger, solved and failed since. */
export interface Outcome {
  s: number
  b: number
  x: number
  y: number
}

/** Different outcomes of some tasks, how many tasks have each, and which one task i has. */
export interface Patterns {
  outcomes: Outcome[]
  counts: number[]
  /** Index of the outcome of each task. */
  of: number[]
  /** Number of tasks. */
  tasks: number
}

/** Groups tasks by equal outcomes: a suite has few different ones, and a fit costs by their number. */
export function patternsOf(tasks: readonly Outcome[]): Patterns {
  const at = new Map<string, number>()
  const patterns: Patterns = { outcomes: [], counts: [], of: [], tasks: tasks.length }
  for (const { s, b, x, y } of tasks) {
    const name = `${s} ${b} ${x} ${y}`
    const known = at.get(name) ?? patterns.outcomes.length
    if (known === patterns.outcomes.length) {
      at.set(name, known)
      patterns.outcomes.push({ s, b, x, y })
      patterns.counts.push(0)
    }
    patterns.counts[known] = (patterns.counts[known] as number) + 1
    patterns.of.push(known)
  }
  return patterns
}
