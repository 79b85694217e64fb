import { readLines } from './worker-lines.ts'

/** A task of which every step was tried alone. */
export interface ProbedCase {
  project: string
  suite: string
  key: string
  pattern?: string
  /** Solved attempts at each step alone, and how many there were. */
  steps: { successes: number; attempts: number }[]
}

/** What the workers of a run found out about the steps of some tasks, each task once. */
export function readProbes(dir: string, runId: string): ProbedCase[] {
  const probed = new Map<string, ProbedCase>()
  for (const line of readLines(dir, 'probes', runId)) {
    const one = JSON.parse(line) as ProbedCase
    const name = JSON.stringify([one.project, one.suite, one.key])
    if (!probed.has(name)) probed.set(name, one)
  }
  return [...probed.values()]
}
