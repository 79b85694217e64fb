import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LEVELS, type Task } from '../schema/task.ts'
import { TracewrightError } from '../shared/errors.ts'
import { type OwnTools, toolsOf } from '../suites/generate/catalogue.ts'
import { generateSuite, type Shortage } from '../suites/generate/generate-suite.ts'
import { taskToLine } from '../suites/load/task-line.ts'
import { TOOLKIT_ENDING } from '../tools/imported/file-names.ts'
import { importTools, type Source } from '../tools/imported/import/index.ts'
import type { Toolkit } from '../tools/imported/toolkit.ts'
import { type AgentSource, takesTools } from './agent.ts'
import { addPlugin, type PluginOptions, writeConfig, writePluginLine } from './config.ts'
import { writeCall, writeEntry } from './entry.ts'
import { listFirstSuiteCommands, namesRoutes, suggestOwnTools } from './first-suite.ts'
import { findOwnTools, listWrittenTools, writeOwnSuite } from './own-suite.ts'
import { type Project, readContent } from './project.ts'
import type { WrittenTool } from './tools.ts'
import { WORKFLOW_FILE, writeWorkflow } from './workflow.ts'

export interface FileChange {
  /** Path from the root of the project. */
  file: string
  /** Undefined where there is no such file yet. */
  before: string | undefined
  after: string
}

/** Where tools are described, as the command line or the project names it. */
export type Description = Exclude<Source, { kind: 'openai' | 'recording' }>

/** Notified of how many tasks of the first suite are drawn. */
export type OnProgress = (done: number, total: number) => void

const COUNTS = { L0_node: 3, L1_chain: 3, L2_parallel: 2, L3_dag: 2 }
/** Of a large API longer tasks take minutes to draw: a first suite has single calls alone. */
const SINGLE_CALLS = { L0_node: 6, L1_chain: 0, L2_parallel: 0, L3_dag: 0 }
const LARGE = 100

const MODELS: readonly [pattern: RegExp, host: string, key: string][] = [
  [/^(openai|@ai-sdk\/openai|@langchain\/openai|@openai\/agents)$/, 'api.openai.com', 'OPENAI_API_KEY'],
  [/anthropic/, 'api.anthropic.com', 'ANTHROPIC_API_KEY'],
  [
    /^(@ai-sdk\/google|@langchain\/google-genai|@google\/gen(erative-)?ai)$/,
    'generativelanguage.googleapis.com',
    'GOOGLE_API_KEY',
  ],
  [/mistral/, 'api.mistral.ai', 'MISTRAL_API_KEY'],
]

const findModels = ({ packages, modules }: Project) =>
  MODELS.filter(
    ([pattern, host]) =>
      packages.some((name) => pattern.test(name)) ||
      modules.some(({ addresses }) => addresses.some((address) => new URL(address).hostname === host)),
  )

async function importToolkit(from: Description): Promise<Toolkit> {
  const { toolkit } = await importTools(from, 'api')
  if (toolkit.tools.length > 0) return toolkit
  throw new TracewrightError(
    `Failed to set up tracewright: ${from.from} describes no tools. Name another description by --tools.`,
  )
}

/** The first suite, and notes: how many tasks it has of which level, and why some levels have none. */
function generateFirstSuite(
  ownTools: OwnTools | undefined,
  onProgress: OnProgress,
): { text: string; notes: string[] } {
  const counts = (ownTools?.registry.size ?? 0) > LARGE ? SINGLE_CALLS : COUNTS
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const short: Shortage[] = []
  const tasks: Task[] = []
  onProgress(0, total)
  for (const task of generateSuite({
    seed: 1,
    counts,
    onShort: (shortage) => short.push(shortage),
    ...(ownTools === undefined ? {} : { tools: ownTools, upTo: true }),
  })) {
    tasks.push(task)
    onProgress(tasks.length, total)
  }
  const levels = LEVELS.flatMap((level) => {
    const count = tasks.filter((task) => task.level === level).length
    return count === 0 ? [] : [`${level} ${count}`]
  })
  return {
    text: tasks.map((task) => `${taskToLine(task)}\n`).join(''),
    notes: [
      `first suite: ${tasks.length} tasks (${levels.join(', ')})`,
      ...short.map(({ level, made, wanted, why }) => `${level}: ${made} of ${wanted} tasks: ${why}`),
    ],
  }
}

/** What a phase adds to the plan: texts by file, what is left to a person, and what is worth knowing. */
interface PlanPart {
  files?: Readonly<Record<string, string>>
  todo?: readonly string[]
  notes?: readonly string[]
}

/** The agent's tools, as far as a description or the code shows them. */
function findTools(project: Project, agent: AgentSource, imported: Toolkit | undefined) {
  const hasRoutes = imported?.tools.some(({ route }) => route !== undefined) === true
  const isOwn = !hasRoutes && !takesTools(agent) && !namesRoutes(project)
  // A document without servers may describe another API than the tools.
  const isLeftOut = isOwn && imported?.source.kind === 'openapi'
  const described = isOwn && !isLeftOut ? imported?.tools : undefined
  const tools: readonly WrittenTool[] =
    // A result that nothing declares is a guess.
    described?.map(({ name, input, output, learnedFrom }) =>
      learnedFrom === 0 ? { name, input } : { name, input, output },
    ) ?? listWrittenTools(project.modules)
  const ownTools = isOwn ? findOwnTools(project.modules, tools) : undefined
  return {
    imported,
    toolkit: isOwn ? undefined : imported,
    isOwn,
    isLeftOut,
    tools,
    ownTools,
    /** Simulators and suite for own tools. */
    drafts: project.suites.length > 0 || ownTools === undefined ? undefined : writeOwnSuite(tools),
  }
}

/** The agent's entry: a file that is not there yet, or one that an earlier run wrote. */
function findEntry(project: Project, agent: AgentSource, isTypeScript: boolean, ending: string) {
  const { root, testFolder, tsExtensions } = project
  for (let i = 0; ; i++) {
    const name = ['agent', 'tracewright-agent'][i] ?? `tracewright-agent-${i}`
    const file = `${testFolder}/${name}.${ending}`
    const text = writeEntry(agent, { file, agentName: readProjectName(project), isTypeScript, tsExtensions })
    const there = readContent(root, file)
    if (there === undefined || there === text) return { file, text, isThere: there !== undefined }
  }
}

function nameFiles(project: Project, agent: AgentSource) {
  const { testFolder, isModule } = project
  // An entry in JavaScript cannot import TypeScript by the name that it is compiled to.
  const isTypeScript = project.isTypeScript || /\.[cm]?tsx?$/.test(agent.file)
  const ending = isTypeScript ? 'ts' : isModule ? 'js' : 'mjs'
  return {
    entry: findEntry(project, agent, isTypeScript, ending),
    config: project.config ?? `vitest.config.${isTypeScript && !isModule ? 'mts' : ending}`,
    toolkit: `${testFolder}/api${TOOLKIT_ENDING}`,
    simulators: `${testFolder}/simulators.${ending}`,
    suite: `${testFolder}/first.suite.ts`,
    lines: `${testFolder}/first.suite.jsonl`,
  }
}

/** What all phases of the plan look at. */
interface Setup {
  project: Project
  agent: AgentSource
  found: ReturnType<typeof findTools>
  files: ReturnType<typeof nameFiles>
}

const planToolkit = ({ project, found: { toolkit }, files }: Setup): PlanPart =>
  toolkit === undefined || existsSync(join(project.root, files.toolkit))
    ? {}
    : { files: { [files.toolkit]: `${JSON.stringify(toolkit, null, 1)}\n` } }

/** Whether a person has to complete the agent's entry. */
const isToComplete = ({ project, agent, files }: Setup): boolean =>
  agent.unfinished !== undefined && (!project.isPlugged || files.entry.isThere)

function planEntry(setup: Setup): PlanPart {
  const { project, agent, files } = setup
  const { file, text, isThere } = files.entry
  return {
    files: project.isPlugged || isThere ? {} : { [file]: text },
    todo: isToComplete(setup)
      ? [
          `${file}: \`${agent.name}\` in ${agent.file} is ${agent.unfinished}: where the prompt goes is unknown. Replace the line that throws with ${writeCall(agent)}, give it the prompt, and return its answer (node_modules/tracewright/docs/guides/connect-an-agent.md).`,
        ]
      : [],
  }
}

/** The configuration with the plugin in it, or why a person has to edit it. */
async function planConfig({ project, found, files }: Setup): Promise<PlanPart> {
  const { root, config } = project
  const { toolkit, drafts, ownTools } = found
  const simulators = toolkit !== undefined ? files.toolkit : drafts && files.simulators
  const models = findModels(project)
  const options: PluginOptions = {
    agent: `./${files.entry.file}`,
    ...(simulators === undefined ? {} : { simulators: [`./${simulators}`] }),
    ...(ownTools === undefined ? {} : { ownTools }),
    ...(models.length === 0 ? {} : { allow: models.map(([, host]) => host) }),
  }
  const before = config === undefined ? undefined : readContent(root, config)
  const edited = before === undefined ? { code: writeConfig(options) } : await addPlugin(before, options)
  if ('code' in edited) return { files: { [files.config]: edited.code } }
  return {
    todo: [
      `${files.config}: ${edited.why}. Add \`import { tracewright } from 'tracewright/plugin'\` and, to its plugins, \`${writePluginLine(options)}\`.`,
    ],
  }
}

/** Asks which functions are the tools that the code describes to a model. */
function askForFunctions({ project, found: { isOwn, ownTools, tools } }: Setup): PlanPart {
  if (!isOwn || ownTools !== undefined || tools.length === 0) return {}
  return {
    todo: [
      `${project.config ?? 'the Vitest config'}: the code does not show which functions are the tools ${tools.map(({ name }) => name).join(', ')}. If functions with the parameters of these tools answer them, add \`ownTools: { './src/FILE.ts': { FUNCTION: 'TOOL' } }\` to the plugin's options (node_modules/tracewright/docs/options.md).`,
    ],
  }
}

/** The first suite of a project without one: drafted for own tools, left to a person, or generated. */
async function planFirstSuite(setup: Setup, onProgress: OnProgress): Promise<PlanPart> {
  const { project, agent, found, files } = setup
  const { imported, toolkit, drafts } = found
  if (drafts !== undefined) {
    const written = { [files.simulators]: drafts.simulators, [files.suite]: drafts.suite }
    const isMissing = ([file]: [string, string]) => readContent(project.root, file) === undefined
    return {
      files: Object.fromEntries(Object.entries(written).filter(isMissing)),
      notes: [
        ...drafts.notes,
        ...(found.isLeftOut ? [`${imported?.source.from} is left out: it has no server address`] : []),
      ],
    }
  }
  if (project.suites.length > 0) return {}
  if (toolkit === undefined && !takesTools(agent)) {
    const subject = `The agent ${agent.name} in ${agent.file} creates its own tools, and its code does not show`
    return {
      todo: [
        found.ownTools === undefined
          ? [
              `${subject} them. Choose one way:`,
              ...[
                `The tools are functions of this package: add \`${suggestOwnTools(project, agent)}\` to the plugin's options, with the names that the model knows, and write ${files.suite}: node_modules/tracewright/docs/guides/functions.md.`,
                ...(await listFirstSuiteCommands(project, agent, imported, files.lines)),
              ].map((way, i) => `  ${i + 1}. ${way}`),
            ].join('\n')
          : `${subject} their parameters. Import them with --tools mcp:COMMAND or zod:MODULE, or define a simulator for each (node_modules/tracewright/docs/guides/simulate-tools.md#write-a-simulator), add \`simulators: ['./${files.simulators}']\` to the plugin's options, and write ${files.suite} (node_modules/tracewright/docs/suites.md).`,
      ],
    }
  }
  if (toolkit === undefined && isToComplete(setup)) return {}
  const first = generateFirstSuite(toolkit === undefined ? undefined : toolsOf(toolkit), onProgress)
  return { files: { [files.lines]: first.text }, notes: first.notes }
}

function planWorkflow(project: Project): PlanPart {
  const { root, folder, packageManager, hasLockfile } = project
  const file = `.github/workflows/${WORKFLOW_FILE}`
  const keys = findModels(project).map(([, , key]) => key)
  return {
    files: existsSync(join(root, file)) ? {} : { [file]: writeWorkflow(packageManager, hasLockfile, keys) },
    todo:
      folder === ''
        ? []
        : [
            `${file}: GitHub reads workflows only at the root of a repository. Move it there, have its commands run in ${folder} (\`defaults.run.working-directory\`), and put ${folder}/ before its paths.`,
          ],
  }
}

function planGitignore(root: string): PlanPart {
  const before = readContent(root, '.gitignore')
  if (before === undefined || /^\/?\.vitest\/?$/m.test(before)) return {}
  const ended = before === '' || before.endsWith('\n') ? before : `${before}\n`
  return { files: { '.gitignore': `${ended}.vitest/\n` } }
}

/** Plans what has to be written so that the suites of a project run. Nothing of a project that is set up changes. */
export async function planSetup(
  project: Project,
  agent: AgentSource,
  described: Description | undefined,
  onProgress: OnProgress = () => {},
) {
  const { root, isPlugged, suites, workflows } = project
  const needsTools = suites.length === 0 || !isPlugged
  const imported = !needsTools || described === undefined ? undefined : await importToolkit(described)
  const found = findTools(project, agent, imported)
  const files = nameFiles(project, agent)
  const setup: Setup = { project, agent, found, files }
  const parts = [
    planToolkit(setup),
    planEntry(setup),
    ...(isPlugged ? [] : [await planConfig(setup), askForFunctions(setup)]),
    await planFirstSuite(setup, onProgress),
    ...(workflows.length > 0 ? [] : [planWorkflow(project)]),
    planGitignore(root),
  ]
  const { toolkit, drafts } = found
  return {
    changes: parts.flatMap((part) =>
      Object.entries(part.files ?? {}).map(
        ([file, after]): FileChange => ({ file, before: readContent(root, file), after }),
      ),
    ),
    todo: parts.flatMap((part) => part.todo ?? []),
    notes: parts.flatMap((part) => part.notes ?? []),
    tools: toolkit
      ? `${toolkit.tools.length} tools of ${toolkit.source.from}`
      : takesTools(agent)
        ? 'simulators that come with tracewright'
        : "the agent's own",
    nextStep:
      drafts === undefined
        ? []
        : [
            `give each tool in ${files.simulators} its output and effect, and write your tasks in ${files.suite}   # node_modules/tracewright/docs/guides/agent-with-own-tools.md`,
          ],
    needsZod: drafts !== undefined,
  }
}

/** Name of a project's agent in reports: that of its package, without a scope. */
function readProjectName({ root }: Project): string {
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name?: unknown }
  return typeof name === 'string' && name !== '' ? name.replace(/^@[^/]+\//, '') : 'agent'
}

export type SetupPlan = Awaited<ReturnType<typeof planSetup>>
