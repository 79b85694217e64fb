import { dirname, posix } from 'node:path'
import { nameWords } from '../shared/english.ts'
import { TOOLKIT_ENDING } from '../tools/imported/file-names.ts'
import type { Toolkit } from '../tools/imported/toolkit.ts'
import type { AgentSource } from './agent.ts'
import { type Project, readContent } from './project.ts'
import { findRunner } from './workflow.ts'

/** Milliseconds that a local server has to answer in. */
const ANSWER_TIME = 500

/** A server on this machine, named in the code, that answers now. */
async function findAnsweringServer({ modules }: Project): Promise<string | undefined> {
  const addresses = modules.flatMap((module) => module.addresses)
  const local = addresses.filter((address) => /^https?:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(address))
  const origins = [...new Set(local.map((address) => new URL(address).origin))]
  const answers = await Promise.all(
    origins.map((origin) =>
      fetch(origin, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_TIME) }).then(
        () => true,
        () => false,
      ),
    ),
  )
  return origins.find((_, i) => answers[i])
}

/** Whether the plugin's options in a config name routes. */
export const namesRoutes = ({ root, config }: Project): boolean =>
  config !== undefined && /\broutes\s*:/.test(readContent(root, config) ?? '')

/** How a first suite is recorded: the plugin has to be told first which requests are calls of tools. */
function recordCommand(project: Project, { file: source }: AgentSource, suite: string, api: string): string {
  const run = `${findRunner(project.packageManager)} tracewright`
  const command = `\`${run} record --suite ${suite} --prompt "..."\``
  if (namesRoutes(project)) return command
  const file = `${project.testFolder}/routes.${project.isTypeScript || /\.[cm]?tsx?$/.test(source) ? 'ts' : 'js'}`
  const address = project.modules
    .flatMap(({ addresses }) => addresses)
    .find((one) => new URL(one).origin === api)
  const path = address === undefined ? '/...' : new URL(address).pathname
  const example = `import { route } from 'tracewright'; export default [route('GET ${api}${path}', { tool: 'get_...' })]`
  return `first say in ${file} which requests are calls of tools, as in \`${example}\` (node_modules/tracewright/docs/network.md#routes). Add \`routes: ['./${file}']\` to the plugin's options in ${project.config ?? 'the Vitest config'}. Then ${command}`
}

/** Ways to a first suite for tools that neither the agent's code nor a description shows. */
export async function listFirstSuiteCommands(
  project: Project,
  agent: AgentSource,
  imported: Toolkit | undefined,
  suite: string,
): Promise<string[]> {
  const { conversations, packageManager, testFolder } = project
  const run = `${findRunner(packageManager)} tracewright`
  const [traces] = conversations
  if (traces !== undefined)
    return [
      `${traces} holds conversations. Draft a first suite from them: \`${run} draft ${traces} --out ${suite}\`.`,
    ]
  const server = await findAnsweringServer(project)
  if (server !== undefined)
    return [
      `${server} answers. Record a first suite from it: ${recordCommand(project, agent, suite, server)}.`,
    ]
  if (imported?.source.kind === 'openapi')
    return [
      `${imported.source.from} has no server address, so tracewright cannot tell which requests are calls of tools. Give the document absolute servers, write routes (node_modules/tracewright/docs/network.md#routes), or let ${agent.name} take its tools as a parameter \`tools\`.`,
    ]
  const toolkit = `${testFolder}/api${TOOLKIT_ENDING}`
  return [
    `An OpenAPI document describes the tools: \`${run} import openapi FILE --out ${toolkit}\`, then \`${run} generate --seed 1 --tools ${toolkit} --out ${suite}\`.`,
    `The tools call a running API: ${recordCommand(project, agent, suite, 'https://api.example.com')}.`,
  ]
}

/** The option for functions of modules that the agent imports, by the names that its code has for them; else a pattern. */
export function suggestOwnTools({ root, modules }: Project, { file }: AgentSource): string {
  const withoutEnding = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '')
  const code = readContent(root, file) ?? ''
  const imports = modules.find((module) => module.file === file)?.imports ?? []
  const paths = imports
    .filter((path) => path.startsWith('.'))
    .map((path) => withoutEnding(posix.join(dirname(file), path)))
  const found = modules.flatMap((module) => {
    const names = module.exports.flatMap(({ name, parameters }) => (parameters === undefined ? [] : [name]))
    if (!paths.includes(withoutEnding(module.file)) || names.length === 0) return []
    const entries = names.map((name) => {
      const tool = nameWords(name).join('_')
      return `${name}: '${code.includes(tool) ? tool : name}'`
    })
    return [`'./${module.file}': { ${entries.join(', ')} }`]
  })
  return `ownTools: { ${found.join(', ') || "'./src/FILE.ts': { FUNCTION: 'TOOL' }"} }`
}
