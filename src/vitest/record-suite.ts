import { rmSync } from 'node:fs'
import { runtimeSettings } from '../../fixtures/settings.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { defined } from '../shared/json.ts'
import { writeWhole } from '../shared/whole-file.ts'
import { recordRuns } from '../suites/repair/record/record.ts'
import { prepareTools, servedRegistry } from '../tools/served.ts'
import { endWithParent } from './end-with-parent.ts'
import type { RecordRequest } from './record-mode.ts'
import { resolveAgent } from './resolve-agent.ts'

/** A name, or a pattern in the form in which the command line, which has checked it, passes it on. */
function redactOf(text: string): string | RegExp {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? []
  return source === undefined ? text : new RegExp(source, flags)
}

/** Records what the command line asks for, and leaves what became of it for it to print. */
export async function recordSuite(
  agentModule: Record<string, unknown>,
  { agent: path, request, module }: { agent: string; request: RecordRequest; module: string },
): Promise<void> {
  const { suite, report, prompts, redact, seed } = request
  endWithParent()
  const { network, allow, timeout } = runtimeSettings()
  const leave = (value: unknown): void => writeWhole(report, [JSON.stringify(value)])
  try {
    const agent = resolveAgent(agentModule, path)
    if ('calibration' in agent)
      throw new TracewrightError(
        `Failed to record: ${agent.name} replays the expected trace, which does not exist yet. Record another agent.`,
      )
    await prepareTools()
    leave(
      await recordRuns(
        {
          agent,
          suite,
          network,
          allow,
          timeout,
          redact: redact.map(redactOf),
          ...defined({ prompts, seed }),
        },
        servedRegistry(),
      ),
    )
  } catch (error) {
    leave({
      error: error instanceof TracewrightError ? error.message : `Failed to record: ${messageOf(error)}.`,
    })
  } finally {
    rmSync(module, { force: true })
  }
}
