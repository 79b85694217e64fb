import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { TracewrightError } from '../../shared/errors.ts'
import { formatShortList } from '../../shared/problem-list.ts'
import { readText } from '../../shared/whole-file.ts'
import { readWrittenTasks } from '../../suites/code/load.ts'
import { type DraftReport, listTasks, openDraft } from '../../suites/repair/draft/draft-files.ts'
import { loadSuiteModule } from '../load-module.ts'
import { collect, redactOption } from '../options.ts'
import { printDraft } from '../print-draft.ts'

interface Options {
  suite: string
  prompt: string[]
  testNamePattern?: string
  redact: (string | RegExp)[]
  config?: string
  json?: boolean
}

/** The prompts of a file, one a line. */
const readPromptFile = (file: string): string[] =>
  readText(file, 'prompts')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Prompts of the command line and its files, or of the suite's own tasks; undefined for all of these. */
async function collectPrompts({ prompt, suite, testNamePattern }: Options): Promise<string[] | undefined> {
  const given = prompt.flatMap((text) => (text.startsWith('@') ? readPromptFile(text.slice(1)) : [text]))
  if (testNamePattern === undefined) return given.length === 0 ? undefined : given
  const tasks = listTasks(openDraft(suite, await readWrittenTasks(suite, loadSuiteModule)))
  const again = tasks.filter(({ task_id }) => task_id.includes(testNamePattern))
  if (again.length > 0) return [...given, ...again.map((task) => task.prompt)]
  const names = tasks.map(({ task_id }) => task_id)
  throw new TracewrightError(
    `Failed to record: no task of ${suite} has a name with "${testNamePattern}". ${names.length === 0 ? 'It has no tasks: record some with --prompt.' : `Its tasks are: ${formatShortList(names)}.`}`,
  )
}

function findVitestPath(): string {
  try {
    const path = createRequire(resolve('package.json')).resolve('vitest/package.json')
    return join(dirname(path), 'vitest.mjs')
  } catch {
    throw new TracewrightError(
      'Failed to record: vitest is not installed here. Run this where your Vitest config is, after `npm install -D vitest msw`.',
    )
  }
}

const SHOWN_LINES = 12
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends a child at once where this process is told to end; gives what stops listening. */
function endTogether(child: ChildProcess, tidy: () => void): () => void {
  const end = (signal: (typeof ENDINGS)[number]): void => {
    // Vitest finishes what runs when it is asked nicely: prompts would go on, and the suite be written.
    child.kill('SIGKILL')
    tidy()
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of ENDINGS) process.on(signal, end)
  return () => {
    for (const signal of ENDINGS) process.off(signal, end)
  }
}

/** Runs Vitest, whose plugin records; the document that it left, or why it is missing. */
async function recordDraft(
  request: Record<string, unknown>,
  config: string | undefined,
): Promise<DraftReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tracewright-'))
  const report = join(folder, 'report.json')
  const args = ['run', '--coverage.enabled=false', ...(config === undefined ? [] : ['--config', config])]
  const tidy = (): void => rmSync(folder, { recursive: true, force: true })
  let releaseNothing = (): void => {}
  try {
    const output = await new Promise<string>((done, fail) => {
      const child = spawn(process.execPath, [findVitestPath(), ...args], {
        env: { ...process.env, TRACEWRIGHT_RECORD: JSON.stringify({ ...request, report, by: process.pid }) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      releaseNothing = endTogether(child, tidy)
      let text = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
      child.on('error', fail)
      child.on('close', () => done(stripVTControlCharacters(text)))
    })
    if (!existsSync(report)) {
      const lines = output.split('\n').filter((line) => line.trim() !== '')
      throw new TracewrightError(
        `Failed to record: Vitest ended before the agent ran. It needs a config with tracewright() in its plugins. It said:\n${lines.slice(-SHOWN_LINES).join('\n')}`,
      )
    }
    const left = JSON.parse(readFileSync(report, 'utf8')) as DraftReport | { error: string }
    if ('error' in left) throw new TracewrightError(left.error)
    return left
  } finally {
    releaseNothing()
    tidy()
  }
}

export const addRecord = (program: Command): Command =>
  program
    .command('record')
    .summary('run the agent of the Vitest config for real, and write a suite and a recording')
    .description(
      'run the agent of the Vitest config for real, and write a suite and a recording: its API answers, and every own ' +
        'tool without a simulator runs. Without --prompt and -t it records all tasks of the suite again',
    )
    .requiredOption(
      '--suite <file>',
      'suite to write or to add to, *.suite.ts or *.suite.jsonl; the recording goes next to it',
    )
    .option(
      '--prompt <text>',
      'what to ask the agent, or @FILE with one prompt per line; may be repeated',
      collect,
      [],
    )
    .option('-t, --testNamePattern <text>', 'record tasks with this in their name again')
    .addOption(redactOption())
    .option('--config <file>', 'Vitest config with the plugin')
    .action(async (options: Options) => {
      const { suite, redact, config, json } = options
      const prompts = await collectPrompts(options)
      const report = await recordDraft(
        {
          suite: resolve(suite),
          // As it was written: patterns pass as texts.
          redact: redact.map(String),
          ...(prompts === undefined ? {} : { prompts }),
        },
        config,
      )
      if (report.kept) process.exitCode = 1
      printDraft(report, json)
    })
