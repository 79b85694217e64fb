import type { Json } from '../../shared/json.ts'
import { answerOpenCall, openOwnCall } from '../own-call.ts'

const PATCHED = Symbol.for('tracewright.seam')

interface CallParams {
  name: string
  arguments?: Record<string, unknown>
}
type CallTool = (this: unknown, params: CallParams, ...rest: unknown[]) => Promise<unknown>

/** An output as a server would send it. */
const buildResult = (output: unknown): object => ({
  content: [{ type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output as Json) }],
  ...(typeof output === 'object' && output !== null ? { structuredContent: output } : {}),
})

/** A refusal as a server would send it: the model reads it. */
const buildErrorResult = (error: Error): object => ({
  isError: true,
  content: [{ type: 'text', text: error.message }],
})

/** Has the calls of every MCP client answered, whatever its transport. */
export function patch({
  Client,
}: {
  Client: { prototype: { callTool: CallTool & { [PATCHED]?: true } } }
}): void {
  const own = Client.prototype.callTool
  if (own[PATCHED]) return
  const callTool: CallTool = function (params, ...rest) {
    const args = params.arguments ?? {}
    let isLive = false
    return openOwnCall({ tool: params.name, args }, () =>
      answerOpenCall(args, () => {
        isLive = true
        return own.call(this, params, ...rest)
      }),
    ).then(
      (output) => (isLive ? output : buildResult(output)),
      (error: Error) => {
        if (isLive) throw error
        return buildErrorResult(error)
      },
    )
  }
  Client.prototype.callTool = Object.assign(callTool, { [PATCHED]: true as const })
}
