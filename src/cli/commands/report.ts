import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { renderGithubAnnotations } from '../../report/github-annotations.ts'
import { renderHtml } from '../../report/html/render-html.ts'
import { renderGithubSummary } from '../../report/render-github.ts'
import { renderTerminal } from '../../report/render-terminal.ts'
import { reportDataOf } from '../../report/report-data.ts'
import type { ReportData } from '../../schema/report.ts'
import type { Run } from '../../schema/run.ts'
import { reportOfRun } from '../../scoring/report-of-run.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { loadSuite } from '../../suites/load.ts'
import { readSuite } from '../../suites/read-suite.ts'
import { printJson, printText } from '../output.ts'
import { RUN, readRun } from '../read-run.ts'

interface Options {
  html?: string
  root: string
  title?: string
  github?: boolean
  json?: boolean
}

/** Whether a file is the document of a run rather than a suite. */
function isRun(file: string): boolean {
  if (!file.endsWith('.json') || !existsSync(file)) return false
  return /"format":\s*"tracewright\/run@/.test(readFileSync(file, 'utf8').slice(0, 500))
}

async function dataOf(source: string, { root, title }: Options): Promise<{ data: ReportData; run?: Run }> {
  if (isRun(source) || source === RUN) {
    const run = readRun(source)
    const places = { root, dir: dirname(resolve(source)), title: title ?? (run.agents.join(', ') || 'Run') }
    return { run, data: reportOfRun(run, loadSuite, places) }
  }
  const tasks = await readSuite(source)
  return { data: reportDataOf({ title: title ?? basename(source), suites: [{ file: source, tasks }] }) }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new TracewrightError(
      `Failed to write the report ${file}: ${messageOf(error)}. Name another file by --html.`,
    )
  }
}

export const addReport = (program: Command): Command =>
  program
    .command('report')
    .description('draw the page of a run, or of a suite that has not been run')
    .argument('[source]', 'run.json of a run, or a suite file', RUN)
    .option('--html <file>', 'page to write (default: report.html beside the run, or in this folder)')
    .option('--root <folder>', 'folder that the suites of the run are named from: the root of Vitest', '.')
    .option('--title <text>', 'title of the page (default: the agents, or the name of the suite)')
    .option(
      '--github',
      'print a job summary in Markdown for $GITHUB_STEP_SUMMARY, annotations on standard error',
    )
    .option('--json', 'print one JSON document: the files written')
    .action(async (source: string, options: Options) => {
      const { data, run } = await dataOf(source, options)
      const file = options.html ?? (run === undefined ? 'report.html' : join(dirname(source), 'report.html'))
      write(file, renderHtml(data))
      if (options.json) return printJson({ html: file, tasks: data.tasks.length, agents: data.agents.length })
      if (options.github) {
        process.stderr.write(renderGithubAnnotations(data))
        printText(renderGithubSummary(data))
        return
      }
      if (run !== undefined) printText(renderTerminal(run))
      printText(`${file}: ${data.tasks.length} tasks`)
    })
