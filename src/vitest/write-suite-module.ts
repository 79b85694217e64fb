import { resolve } from 'node:path'
import type { ResolvedOptions } from '../run/options.ts'
import { MAX_OTHER_WORLDS } from '../scoring/other-worlds.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { shortenPath } from '../shared/shown-path.ts'
import { SuiteFile } from '../suites/load/suite-file.ts'
import { isToolkitFile } from '../tools/imported/file-names.ts'
import { isRouted, readToolkitJson } from '../tools/imported/files.ts'
import { computeAgentDigest } from './agent-digest.ts'
import { RUNTIME, resolveBuiltModule } from './built-modules.ts'
import { type CaseLimits, computeCaseTimeout } from './case-timeout.ts'
import { resolveOptionFile } from './option-files.ts'
import { parseSlice, readModuleFile, takeSlice } from './suite-id.ts'
import { bindCodeTo, suiteModule } from './suite-module.ts'

/** Worlds that a task with conditions may need for each of them to go both ways. */
const MAX_WORLDS_OF_CONDITIONS = 6

/** Most attempts of one case, which its time limit allows for; a deterministic one may be made once more in each world. */
const computeMaxAttempts = ({ repeats, deterministic }: ResolvedOptions): number =>
  Math.max(repeats, MAX_WORLDS_OF_CONDITIONS) + (deterministic ? repeats : 0)

/** Whether requests to APIs of the agent's own are answered: such a request does not say which case it is of. */
const hasRoutes = (root: string, { routes, simulators }: ResolvedOptions): boolean =>
  routes.length > 0 ||
  simulators.some((file) => isToolkitFile(file) && isRouted(readToolkitJson(resolve(root, file))))

const runsConcurrently = (root: string, options: ResolvedOptions): boolean =>
  options.live === false && (options.concurrent ?? !hasRoutes(root, options))

/** The agent module that runs a suite. */
export function findAgent(
  file: string,
  root: string,
  { agent }: ResolvedOptions,
  fail: (message: string) => never,
): string {
  if (agent !== undefined) return resolveOptionFile(root, agent, 'agent')
  return fail(
    `Failed to run ${shortenPath(file)}: no agent is set. Add agent: './path/to/agent.ts' to tracewright() in the Vitest config.`,
  )
}

const readCaseLimits = (options: ResolvedOptions): CaseLimits => ({
  timeout: options.timeout,
  attempts: computeMaxAttempts(options),
  worlds: options.checkInOtherWorlds ? 1 + MAX_OTHER_WORLDS : 1,
})

export interface SuiteContext {
  /** The agent module. */
  agent: string
  environment: Parameters<typeof computeAgentDigest>[0]
  /** Root of the project; Vitest's own is that of the whole run. */
  root: string
  vitestRoot: string
  options: ResolvedOptions
}

/** Writes the test module of a suite: one case for each task. */
export function writeSuiteModule(
  text: string,
  module: string,
  { agent, environment, root, vitestRoot, options }: SuiteContext,
  warn: (warning: string) => void,
) {
  const file = readModuleFile(module)
  const suite = new SuiteFile(Buffer.from(text), file)
  return suiteModule({
    file,
    module,
    digest: suite.digest,
    lines: takeSlice(suite.iterateLines(), file, vitestRoot, parseSlice(module)),
    isVerbatim: () => suite.isVerbatim,
    warn,
    agent,
    modules: computeAgentDigest(environment, agent, vitestRoot),
    runtime: resolveBuiltModule(RUNTIME),
    concurrent: runsConcurrently(root, options),
    timeoutOf: (task) => computeCaseTimeout(task, readCaseLimits(options)),
  })
}

/** What binds the tasks of a suite as code to its agent, to follow its text. */
export async function bindCodeModule(
  module: string,
  { agent, environment, root, vitestRoot, options }: SuiteContext,
): Promise<string> {
  const facts = {
    file: readModuleFile(module),
    module,
    agent,
    ...dropUndefinedFields({ modules: await computeAgentDigest(environment, agent, vitestRoot) }),
    concurrent: runsConcurrently(root, options),
    limits: readCaseLimits(options),
  }
  return bindCodeTo(facts)
}
