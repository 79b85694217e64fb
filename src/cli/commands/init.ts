import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { cancel, confirm, intro, isCancel, outro, select } from '@clack/prompts'
import type { Command } from 'commander'
import { type AgentSource, findAgents, takesTools } from '../../init/agent-source.ts'
import { applyChanges, undoChanges } from '../../init/apply.ts'
import { type Description, planSetup, type SetupPlan } from '../../init/plan.ts'
import { inspectProject, type Project } from '../../init/project.ts'
import { showChange } from '../../init/show-change.ts'
import { addCommand, runnerOf } from '../../init/workflow.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { countdown } from '../countdown.ts'
import { printJson, printText, progress } from '../output.ts'

interface Options {
  yes?: boolean
  dryRun?: boolean
  undo?: boolean
  agent?: string
  openapi?: string
  mcp?: string
  json?: boolean
}

const CANCELLED = 1
/** What the plugin needs beside it, in majors that the Node at hand can run. */
const NEEDED = { vitest: ['4', '5'], msw: ['2', '3'] } as const
/** From this Node on Vitest 5 and msw 3 run. */
const NEWER_FROM = [22, 12] as const

const shown = ({ file, name }: AgentSource): string => `${file}#${name}`

/** The agent that is named, the only one, or the one that a person chooses. */
async function chosenAgent(project: Project, named: string | undefined, asks: boolean): Promise<AgentSource> {
  const found = findAgents(project.root)
  if (named !== undefined) {
    const agent = found.find((one) => shown(one) === named.replace(/^\.\//, ''))
    if (agent !== undefined) return agent
    throw new TracewrightError(
      `Failed to set up tracewright: ${named} is no agent that is known how to call. Found: ${found.map(shown).join(', ') || 'none'}.`,
    )
  }
  const [first, ...others] = found
  if (first === undefined)
    throw new TracewrightError(
      'Failed to set up tracewright: no agent was found, that is an exported function of a prompt or of tools, or an exported agent of LangChain or the AI SDK, in an ES module (exports of CommonJS are not read). Export one, or write the entry by hand: docs/agents.md.',
    )
  if (others.length === 0 || !asks) return first
  const choice = await select({
    message: 'Which of these is the agent?',
    options: found.map((agent, i) => ({ value: i, label: shown(agent), hint: agent.kind })),
  })
  if (isCancel(choice)) throw new Cancelled()
  return found[choice] ?? first
}

/** A person has said no. */
class Cancelled extends Error {}

function describedBy(
  project: Project,
  agent: AgentSource,
  { openapi, mcp }: Options,
): Description | undefined {
  if (openapi !== undefined && mcp !== undefined)
    throw new TracewrightError('Failed to set up tracewright: give --openapi or --mcp, not both.')
  if (openapi !== undefined)
    return {
      kind: 'openapi',
      from: /^https?:/.test(openapi) ? openapi : relative(project.root, resolve(openapi)),
    }
  if (mcp !== undefined) return { kind: 'mcp', from: mcp, command: true }
  const [document] = project.descriptions
  if (document !== undefined) return { kind: 'openapi', from: document }
  const [server] = project.mcpCommands
  return server !== undefined && takesTools(agent) ? { kind: 'mcp', from: server, command: true } : undefined
}

function missingPackages(root: string): string[] {
  const { resolve: find } = createRequire(join(root, 'package.json'))
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNewer = major > NEWER_FROM[0] || (major === NEWER_FROM[0] && minor >= NEWER_FROM[1])
  return Object.entries(NEEDED).flatMap(([name, [older, newer]]) => {
    if (existsSync(join(root, 'node_modules', name))) return []
    try {
      find(`${name}/package.json`)
      return []
    } catch {
      return [`${name}@${isNewer ? newer : older}`]
    }
  })
}

const planText = ({ changes, todo, notes }: SetupPlan): string =>
  [
    ...changes.map(showChange),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    ...todo.map((line) => `To do: ${line}`),
  ].join('\n\n')

function nextSteps({ root, packageManager }: Project): string {
  const missing = missingPackages(root)
  const run = runnerOf(packageManager)
  return [
    ...(missing.length > 0 ? [`  ${addCommand(packageManager, missing)}`] : []),
    `  ${run} vitest run`,
    `  ${run} tracewright ledger update   # then commit tracewright.ledger.json: later runs are compared with it`,
  ].join('\n')
}

function undo(root: string, json: boolean | undefined): void {
  const undone = undoChanges(root)
  const { restored, removed, edited } = undone
  if (edited.length > 0) process.exitCode = 1
  if (json) {
    printJson(undone)
    return
  }
  for (const file of removed) printText(`removed ${file}`)
  for (const file of restored) printText(`restored ${file}`)
  for (const file of edited) printText(`kept ${file}: it was edited since`)
}

async function setUp(options: Options): Promise<void> {
  const root = process.cwd()
  if (options.undo) {
    undo(root, options.json)
    return
  }
  const isAsking = Boolean(process.stdin.isTTY && process.stdout.isTTY) && !options.yes && !options.json
  if (isAsking) intro('tracewright init')
  const project = inspectProject(root)
  const agent = await chosenAgent(project, options.agent, isAsking)
  const described = describedBy(project, agent, options)
  const plan = await planSetup(project, agent, described, countdown('first suite', 'tasks')).finally(() =>
    progress(''),
  )
  const { changes, todo } = plan
  if (todo.length > 0) process.exitCode = 1
  const isDone = changes.length === 0 && todo.length === 0
  const found = `agent ${shown(agent)} (${agent.kind}), ${project.packageManager}, ${project.config ?? 'no Vitest config yet'}, tools: ${plan.tools}`

  if (!options.json)
    printText(isDone ? `${found}\nNothing to do: this project is set up.` : `${found}\n\n${planText(plan)}\n`)
  const isWritten =
    !isDone && !options.dryRun && (options.yes === true || (isAsking && (await agreed(changes.length))))
  if (isWritten) applyChanges(root, changes)
  if (options.json) {
    printJson({
      agent: { file: agent.file, export: agent.name, kind: agent.kind },
      packageManager: project.packageManager,
      tools: plan.tools,
      files: changes.map(({ file, before }) => ({ file, change: before === undefined ? 'added' : 'edited' })),
      todo,
      notes: plan.notes,
      written: isWritten,
    })
    return
  }
  if (isDone || options.dryRun) return
  if (!isWritten) {
    if (isAsking) throw new Cancelled()
    throw new TracewrightError(
      'Failed to ask: there is no terminal. Nothing was written; say --yes to write this, or --dry-run to look at it.',
    )
  }
  const summary = `${changes.length} files written. Undo: ${runnerOf(project.packageManager)} tracewright init --undo\nNext:\n${nextSteps(project)}`
  if (isAsking) outro(summary)
  else printText(summary)
}

async function agreed(count: number): Promise<boolean> {
  const answer = await confirm({ message: `Write these ${count} files?` })
  return answer === true
}

export const addInit = (program: Command): Command =>
  program
    .command('init')
    .description(
      'set up tracewright in this project: plugin line, agent entry, first suite, CI workflow; shows a diff and asks first',
    )
    .option('--yes', 'write without asking')
    .option('--dry-run', 'show what would be written, and write nothing')
    .option('--undo', 'restore the files as they were before')
    .option('--agent <file#export>', 'the agent, where several were found')
    .option(
      '--openapi <file>',
      "description of the agent's API, a file or URL, in place of the one that is found",
    )
    .option('--mcp <command>', 'command of an MCP server whose tools the agent is offered')
    .option('--json', 'print one JSON document; writes only with --yes')
    .action(async (options: Options) => {
      try {
        await setUp(options)
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error
        cancel('Nothing was written.')
        process.exitCode = CANCELLED
      }
    })
