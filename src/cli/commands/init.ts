import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { cancel, confirm, intro, isCancel, outro, select } from '@clack/prompts'
import type { Command } from 'commander'
import { type AgentSource, findAgents, findNamedAgent, takesTools } from '../../init/agent.ts'
import { applyChanges, showChange, undoChanges } from '../../init/apply.ts'
import { writeCall } from '../../init/entry.ts'
import { findOwnTools, listWrittenTools } from '../../init/own-suite.ts'
import { type Description, planSetup, type SetupPlan } from '../../init/plan.ts'
import { inspectProject, type Project } from '../../init/project.ts'
import { readModule } from '../../init/syntax.ts'
import { addCommand, findRunner } from '../../init/workflow.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { importTools } from '../../tools/imported/import/index.ts'
import { createCountdown } from '../countdown.ts'
import { loadModule } from '../load-module.ts'
import { printJson, printText, showProgress } from '../output.ts'

interface Options {
  yes?: boolean
  dryRun?: boolean
  undo?: boolean
  agent?: string
  tools?: string
  json?: boolean
}

const CANCELLED = 1
const NEEDED = { vitest: ['4', '5'], msw: ['2', '3'] } as const
/** From this Node on Vitest 5 and msw 3 run. */
const NEWER_FROM = [22, 12] as const

/** A person has said no. */
class Cancelled extends Error {}

const createSetupError = (cause: string): TracewrightError =>
  new TracewrightError(`Failed to set up tracewright: ${cause}`)

interface Question<T> {
  text: string
  choices: readonly { value: T; label: string; hint?: string }[]
  /** How the command line answers it. */
  answeredBy: string
}

/** The answer of a person; without one the only choice, or a failure that names the question. */
async function askQuestion<T>({ text, choices, answeredBy }: Question<T>, asks: boolean): Promise<T> {
  const [only, ...others] = choices
  if (only !== undefined && others.length === 0) return only.value
  if (!asks)
    throw createSetupError(
      `"${text}" has ${choices.length} answers: ${choices.map(({ label }) => label).join(', ')}. Choose one by ${answeredBy}.`,
    )
  const chosen = await select({
    message: text,
    options: choices.map(({ label, hint }, value) => ({
      value,
      label,
      ...(hint === undefined ? {} : { hint }),
    })),
  })
  const choice = isCancel(chosen) ? undefined : choices[chosen]
  if (choice === undefined) throw new Cancelled()
  return choice.value
}

const formatAgent = ({ file, name }: AgentSource): string => `${file}#${name}`

const describeCall = (agent: AgentSource): string =>
  agent.unfinished ?? (agent.kind === 'function' ? `function, called as ${writeCall(agent)}` : agent.kind)

/** The agent that is named, the only export that can be called as one, or the one that a person chooses. */
async function chooseAgent(project: Project, named: string | undefined, asks: boolean): Promise<AgentSource> {
  if (named !== undefined) {
    const [, path = '', name = ''] = /^(.+?)(?:#(.+))?$/.exec(named) ?? []
    const file = relative(project.root, resolve(path)).replaceAll('\\', '/')
    if (!existsSync(join(project.root, file)))
      throw createSetupError(
        `--agent ${named}: no such file${
          didYouMean(
            file,
            project.modules.map((one) => one.file),
          ) || '.'
        } Write it as FILE#EXPORT.`,
      )
    const module = await readModule(project.root, file).catch((error: unknown) => {
      throw createSetupError(
        `--agent ${named} cannot be read: ${describeThrown(error).split('\n')[0]}. Write it as FILE#EXPORT.`,
      )
    })
    const agent = findNamedAgent(module, name === '' ? 'default' : name)
    if ('why' in agent) throw createSetupError(`--agent ${named}: ${agent.why}.`)
    return agent
  }
  const tools = findOwnTools(project.modules, listWrittenTools(project.modules))
  const isTool = ({ file, name }: AgentSource): boolean =>
    typeof tools === 'object' && tools[`./${file}`]?.[name] !== undefined
  const found = findAgents(project.modules).filter((one) => !isTool(one))
  if (found.length === 0)
    throw createSetupError(
      'no ES module of this package exports a function that takes a prompt. Export one, name one by --agent FILE#EXPORT, or write the entry by hand: node_modules/tracewright/docs/guides/connect-an-agent.md.',
    )
  return askQuestion(
    {
      text: 'Which export is the agent?',
      choices: found.map((agent) => ({ value: agent, label: formatAgent(agent), hint: describeCall(agent) })),
      answeredBy: '--agent FILE#EXPORT',
    },
    asks,
  )
}

const loadZodSource = async (root: string, file: string): Promise<Description> => ({
  kind: 'zod',
  from: file,
  module: await loadModule(resolve(root, file), 'tools'),
})

/** Modules whose exports are tools described by zod, or made by `tool` of a library. Only modules that call nothing when they are imported are tried. */
async function findZodSources({ root, modules }: Project): Promise<Description[]> {
  const found: Description[] = []
  for (const { file, declaresTools, exports, hasStatements } of modules) {
    if (!declaresTools || exports.length === 0 || hasStatements) continue
    try {
      const source = await loadZodSource(root, file)
      if ((await importTools(source, 'api')).toolkit.tools.length > 0) found.push(source)
    } catch {
      // It has no tools, or does not load by itself.
    }
  }
  return found
}

const HOW_TO_NAME_TOOLS = '--tools openapi:FILE, mcp:COMMAND or zod:MODULE'

async function parseNamedSource(root: string, text: string): Promise<Description> {
  const [, kind, from = ''] = /^(openapi|mcp|zod):(.+)$/s.exec(text) ?? []
  const resolveFile = () => relative(root, resolve(from))
  if (kind === 'openapi') return { kind, from: /^https?:/.test(from) ? from : resolveFile() }
  if (kind === 'mcp') return { kind, from, command: true }
  if (kind === 'zod') return await loadZodSource(root, resolveFile())
  throw createSetupError(`invalid --tools ${text}: write ${HOW_TO_NAME_TOOLS}.`)
}

/** Where the agent's tools are described: as named, the only description, or the one that a person chooses. */
async function chooseDescription(
  project: Project,
  agent: AgentSource,
  { tools }: Options,
  asks: boolean,
): Promise<Description | undefined> {
  if (tools !== undefined) return await parseNamedSource(project.root, tools)
  if (project.suites.length > 0 && project.isPlugged) return undefined
  const documents = project.descriptions.map((from): Description => ({ kind: 'openapi', from }))
  const commands = project.mcpCommands.map((from): Description => ({ kind: 'mcp', from, command: true }))
  const others = takesTools(agent) ? [...commands, ...(await findZodSources(project))] : []
  const sources = [...documents, ...others]
  if (sources.length === 0) return undefined
  return askQuestion(
    {
      text: "Where are the agent's tools described?",
      choices: sources.map((source) => ({ value: source, label: source.from, hint: source.kind })),
      answeredBy: HOW_TO_NAME_TOOLS,
    },
    asks,
  )
}

function listMissingPackages(root: string, needsZod: boolean): string[] {
  const { resolve: find } = createRequire(join(root, 'package.json'))
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNewer = major > NEWER_FROM[0] || (major === NEWER_FROM[0] && minor >= NEWER_FROM[1])
  const needed = { ...NEEDED, ...(needsZod ? { zod: ['4', '4'] as const } : {}) }
  return Object.entries(needed).flatMap(([name, [older, newer]]) => {
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

function describeNextSteps(
  { root, packageManager }: Project,
  { todo, nextStep, needsZod }: SetupPlan,
): string {
  const missing = listMissingPackages(root, needsZod)
  const run = findRunner(packageManager)
  return [
    ...(missing.length > 0 ? [`  ${addCommand(packageManager, missing)}`] : []),
    ...(todo.length > 0 ? ['  what "To do" says above'] : []),
    `  ${run} vitest run`,
    ...nextStep.map((step) => `  ${step}`),
    `  ${run} tracewright baseline update   # then commit tracewright.baseline.json: later runs are compared with it`,
  ].join('\n')
}

function undo(root: string, { json, dryRun = false }: Options): void {
  const undone = undoChanges(root, { dryRun })
  const { restored, removed, edited } = undone
  if (edited.length > 0) process.exitCode = 1
  if (json) {
    printJson(undone)
    return
  }
  const [remove, restore, keep] = dryRun
    ? ['would remove', 'would restore', 'would keep']
    : ['removed', 'restored', 'kept']
  for (const file of removed) printText(`${remove} ${file}`)
  for (const file of restored) printText(`${restore} ${file}`)
  for (const file of edited) printText(`${keep} ${file}: it was edited since`)
}

async function setUp(options: Options): Promise<void> {
  const root = process.cwd()
  if (options.undo) {
    undo(root, options)
    return
  }
  const isAsking = Boolean(process.stdin.isTTY && process.stdout.isTTY) && !options.yes && !options.json
  if (isAsking) intro('tracewright init')
  const project = await inspectProject(root)
  const agent = await chooseAgent(project, options.agent, isAsking)
  const described = await chooseDescription(project, agent, options, isAsking)
  const plan = await planSetup(project, agent, described, createCountdown('first suite', 'tasks')).finally(
    () => showProgress(''),
  )
  const { changes, todo } = plan
  if (todo.length > 0) process.exitCode = 1
  const isDone = changes.length === 0 && todo.length === 0
  const found = `agent ${formatAgent(agent)} (${describeCall(agent)}), ${project.packageManager}, ${project.config ?? 'no Vitest config yet'}, tools: ${plan.tools}`

  if (!options.json)
    printText(isDone ? `${found}\nNothing to do: this project is set up.` : `${found}\n\n${planText(plan)}\n`)
  const isWritten =
    !isDone &&
    !options.dryRun &&
    (options.yes === true || (isAsking && (await confirmWrites(changes.length))))
  if (isWritten) applyChanges(root, changes)
  if (options.json) {
    printJson({
      agent: {
        file: agent.file,
        export: agent.name,
        kind: agent.kind,
        ...(agent.unfinished === undefined ? {} : { unfinished: agent.unfinished }),
      },
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
    throw createSetupError(
      'no terminal, so nothing was written. Add --yes to write these files, or --dry-run to show them.',
    )
  }
  const summary = `${changes.length} files written. Undo: ${findRunner(project.packageManager)} tracewright init --undo\nNext:\n${describeNextSteps(project, plan)}`
  if (isAsking) outro(summary)
  else printText(summary)
}

const confirmWrites = async (count: number): Promise<boolean> =>
  (await confirm({ message: `Write these ${count} files?` })) === true

export const addInit = (program: Command): Command =>
  program
    .command('init')
    .description(
      'set up tracewright: plugin line, agent entry, first suite, CI workflow; shows a diff and asks',
    )
    .option('--yes', 'do not ask; fail if a question has several answers')
    .option('--dry-run', 'show what would be written, or undone, and change nothing')
    .option('--undo', 'restore the files as they were before')
    .option('--agent <file#export>', 'the agent; by default init searches the package for it')
    .option(
      '--tools <source>',
      "description of the agent's tools: openapi:FILE (or a URL), mcp:COMMAND that starts a server, or zod:MODULE",
    )
    .action(async (options: Options) => {
      try {
        await setUp(options)
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error
        cancel('Nothing was written.')
        process.exitCode = CANCELLED
      }
    })
