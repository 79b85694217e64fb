import { resolve } from 'node:path'
import type { TestProject, Vitest } from 'vitest/node'
import { PROJECT_KEY, SETTINGS_KEY } from '../../fixtures/provided.ts'
import type { ResolvedOptions } from '../run/options.ts'
import { createDefaultSettings } from '../run/settings.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isRecordingFile } from '../suites/repair/record/recording.ts'
import { isToolkitFile } from '../tools/imported/file-names.ts'
import type { LiveTools } from '../tools/served.ts'
import { GUARD, RECORD, resolveBuiltModule, SETUP } from './built-modules.ts'
import { endWithParent } from './end-with-parent.ts'
import { resolveOptionFile, resolveOptionFiles } from './option-files.ts'
import { type RecordRequest, writeRecordModule } from './record-mode.ts'

/** Begins the ids of the modules that serve the files of the options. */
export const OWN_MODULE = 'virtual:tracewright-own:'
const RESOLVED = `\0${OWN_MODULE}`

/** Files of the user's that workers serve, absolute paths. */
export interface OwnFiles {
  simulators: readonly string[]
  routes: readonly string[]
  redact?: readonly string[]
  checks?: readonly string[]
  live?: LiveTools
  isRecording?: true
  /** Set where the agent keeps its own tools: its entry, as far as the options name one. */
  own?: { agent?: string }
}

const isData = (file: string): boolean => isToolkitFile(file) || isRecordingFile(file)

export const buildOwnModuleId = (files: OwnFiles): string =>
  OWN_MODULE + Buffer.from(JSON.stringify(files)).toString('base64url')

export const wantsOwn = (source: string): boolean => source.includes(OWN_MODULE)

/** Id that the loader knows it by. */
export const resolveOwn = (source: string): string =>
  RESOLVED + source.slice(source.indexOf(OWN_MODULE) + OWN_MODULE.length)

/** The files of a resolved id; undefined for another id. */
export const parseOwnModuleId = (id: string): OwnFiles | undefined =>
  id.startsWith(RESOLVED)
    ? (JSON.parse(Buffer.from(id.slice(RESOLVED.length), 'base64url').toString('utf8')) as OwnFiles)
    : undefined

/**
 * Code of the setup module. Modules of simulators and routes are imported by it, so that Vitest transforms them as it
 * does tests.
 *
 * @param runtime Absolute path of the module that exports `serveOwn`.
 */
export function writeOwnModule(files: OwnFiles, runtime: string): string {
  const { redact = [], checks = [], live, own } = files
  const modules = [...files.simulators, ...files.routes, ...redact, ...checks].filter((file) => !isData(file))
  const imports = modules.map((file, i) => `import * as module${i} from ${JSON.stringify(file)}`)
  const writeFileList = (files: readonly string[]): string =>
    files
      .map((file) => {
        const path = JSON.stringify(file)
        return isData(file)
          ? `{ path: ${path} }`
          : `{ path: ${path}, module: module${modules.indexOf(file)} }`
      })
      .join(', ')
  return [
    // Setup files run at the same time: this one waits for that one.
    `import ${JSON.stringify(resolveBuiltModule(SETUP))}`,
    `import { serveOwn } from ${JSON.stringify(runtime)}`,
    ...imports,
    `await serveOwn({ simulators: [${writeFileList(files.simulators)}], routes: [${writeFileList(files.routes)}], redact: [${writeFileList(redact)}], checks: [${writeFileList(checks)}]${live ? `, live: ${JSON.stringify(live)}` : ''}${files.isRecording ? ', isRecording: true' : ''}${own ? `, own: { ...${JSON.stringify(own)}, load: (id) => import(/* @vite-ignore */ id) }` : ''} })`,
  ].join('\n')
}

/** A new list with the missing values appended: projects may share the arrays of a config. */
export function appendMissing(array: string[] | undefined, ...values: string[]): string[] {
  const list = array ?? []
  return [...list, ...values.filter((value) => !list.includes(value))]
}

/** Set on the configuration of a process in which one project records already. */
const RECORDED_KEY = Symbol.for('tracewright.recording')

/** Has a project record in place of its tests; of several projects the first, the others have nothing to run. */
export function recordIn(
  vitest: Vitest & { [RECORDED_KEY]?: true },
  project: TestProject,
  options: ResolvedOptions,
  request: RecordRequest,
): void {
  const { config } = project
  config.exclude = []
  config.include = []
  if (vitest[RECORDED_KEY]) return
  vitest[RECORDED_KEY] = true
  endWithParent()
  if (options.agent === undefined)
    throw new TracewrightError(
      "Failed to record: no agent is set. Add agent: './path/to/agent.ts' to tracewright() in the Vitest config.",
    )
  const agent = resolveOptionFile(config.root, options.agent, 'agent')
  const outputDir = resolve(config.root, options.outputDir)
  config.include = [writeRecordModule(outputDir, { agent, runtime: resolveBuiltModule(RECORD), request })]
  const moduleFacts = {
    simulators: resolveOptionFiles(
      config.root,
      options.simulators.filter((file) => !isRecordingFile(file)),
      'simulators',
    ),
    routes: resolveOptionFiles(config.root, options.routes, 'routes'),
    ...(options.ownTools !== false && {
      live: { tools: options.live, effects: options.effects, isRecording: true },
    }),
    isRecording: true as const,
  }
  config.setupFiles = [
    resolveBuiltModule(SETUP),
    buildOwnModuleId(moduleFacts),
    ...appendMissing(config.setupFiles),
  ]
  config.execArgv = appendMissing(config.execArgv, '--import', GUARD)
  const { network, allow, timeout } = options
  project.provide(SETTINGS_KEY, {
    ...createDefaultSettings(config.root),
    outputDir,
    network,
    allow: [...allow],
    timeout,
  })
  project.provide(PROJECT_KEY, project.name)
}
