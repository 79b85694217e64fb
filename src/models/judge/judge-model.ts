/** A LangChain chat model, as far as judging needs it. */
export interface JudgeModel {
  /** Asks the model. */
  invoke(input: never, options?: never): Promise<{ content: unknown }>
  /** Kind of the model in LangChain's words. */
  _llmType(): string
}

export interface RubricJudgment {
  pass: boolean
  reason: string
}

/** Who judges, and where judgments are kept. */
export interface JudgeOptions {
  /** Any LangChain chat model. */
  model: JudgeModel
  /** Folder that keeps the judgments, one file each; commit it, and CI needs no key. */
  judgments?: string
}

/** Default folder of kept judgments. */
export const RUBRIC_JUDGMENTS = '__judgments__'
