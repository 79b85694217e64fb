import { ERROR_CODES, type ErrorStatus, type ToolErrorBody } from './tool.ts'

/** Longest message, in UTF-16 units: it may quote an argument, and that may be long. */
const MAX_LENGTH = 500

const shortenMessage = (message: string): string =>
  message.length <= MAX_LENGTH
    ? message
    : `${message.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}...`

/** A simulator throws it to refuse a call; it becomes the status and body of the answer. */
export class ToolError extends Error {
  /** Always `ToolError`. */
  override readonly name = 'ToolError'
  /** HTTP status of the error response. */
  readonly status: ErrorStatus
  /** The parameter that is wrong, if there is one. */
  readonly parameter: string | undefined
  /** Whether the call may have had its effect all the same; one of a tool that writes is then judged as if it had. */
  readonly committed: boolean

  /** @param options `committed`: default false */
  constructor(status: ErrorStatus, message: string, parameter?: string, { committed = false } = {}) {
    super(shortenMessage(message))
    this.status = status
    this.parameter = parameter
    this.committed = committed
  }

  /** Body of the answer on the wire. */
  get body(): ToolErrorBody {
    const code = ERROR_CODES[this.status]
    return {
      code,
      message: this.message,
      ...(this.parameter === undefined ? {} : { parameter: this.parameter }),
    }
  }
}

/** Also of another copy of this module: the built-in tools may be loaded apart from what calls them. */
export const isToolError = (thrown: unknown): thrown is ToolError =>
  thrown instanceof Error && thrown.name === 'ToolError' && 'body' in thrown

/** 422: the parameter is well formed and not acceptable. */
export const createUnprocessableError = (parameter: string, message: string): ToolError =>
  new ToolError(422, message, parameter)

/** Refuses a call with 422. The problem reads on from the name of the parameter: `must be 1 or more`. */
export function refuse(parameter: string, problem: string): never {
  throw createUnprocessableError(parameter, `"${parameter}" ${problem}`)
}

/** The same where a condition holds. */
export function refuseIf(isRefused: boolean, parameter: string, problem: string): void {
  if (isRefused) refuse(parameter, problem)
}
