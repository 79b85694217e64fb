import type { ToolErrorBody } from '../../schema/tool.ts'
import { TracewrightError } from '../../shared/errors.ts'

/** A reference function that is not the expected trace of a task: what is wrong, without the name of the task. */
export class ReferenceFunctionError extends TracewrightError {
  override readonly name = 'ReferenceFunctionError'
}

/** A reference function throws it if a tool answers with an error. If the function catches it, the call is not a step. */
export class Refused extends Error {
  /** Always `Refused`. */
  override readonly name = 'Refused'
  /** HTTP status of the error. */
  readonly status: number
  /** The error that the tool answered. */
  readonly body: ToolErrorBody

  constructor(tool: string, status: number, body: ToolErrorBody) {
    super(`${tool} answered ${status}: ${body.message}`)
    this.status = status
    this.body = body
  }
}
