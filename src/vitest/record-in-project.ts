import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestProject, Vitest } from 'vitest/node'
import { PROJECT_KEY, SETTINGS_KEY } from '../../fixtures/provided.ts'
import { withoutPlugin } from '../run/settings.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isRecordingFile } from '../suites/repair/record/recording.ts'
import { appended } from './appended.ts'
import { beside, GUARD, RECORD, SETUP } from './built-modules.ts'
import { endWithParent } from './end-with-parent.ts'
import type { ResolvedOptions } from './options.ts'
import { optionFiles } from './own-files.ts'
import { ownModuleId } from './own-module.ts'
import { type RecordRequest, writeRecordModule } from './record-mode.ts'

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
  const agent = resolve(config.root, options.agent)
  if (!existsSync(agent))
    throw new TracewrightError(`Failed to record: no agent module at ${agent}. Correct the option \`agent\`.`)
  const outputDir = resolve(config.root, options.outputDir)
  config.include = [writeRecordModule(outputDir, { agent, runtime: beside(RECORD), request })]
  const moduleFacts = {
    simulators: optionFiles(
      config.root,
      options.simulators.filter((file) => !isRecordingFile(file)),
      'simulators',
    ),
    routes: optionFiles(config.root, options.routes, 'routes'),
    isRecording: true as const,
  }
  config.setupFiles = [beside(SETUP), ownModuleId(moduleFacts), ...appended(config.setupFiles)]
  config.execArgv = appended(config.execArgv, '--import', GUARD)
  const { network, allow, timeout } = options
  project.provide(SETTINGS_KEY, {
    ...withoutPlugin(config.root),
    outputDir,
    network,
    allow: [...allow],
    timeout,
  })
  project.provide(PROJECT_KEY, project.name)
}
