import type { Asker } from '../../models/ask.ts'
import { fieldsStage, runListStage, subdomainsStage, tasksStage } from './list-stages.ts'
import type { StageContext, StageReport } from './run-items.ts'
import { COUNTS, type StageName } from './stage-names.ts'
import { runToolsStage } from './tools.ts'
import { type StageOptions, whileAsking } from './while-asking.ts'

export interface GenerateOptions extends StageOptions {
  readonly in: string
  readonly out: string
  /** File of tool sets and plans; the stage `tools` alone writes it. */
  readonly plans: string
  /** Fields, subdomains or tasks to ask for at once. */
  readonly count?: number
}

function runNamed(
  stage: StageName,
  { count, ...options }: GenerateOptions,
  run: Asker,
  context: StageContext,
) {
  if (stage === 'tools') return runToolsStage(options, run, context)
  const wanted = count ?? COUNTS[stage]
  if (stage === 'fields') return runListStage(fieldsStage(wanted), options, run, context)
  if (stage === 'subdomains') return runListStage(subdomainsStage(wanted), options, run, context)
  return runListStage(tasksStage(wanted), options, run, context)
}

/**
 * Runs a stage of the generation: reads JSON Lines, asks the model, writes JSON Lines. The model's answers
 * are kept in a file, through LangChain's cache interface.
 *
 * @throws TracewrightError where a file cannot be read or written, or a line is not what the stage takes
 */
export const generate = (stage: StageName, options: GenerateOptions): Promise<StageReport> =>
  whileAsking(options, ({ ask, ...context }) => runNamed(stage, options, ask, context))
