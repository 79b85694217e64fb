import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PREFIX = 'probes-'

/** A task of which every step was tried alone. */
export interface ProbedCase {
  project: string
  suite: string
  key: string
  pattern?: string
  /** Solved attempts at each step alone, and how many there were. */
  steps: { successes: number; attempts: number }[]
}

/** Writes down what a worker found out about the steps of some tasks. */
export function writeProbes(dir: string, runId: string, cases: readonly ProbedCase[]): void {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, `${PREFIX}${runId}-${process.pid}-${Date.now()}.json`), JSON.stringify(cases))
}

const filesIn = (dir: string): string[] =>
  existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith(PREFIX)) : []

export const readProbes = (dir: string, runId: string): ProbedCase[] =>
  filesIn(dir)
    .filter((name) => name.startsWith(`${PREFIX}${runId}-`))
    .flatMap((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as ProbedCase[])

/** Deletes what was written down of any run. */
export function dropProbes(dir: string): void {
  for (const name of filesIn(dir)) rmSync(join(dir, name), { force: true })
}
