import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { initChatModel } from 'langchain'
import { OfflinePlanner } from '../offline-model/offline-planner.ts'

/** The model that `AGENT_MODEL` names, for example `openai:gpt-5`; the offline planner where it is unset. */
export async function chooseModel(): Promise<BaseChatModel> {
  const name = process.env.AGENT_MODEL
  if (!name) return new OfflinePlanner()
  return (await initChatModel(name, { temperature: 0 })) as unknown as BaseChatModel
}
