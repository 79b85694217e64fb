import type { ModelMessage } from 'ai'
import type { AgentRequest } from '../../schema/agent.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'

/** A request for approval, as far as it is used here. */
interface ApprovalPart {
  type: 'tool-approval-request'
  approvalId: string
  toolCall: { toolName: string; input?: unknown }
}

const isApproval = (part: { type: string }): part is ApprovalPart => part.type === 'tool-approval-request'

/** What the user says to the requests for approval of a step; undefined where it has none. */
export async function answersTo(
  step: { content?: readonly { type: string }[] } | undefined,
  user: AgentRequest['user'],
): Promise<ModelMessage | undefined> {
  const requests = (step?.content ?? []).filter(isApproval)
  if (requests.length === 0) return undefined
  const content = []
  for (const { approvalId, toolCall } of requests) {
    const args = isObject(toolCall.input as Json) ? (toolCall.input as JsonObject) : {}
    const { approved, say } = await user.approve({ tool: toolCall.toolName, arguments: args })
    content.push({
      type: 'tool-approval-response' as const,
      approvalId,
      approved,
      ...(say === undefined ? {} : { reason: say }),
    })
  }
  return { role: 'tool', content }
}
