import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { PUBLISHED_BOARD } from '../../metrics/published-leaderboard.ts'
import { buildEditor, EDITOR_NAMES } from '../../report/editors.ts'
import { renderHtml } from '../../report/html/render-html.ts'
import { renderGithubSummary } from '../../report/render-github.ts'
import { renderTerminal } from '../../report/render-terminal.ts'
import type { PrintReference } from '../../run/html-report/plan.ts'
import { buildReportData } from '../../run/html-report/report-data.ts'
import { reportOfRuns } from '../../run/html-report/report-of-run.ts'
import type { ReportData } from '../../schema/report.ts'
import type { Run } from '../../schema/run.ts'
import { DEFAULT_RUN } from '../../schema/run-basics.ts'
import { formatCount } from '../../shared/english.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { readText } from '../../shared/read-text.ts'
import { resolveBelow } from '../../shared/resolve-below.ts'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import { writeOutput } from '../../shared/whole-file.ts'
import { loadSuite } from '../../suites/load/load.ts'
import type { SuiteLine } from '../../suites/load/tasks-of.ts'
import { printReference } from '../../suites/print/print-suite.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { findRun } from '../find-run.ts'
import { printJson, printText, showProgress } from '../output.ts'
import { readRun } from '../read-run.ts'
import { readTasks } from '../read-tasks.ts'
import { addSimulatorsOption, serveSimulatorFiles } from '../simulators-option.ts'

/** Characters of a report in which its comment is looked for; the title before it may be long. */
const MAX_HEAD_LENGTH = 20_000

interface Options {
  html?: string
  root: string
  simulators: string[]
  editor: string
  github?: boolean
  published?: boolean
  json?: boolean
}

function isRun(file: string): boolean {
  const read = file.endsWith('.json') ? readText(file) : undefined
  return (
    read !== undefined && 'text' in read && /"format":\s*"tracewright\/run@/.test(read.text.slice(0, 500))
  )
}

/** Whether a file that exists may be a suite of JSON lines, by its name or its first task. */
function isJsonSuite(file: string): boolean {
  if (file.endsWith('.jsonl')) return true
  const read = readText(file)
  return !('text' in read) || read.text.includes('"task_id"')
}

/** Prints references by the tools that are served. */
function createPrinter(): PrintReference {
  const tools = readServedRegistry()
  return (task) => printReference(task, tools)
}

async function readReportData(
  sources: readonly string[],
  { root, simulators, published }: Options,
): Promise<{ data: ReportData; runs: Run[] }> {
  const [source = DEFAULT_RUN, ...others] = sources
  if (others.length === 0 && !isRun(source) && source !== DEFAULT_RUN) {
    // What ends in .json may as well be meant as a run.
    if (source.endsWith('.json') && !existsSync(source))
      throw new TracewrightError(
        `Failed to read ${source}: the file is missing. Name the run.json of a run, or a suite.`,
        { at: { file: source } },
      )
    if (!isCodeSuiteName(source) && !isJsonSuite(source))
      throw new TracewrightError(
        `Failed to report ${source}: it is neither the run.json of a run nor a suite (*.suite.ts, *.suite.jsonl). Name one, or run \`npx vitest run\` and leave the file out.`,
        { at: { file: source } },
      )
    const tasks = await readTasks(source)
    return {
      runs: [],
      data: buildReportData({
        title: basename(source),
        suites: [{ file: source, tasks }],
        printReference: createPrinter(),
      }),
    }
  }
  const files = [source, ...others]
  const runs = files.map((file) => readRun(file))
  await serveSimulatorFiles(runs, root, simulators)
  const stored = runs.map((run, i) => ({ run, dir: dirname(resolve(files[i] ?? source)) }))
  const agents = [...new Set(runs.flatMap((run) => run.agents))].join(', ')
  const options = {
    root,
    title: agents || 'Run',
    registry: readServedRegistry(),
    printReference: createPrinter(),
    ...(published && { published: PUBLISHED_BOARD }),
  }
  const readSuite = (file: string): SuiteLine[] => {
    if (resolveBelow(root, file) === undefined)
      throw new TracewrightError(
        `Failed to report the run: it names the suite ${file}, which is outside of ${root}. Name the root of Vitest by --root.`,
      )
    return loadSuite(file)
  }
  const data = reportOfRuns(stored, readSuite, options)
  if (runs.length > 1 && data.leaderboard !== undefined && 'problem' in data.leaderboard) {
    throw new TracewrightError(data.leaderboard.problem)
  }
  return { data, runs }
}

/** Folder that the suites of the page are named from: a suite that was not run is named from here. */
const resolveRoot = ([source = DEFAULT_RUN, ...others]: readonly string[], { root }: Options): string =>
  others.length === 0 && !isRun(source) && source !== DEFAULT_RUN ? '.' : root

/** Recognizes a report by the comment in its head. */
const isReport = (text: string): boolean =>
  /^<!--\nWritten by tracewright/m.test(text.slice(0, MAX_HEAD_LENGTH))

async function report(
  given: readonly string[],
  { root, ...rest }: Omit<Options, 'root'> & { root?: string },
): Promise<void> {
  const found = given.length === 0 ? findRun() : undefined
  const sources = found === undefined ? given : [found.file]
  const options = { ...rest, root: root ?? found?.root ?? '.' }
  showProgress('report ...')
  const { data, runs } = await readReportData(sources, options).finally(() => showProgress(''))
  const [first = DEFAULT_RUN] = sources
  const file = options.html ?? (runs.length === 1 ? join(dirname(first), 'report.html') : 'report.html')
  const editor =
    options.editor === 'none'
      ? undefined
      : buildEditor(options.editor, dirname(file), resolveRoot(sources, options))
  writeOutput(file, renderHtml(editor === undefined ? data : { ...data, editor }), isReport)
  if (options.json) return printJson({ html: file, tasks: data.tasks.length, agents: data.agents.length })
  if (options.github) return printText(renderGithubSummary(data))
  for (const run of runs) printText(renderTerminal(run))
  printText(`${file}: ${formatCount(data.tasks.length, 'task')}`)
}

export const addReport = (program: Command): Command =>
  addSimulatorsOption(program.command('report'))
    .description('write the HTML report of one or several runs, or of a suite')
    .argument('[sources...]', `run.json of each run, or one suite file (default: ${DEFAULT_RUN})`)
    .option(
      '--out, --html <file>',
      'HTML file to write; replaces an earlier report (default: report.html next to the run, or in this folder)',
    )
    .option('--root <folder>', 'root of Vitest, to which the paths of suites in the run are relative')
    .option('--published', 'show the 18 published models on the leaderboard too')
    .option('--github', 'print a job summary in Markdown for $GITHUB_STEP_SUMMARY')
    .option(
      '--editor <name>',
      `editor that a task's line opens in: ${EDITOR_NAMES.join(', ')}, none, or an address with {path} and {line}`,
      'vscode',
    )
    .action(report)
