/**
 * An hour with an agent repository that knows nothing of tracewright, as a stranger would spend it: install the packed
 * tarball, init, the first run; then a baseline, a change that makes the agent worse, the gate, the page, the fix.
 * `npm run first-hour` runs it and prints the table of docs/tried.md.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Run, runSchema } from '../../src/schema/run.ts'
import { loadSuite } from '../../src/suites/load/load.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { readImported } from '../../src/tools/imported/files.ts'
import { simulatorsOfToolkit } from '../../src/tools/imported/simulate/simulators.ts'
import { registryOf } from '../../src/tools/registry.ts'
import { AGENT_REPOS, type AgentRepo, copyAgentRepo } from '../support/agent-repos.ts'
import { findChromium, launchChromium } from '../support/chromium.ts'
import { buildPlainEnvironment, start } from '../support/cli-runs.ts'
import { type Habit, type OracleModel, startOracleModel } from '../support/oracle-model.ts'
import { workspace } from '../support/pack.ts'
import { openReport } from '../support/report-page.ts'

const MOST_COMMANDS = 3
const MOST_LINES = 15
const SUITE = 'test/first.suite.jsonl'
const RUN = '.vitest/tracewright'
/** Where each agent names its model: the line that is changed for a cheaper one. */
const NAMES_MODEL: Readonly<Record<AgentRepo, string>> = {
  langchain: 'src/model.ts',
  'ai-sdk': 'src/agent.ts',
  mcp: 'src/agent.ts',
  'plain-fetch': 'src/agent.ts',
  'fetch-list': 'src/agent.ts',
  'langchain-zod': 'src/model.ts',
}
/** Models that the agent is changed to, each worse in its way. The page is read of the last. */
const WORSE: Readonly<Record<string, Habit>> = {
  'gpt-5-swaps': 'swaps',
  'gpt-5-stops': 'stops',
  'gpt-5-misreads': 'misreads',
  'gpt-5-nano': 'invents',
}

interface Ended {
  code: number | null
  said: string
  seconds: number
}

/** A repository outside of this one, and what is typed in it. */
class Stranger {
  readonly dir: string
  env: Record<string, string> = {}

  constructor(name: AgentRepo) {
    this.dir = mkdtempSync(join(tmpdir(), `tracewright-hour-${name}-`))
    copyAgentRepo(name, this.dir)
    writeFileSync(join(this.dir, '.gitignore'), 'node_modules/\n')
  }

  async run(command: string, ...args: string[]): Promise<Ended> {
    const started = Date.now()
    const env = { ...buildPlainEnvironment(), NO_COLOR: '1', CI: '1', ...this.env }
    const { status: code, stdout, stderr } = await start(command, args, this.dir, env).ended
    return { code, said: stdout + stderr, seconds: (Date.now() - started) / 1000 }
  }

  async commit(message: string): Promise<void> {
    const author = ['-c', 'user.name=stranger', '-c', 'user.email=stranger@example.com']
    await this.run('git', 'add', '-A')
    const { code, said } = await this.run('git', ...author, 'commit', '-qm', message)
    expect(code, said).toBe(0)
  }

  edit(file: string, change: (text: string) => string): void {
    const before = readFileSync(join(this.dir, file), 'utf8')
    const after = change(before)
    expect(after).not.toBe(before)
    writeFileSync(join(this.dir, file), after)
  }

  lines(file: string, pattern: RegExp): number {
    const text = readFileSync(join(this.dir, file), 'utf8')
    return text.split('\n').filter((line) => pattern.test(line)).length
  }

  document(): Run {
    return runSchema().parse(JSON.parse(readFileSync(join(this.dir, RUN, 'run.json'), 'utf8')))
  }
}

const executablePath = findChromium()
const rows: string[] = []
const minutes = (...ended: Ended[]): string =>
  (ended.reduce((sum, { seconds }) => sum + seconds, 0) / 60).toFixed(1)
const unsolvedIn = ({ cases }: Run): string[] =>
  cases.flatMap(({ task_id, score }) => (score?.solved === true ? [] : [task_id]))

/** Reads the page as a person does: the list of what failed, one of them that failed at a step, and its place in the suite. */
async function readPage(
  browser: Browser,
  dir: string,
  failed: readonly string[],
  opened: string,
): Promise<void> {
  const { page, problems } = await openReport(browser, pathToFileURL(join(dir, RUN, 'report.html')).href)
  await page.goto(`${page.url().split('#')[0]}#/tasks?status=failed`)
  for (const task of failed) await page.getByText(task).first().waitFor()
  await page.getByText(opened).first().click()
  await page.locator('h1', { hasText: opened }).waitFor()
  expect(await page.locator('.verdict-line').first().textContent()).toMatch(/step_\d+ /)
  const href = (await page.locator('.facts a').getAttribute('href')) ?? ''
  const [, file = '', line = ''] = /^vscode:\/\/file(.+):(\d+)$/.exec(href) ?? []
  const text = readFileSync(decodeURIComponent(file), 'utf8').split('\n')[Number(line) - 1] ?? ''
  expect(JSON.parse(text)).toMatchObject({ task_id: opened })
  expect(problems).toEqual([])
  await page.close()
}

describe.skipIf(executablePath === undefined)('a first hour', () => {
  let browser: Browser
  const dirs: string[] = []
  const models: OracleModel[] = []
  beforeAll(async () => {
    browser = await launchChromium(executablePath)
  })
  afterAll(async () => {
    await browser?.close()
    for (const model of models) model.close()
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
    process.stdout.write(
      [
        '',
        '|agent repository|commands|lines by hand|tasks|install|init|first run|to the first verdict|',
        ...rows,
        '',
      ].join('\n'),
    )
  })

  it.each(AGENT_REPOS)('with %s', async (name) => {
    const stranger = new Stranger(name)
    dirs.push(stranger.dir)
    await stranger.run('git', 'init', '-q')
    await stranger.commit('An agent.')
    const tarball = readdirSync(workspace).find((file) => file.endsWith('.tgz')) ?? ''

    const commands = [
      ['npm', 'install', '--save-dev', join(workspace, tarball), 'vitest@4', 'msw@2'],
      ['npx', 'tracewright', 'init', '--yes'],
      ['npx', 'vitest', 'run'],
    ] as const
    const [installing, settingUp, running] = commands
    const installed = await stranger.run(...installing)
    expect(installed.code, installed.said).toBe(0)
    const setUp = await stranger.run(...settingUp)
    expect(setUp.code, setUp.said).toBe(0)
    const toolkit = join(stranger.dir, 'test/api.toolkit.json')
    const tasks = loadSuite(join(stranger.dir, SUITE)).map(({ task }) => task)
    const tools = existsSync(toolkit) ? registryOf(simulatorsOfToolkit(readImported(toolkit))) : registry
    const model = await startOracleModel(tasks, tools, WORSE)
    models.push(model)
    // The key and the address of the model are what a stranger has in the environment anyway.
    stranger.env = { OPENAI_BASE_URL: model.url }
    const first = await stranger.run(...running)
    expect(first.code, first.said).toBe(0)
    expect(unsolvedIn(stranger.document())).toEqual([])
    expect(stranger.document().cases).toHaveLength(tasks.length)
    // Tools of LangChain do not say what they return: a person adds a line to each.
    const isByHand = name === 'langchain-zod'
    const linesByHand = isByHand ? stranger.lines('src/agent.ts', /^ *metadata: |^const \w+ = z\./) : 0
    expect(commands.length).toBeLessThanOrEqual(MOST_COMMANDS)
    expect(linesByHand).toBeLessThanOrEqual(MOST_LINES)

    const baseline = await stranger.run('npx', 'tracewright', 'baseline', 'update')
    expect(baseline.code, baseline.said).toBe(0)
    await stranger.commit('Regression tests.')

    const runs: Ended[] = []
    let failed: string[] = []
    for (const worse of Object.keys(WORSE)) {
      stranger.edit(NAMES_MODEL[name], (text) => text.replace(/'gpt-5[\w-]*'/, `'${worse}'`))
      await stranger.commit('Another model.')
      const broken = await stranger.run('npx', 'vitest', 'run')
      failed = unsolvedIn(stranger.document())
      expect(broken.code, worse + broken.said).toBe(1)
      expect(failed.length).toBeGreaterThan(0)
      for (const task of failed) expect(broken.said).toContain(task)
      expect(broken.said).toMatch(/gate {2}REGRESSED/)
      runs.push(broken)
    }
    const report = await stranger.run('npx', 'tracewright', 'report')
    expect(report.code, report.said).toBe(0)
    const passesOn = tasks.filter(({ expected_trace }) =>
      expected_trace.steps.some(({ depends_on }) => depends_on.length > 0),
    )
    const ofTheStep = failed.filter((task) => passesOn.some(({ task_id }) => task_id === task))
    expect(ofTheStep).not.toEqual([])
    await readPage(browser, stranger.dir, failed, ofTheStep[0] as string)

    const reverted = await stranger.run(
      'git',
      'checkout',
      '-q',
      `HEAD~${runs.length}`,
      '--',
      NAMES_MODEL[name],
    )
    expect(reverted.code, reverted.said).toBe(0)
    const fixed = await stranger.run('npx', 'vitest', 'run')
    expect(fixed.code, fixed.said).toBe(0)
    expect(unsolvedIn(stranger.document())).toEqual([])

    rows.push(
      `|${[name, commands.length, linesByHand, tasks.length, minutes(installed), minutes(setUp), minutes(first), minutes(installed, setUp, first)].join('|')}|`,
    )
  })
})
