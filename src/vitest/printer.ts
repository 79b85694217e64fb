import { join, relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { renderProgress } from '../report/render-progress.ts'
import type { Case } from '../schema/run.ts'
import { RUN_FILE } from '../schema/run-basics.ts'
import { formatCount } from '../shared/english.ts'
import { createProgressThrottle, createTimeEstimator } from '../shared/units.ts'
import { readMeta } from './case-meta.ts'
import type { Collector } from './collector.ts'
import { insertCommandPlace } from './command-place.ts'
import { isSuiteId } from './suite-id.ts'

const MACHINE_REPORTERS = new Set(['json', 'junit', 'tap', 'tap-flat'])

/** Whether a reporter of the user's writes a document to standard output, which ours must not disturb. */
function isStdoutTaken({ config }: Vitest): boolean {
  return config.reporters.some((entry) => {
    const name = Array.isArray(entry) ? entry[0] : undefined
    if (typeof name !== 'string' || !MACHINE_REPORTERS.has(name)) return false
    const { outputFile } = config
    return typeof outputFile === 'string' ? false : outputFile?.[name as 'json'] === undefined
  })
}

/** Whether a case runs: `-t` and `skip` leave cases out. */
const isToRun = ({ options }: TestCase): boolean => options.mode !== 'skip' && options.mode !== 'todo'

/** Second of our two reporters: it prints, after the reporters of the user. */
export class Printer implements Reporter {
  private readonly collector: Collector
  private done = 0
  /** Cases of the modules that workers have collected. */
  private total = 0
  private solved = 0
  private started = 0
  private isTime = createProgressThrottle()
  private estimate = createTimeEstimator()

  constructor(collector: Collector) {
    this.collector = collector
  }

  private print(text: string): void {
    const { vitest } = this.collector
    if (vitest === undefined) return
    const folders = new Map(
      [...this.collector.state.projects].map(([project, { folder }]) => [project, folder]),
    )
    const shown = insertCommandPlace(text, vitest.config.root, folders)
    if (isStdoutTaken(vitest)) vitest.logger.error(shown)
    else vitest.logger.log(shown)
  }

  async onTestRunStart(): Promise<void> {
    this.done = 0
    this.total = 0
    this.solved = 0
    this.started = Date.now()
    this.isTime = createProgressThrottle()
    this.estimate = createTimeEstimator()
    for (const line of await this.listStartLines()) this.print(` tracewright  ${line}`)
  }

  /** What is said of runs that broke off: the one that is taken up, and those that nobody took up. */
  private async listStartLines(): Promise<string[]> {
    const { state, settings } = this.collector
    const { outputDir, runId } = settings
    if (state.resumed) {
      const { readJournal } = await import('../run/journal/journal.ts')
      const known = readJournal(outputDir, runId).length
      const hasInputs = Object.keys(settings.options).some((name) => name.startsWith('inputs: '))
      return [
        `resumed run ${runId}: ${formatCount(known, 'attempt')} kept`,
        ...(hasInputs
          ? []
          : ['not compared: files that the agent reads at run time; name them by the option `inputs`']),
      ]
    }
    const { brokenOff } = this.collector
    const isRequested = (process.env.TRACEWRIGHT_RESUME ?? '0') !== '0'
    return [
      ...(isRequested ? ['no run to resume, so a new run starts'] : []),
      ...(brokenOff.length === 0
        ? []
        : [
            `unfinished runs: ${brokenOff.join(', ')}. Resume one with TRACEWRIGHT_RESUME=${brokenOff.at(-1)}, or delete its journal-* files`,
          ]),
    ]
  }

  onTestModuleCollected(module: TestModule): void {
    if (isSuiteId(module.moduleId)) this.total += [...module.children.allTests()].filter(isToRun).length
  }

  onTestCaseResult(test: TestCase): void {
    if (!isSuiteId(test.module.moduleId) || !isToRun(test)) return
    const meta = readMeta(test)
    this.done++
    const first = meta?.attempts?.find(({ score }) => score !== undefined)
    if (first?.score?.solved === true && first.score.free_text !== true) this.solved++
    const { done, solved, total } = this
    const left = this.estimate(done, total)
    if (!this.isTime()) return
    this.print(
      ` tracewright  ${renderProgress({ done, total, solved, elapsedMs: Date.now() - this.started, left })}`,
    )
  }

  /** GitHub shows these lines on the page of the run: an exit code alone says nothing there. */
  private annotate(kind: 'error' | 'warning', lines: readonly string[]): void {
    if (process.env.GITHUB_ACTIONS !== 'true') return
    for (const line of lines)
      this.print(`::${kind} title=tracewright::${line.replaceAll('%', '%25').replaceAll('\n', '%0A')}`)
  }

  async onTestRunEnd(): Promise<void> {
    const { run, vitest, notes, settings, error, note, state } = this.collector
    if (error !== undefined) this.annotate('error', [error])
    for (const line of [error, note]) if (line !== undefined) this.print(`\n tracewright  ${line}\n`)
    if (run === undefined || vitest === undefined) return
    const { formatClosingLine, renderTerminal } = await import('../report/render-terminal.ts')
    const color = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
    const verbose = (process.env.TRACEWRIGHT_VERBOSE ?? '0') !== '0'
    const { broken } = this.collector
    const isBroken = ({ key, project }: Case): boolean =>
      broken === undefined || [...broken].some((item) => item.key === key && item.project === project)
    this.print(renderTerminal(run, { color, notes, verbose, isBroken }))
    const where = relative(settings.root, join(settings.outputDir, RUN_FILE))
    const closing = formatClosingLine(run)
    this.print(`\n ${where}${run.complete ? '' : '  (not a complete run)'}\n`)
    if (closing !== undefined) this.print(` ${closing}\n`)
    if (run.verdict === 'error') this.annotate('error', [...run.errors, closing ?? ''].filter(Boolean))
    if (
      run.complete &&
      run.not_gated !== undefined &&
      [...state.projects.values()].some(({ hasBaseline }) => hasBaseline)
    )
      this.annotate('warning', [run.not_gated])
  }
}
