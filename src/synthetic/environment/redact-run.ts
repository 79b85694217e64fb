import type { EnvironmentFinding, EnvironmentResult } from '../../schema/environment-result.ts'
import { maskedAgentName } from '../../shared/redact/agent-name.ts'
import { textsMasked } from '../../shared/redact/texts-masked.ts'
import { redactorOf, redactTrace } from '../../trace/redact-trace.ts'
import type { EnvironmentTask } from '../tasks/environment-task.ts'
import { type EnvironmentRun, type TranscriptEvent, transcriptOf } from './run.ts'

/** What is written of a run: nothing in it is known to be secret. */
export interface WrittenRun {
  /** With what is wrong with each attempt, in their order. */
  result: EnvironmentResult & { findings: EnvironmentFinding[][] }
  transcript: TranscriptEvent[]
}

/** Masks secrets in everything that is written of a run. The run itself stays as it is, for who judges it. */
export function redactRun(
  { result, trace, findings }: EnvironmentRun,
  { task: { prompt } }: EnvironmentTask,
): WrittenRun {
  const redactor = redactorOf(trace, prompt)
  return {
    result: {
      ...textsMasked(result, redactor),
      agent: maskedAgentName(result.agent, redactor),
      findings: textsMasked(
        result.attempts.map((_, i) => findings(i + 1)),
        redactor,
      ),
    },
    transcript: transcriptOf(redactTrace(trace, redactor)),
  }
}
