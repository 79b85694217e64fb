import { rmSync } from 'node:fs'
import { readRuntimeSettings } from '../../fixtures/settings.ts'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { writeWhole } from '../shared/whole-file.ts'
import { recordRuns } from '../suites/repair/record/record.ts'
import { readApplication } from '../tasks/reference/live-application.ts'
import { prepareTools, readServedRegistry } from '../tools/served.ts'
import { endWithParent } from './end-with-parent.ts'
import type { ModuleLoader } from './finish-run.ts'
import { listDeclaredTools } from './hand-application.ts'
import type { RecordRequest } from './record-mode.ts'
import { serveAgent } from './serve-agent.ts'

/** A name, or a pattern in the form in which the command line, which has checked it, passes it on. */
function parseRedactPattern(text: string): string | RegExp {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? []
  return source === undefined ? text : new RegExp(source, flags)
}

/** Records what the command line asks for, and leaves what became of it for it to print. */
export async function recordSuite(
  agentModule: Record<string, unknown>,
  { agent: path, request, module }: { agent: string; request: RecordRequest; module: string },
  load: ModuleLoader,
): Promise<void> {
  const { suite, report, prompts, redact, seed } = request
  endWithParent()
  const { network, allow, timeout } = readRuntimeSettings()
  const leave = (value: unknown): void => writeWhole(report, [JSON.stringify(value)])
  try {
    await prepareTools()
    const registry = readServedRegistry()
    const agent = await serveAgent(agentModule, path, load, registry)
    if ('calibration' in agent)
      throw new TracewrightError(
        `Failed to record: ${agent.name} replays the expected trace, which does not exist yet. Record another agent.`,
      )
    const application = readApplication()
    leave(
      await recordRuns(
        {
          agent,
          suite,
          network,
          allow,
          timeout,
          redact: redact.map(parseRedactPattern),
          ...dropUndefinedFields({ prompts, seed }),
        },
        registry,
        application && { application, list: listDeclaredTools },
      ),
    )
  } catch (error) {
    leave({
      error:
        error instanceof TracewrightError ? error.message : `Failed to record: ${describeThrown(error)}.`,
    })
  } finally {
    rmSync(module, { force: true })
  }
}
