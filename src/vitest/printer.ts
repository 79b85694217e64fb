import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { renderProgress } from '../report/render-progress.ts'
import { closingLine, renderTerminal } from '../report/render-terminal.ts'
import { journaledRuns } from '../run/journal/files.ts'
import { readJournal } from '../run/journal/journal.ts'
import { RUN_FILE } from '../run/run-file.ts'
import type { Case } from '../schema/run.ts'
import { counted } from '../shared/english.ts'
import { metaOf } from './cases.ts'
import type { Collector } from './collector.ts'
import { fileOf, isSuiteId } from './suite-id.ts'

const linesIn = (file: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length

/** How many cases a run has. A suite that no worker has collected yet counts by its lines. */
export class CaseCount {
  private readonly expected = new Map<string, string>()
  private readonly collected = new Map<string, number>()
  private readonly lines = new Map<string, number>()

  /** @param file The suite, which is read only if it is counted before its module is collected */
  expect(module: string, file: string): void {
    this.expected.set(module, file)
  }

  collect(module: string, cases: number): void {
    this.collected.set(module, cases)
  }

  total(): number {
    let total = 0
    for (const [module, file] of this.expected) if (!this.collected.has(module)) total += this.linesOf(file)
    for (const cases of this.collected.values()) total += cases
    return total
  }

  private linesOf(file: string): number {
    const lines = this.lines.get(file) ?? linesIn(file)
    this.lines.set(file, lines)
    return lines
  }
}

/** Milliseconds until something is said of work that goes on, and between two lines after that. */
const FIRST = 2000
const INTERVAL = 10_000

/** Whether it is time for a line of progress: after two seconds, then every ten. Lines stay, so there are few. */
export function progressThrottle(now: () => number = Date.now): () => boolean {
  let next = now() + FIRST
  return () => {
    if (now() < next) return false
    next = now() + INTERVAL
    return true
  }
}

const MACHINE_REPORTERS = new Set(['json', 'junit', 'tap', 'tap-flat'])

/** Whether a reporter of the user's writes a document to standard output, which ours must not disturb. */
function stdoutIsTaken({ config }: Vitest): boolean {
  return config.reporters.some((entry) => {
    const name = Array.isArray(entry) ? entry[0] : undefined
    if (typeof name !== 'string' || !MACHINE_REPORTERS.has(name)) return false
    const { outputFile } = config
    return typeof outputFile === 'string' ? false : outputFile?.[name as 'json'] === undefined
  })
}

const nameOf = (moduleId: string, { name }: { name: string }): string => JSON.stringify([name, moduleId])

/** Second of our two reporters: it prints, after the reporters of the user. */
export class Printer implements Reporter {
  private readonly collector: Collector
  private done = 0
  private count = new CaseCount()
  private solved = 0
  private started = 0
  private isTime = progressThrottle()

  constructor(collector: Collector) {
    this.collector = collector
  }

  private print(text: string): void {
    const { vitest } = this.collector
    if (vitest === undefined) return
    if (stdoutIsTaken(vitest)) vitest.logger.error(text)
    else vitest.logger.log(text)
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.done = 0
    this.count = new CaseCount()
    // A shard has a part of each suite.
    if (this.collector.vitest?.config.shard === undefined)
      for (const { moduleId, project } of specifications)
        if (isSuiteId(moduleId)) this.count.expect(nameOf(moduleId, project), fileOf(moduleId))
    this.solved = 0
    this.started = Date.now()
    this.isTime = progressThrottle()
    for (const line of this.atStart()) this.print(` tracewright  ${line}`)
  }

  /** What is said of runs that broke off: the one that is taken up, and those that nobody took up. */
  private atStart(): string[] {
    const { state, settings } = this.collector
    const { outputDir, runId } = settings
    if (state.resumed) {
      const known = readJournal(outputDir, runId).length
      return [`resumed run ${runId}: ${counted(known, 'attempt')} kept`]
    }
    const others = journaledRuns(outputDir).filter((id) => id !== runId)
    const isRequested = (process.env.TRACEWRIGHT_RESUME ?? '0') !== '0'
    return [
      ...(isRequested ? ['no run to resume, so a new run starts'] : []),
      ...(others.length === 0
        ? []
        : [
            `unfinished runs: ${others.join(', ')}. Resume one with TRACEWRIGHT_RESUME=${others.at(-1)}, or delete its journal-* files`,
          ]),
    ]
  }

  onTestModuleCollected(module: TestModule): void {
    const { moduleId, project, children } = module
    if (isSuiteId(moduleId)) this.count.collect(nameOf(moduleId, project), [...children.allTests()].length)
  }

  onTestCaseResult(test: TestCase): void {
    if (!isSuiteId(test.module.moduleId)) return
    const meta = metaOf(test)
    this.done++
    const first = meta?.attempts?.find(({ score }) => score !== undefined)
    if (first?.score?.solved === true) this.solved++
    if (!this.isTime()) return
    const { done, solved } = this
    const total = this.count.total()
    this.print(
      ` tracewright  ${renderProgress({ done, total, solved, elapsedMs: Date.now() - this.started })}`,
    )
  }

  onTestRunEnd(): void {
    const { run, vitest, notes, settings, error } = this.collector
    if (error !== undefined) this.print(`\n tracewright  ${error}\n`)
    if (run === undefined || vitest === undefined) return
    const color = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
    const verbose = (process.env.TRACEWRIGHT_VERBOSE ?? '0') !== '0'
    const { broken } = this.collector
    const isBroken = ({ key, project }: Case): boolean =>
      broken === undefined || [...broken].some((item) => item.key === key && item.project === project)
    this.print(renderTerminal(run, { color, notes, verbose, isBroken }))
    const where = relative(settings.root, join(settings.outputDir, RUN_FILE))
    const closing = closingLine(run)
    this.print(`\n ${where}${run.complete ? '' : '  (not a complete run)'}\n`)
    if (closing !== undefined) this.print(` ${closing}\n`)
  }
}
