import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AskCounts, type Asker, askerOf } from '../../models/ask.ts'
import { modelCaller } from '../../models/call-model.ts'
import { FileCache } from '../../models/file-cache.ts'
import { type LimitOptions, Limits } from '../../models/limits.ts'
import { fieldsStage } from './fields.ts'
import type { StageContext, StageProgress, StageReport } from './run-items.ts'
import { runStage } from './stage-file.ts'
import { COUNTS, type StageName } from './stage-names.ts'
import { subdomainsStage } from './subdomains.ts'
import { tasksStage } from './tasks.ts'
import { runToolsStage } from './tools.ts'

export interface GenerateOptions extends LimitOptions {
  readonly model: BaseChatModel
  readonly in: string
  readonly out: string
  /** File that keeps the answers. */
  readonly cache: string
  /** File of tool sets and plans; the stage `tools` alone writes it. */
  readonly plans: string
  /** Fields, subdomains or tasks to ask for at once. */
  readonly count?: number
  /** How often a question is asked before it is given up. Default 3. */
  readonly attempts?: number
  readonly onProgress?: (progress: StageProgress) => void
  /** Ends the run once what is in flight is done. */
  readonly signal?: AbortSignal
}

function runNamed(
  stage: StageName,
  { count, ...options }: GenerateOptions,
  run: Asker,
  context: StageContext,
) {
  switch (stage) {
    case 'fields':
      return runStage(fieldsStage(count ?? COUNTS.fields), options, run, context)
    case 'subdomains':
      return runStage(subdomainsStage(count ?? COUNTS.subdomains), options, run, context)
    case 'tasks':
      return runStage(tasksStage(count ?? COUNTS.tasks), options, run, context)
    case 'tools':
      return runToolsStage(options, run, context)
  }
}

/**
 * Runs a stage of the generation: reads JSON Lines, asks the model, writes JSON Lines. The model's answers
 * are kept in a file, through LangChain's cache interface.
 *
 * @throws TracewrightError where a file cannot be read or written, or a line is not what the stage takes
 */
export async function generate(stage: StageName, options: GenerateOptions): Promise<StageReport> {
  const { model, attempts, onProgress, signal } = options
  const limits = new Limits(options)
  const counts: AskCounts = { retries: 0, truncated: 0, invalid: 0 }
  const stop = (): void => limits.stop('it was interrupted')
  signal?.addEventListener('abort', stop)
  try {
    const call = modelCaller(model, new FileCache(options.cache), limits)
    const ask = askerOf(call, { counts, ...(attempts === undefined ? {} : { attempts }) })
    return await runNamed(stage, options, ask, { limits, counts, onProgress })
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
