import type { ToolSet } from 'ai'
import type { Agent } from '../../schema/agent.ts'
import { summedUsage } from '../summed-usage.ts'
import { toAiSdkTools } from './to-ai-sdk-tools.ts'

/** What the agent is asked, in the AI SDK's terms. */
export interface AiSdkAsked {
  prompt: string
  tools: ToolSet
  /** Aborted when the time for the case is over; hand it on as `abortSignal`. */
  signal: AbortSignal
}

/** A step of the AI SDK, as far as it is used here. */
export interface AiSdkStep {
  toolCalls: readonly { toolCallId: string }[]
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }
  response: { modelId?: string }
}

/** What `generateText`, `streamText` and an agent's `generate` or `stream` give, as far as it is used here. */
export interface AiSdkResult {
  text: string | PromiseLike<string>
  steps: readonly AiSdkStep[] | PromiseLike<readonly AiSdkStep[]>
}

export interface AsAiSdkAgentOptions {
  /** Shown in reports. */
  name: string
  note?: string
}

/**
 * Makes an agent under test of one that is built with the AI SDK. The function gets the prompt and the task's tools,
 * and gives what the AI SDK gave; turns, usage and the final answer are read from its steps.
 *
 * @example
 * export default fromAiSdk({ name: 'support' }, ({ prompt, tools, signal }) =>
 *   generateText({ model, tools, prompt, stopWhen: stepCountIs(20), abortSignal: signal }),
 * )
 */
export function fromAiSdk(
  { name, note }: AsAiSdkAgentOptions,
  ask: (asked: AiSdkAsked) => AiSdkResult | PromiseLike<AiSdkResult>,
): Agent {
  return {
    name,
    ...(note === undefined ? {} : { note }),
    async run({ prompt, tools, signal }) {
      const result = await ask({ prompt, tools: toAiSdkTools(tools), signal })
      const steps = await result.steps
      return {
        answer: await result.text,
        turns: steps.map(({ toolCalls }) => toolCalls.map(({ toolCallId }) => toolCallId)),
        usage: summedUsage(
          steps.map(({ usage }) => ({ input: usage.inputTokens, output: usage.outputTokens })),
        ),
        models: [...new Set(steps.flatMap(({ response }) => response.modelId ?? []))].sort(),
      }
    },
  }
}
