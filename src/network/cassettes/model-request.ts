import { isObject, type Json } from '../../shared/json.ts'
import { isModelPath } from '../model-path.ts'

const ASKS = ['model', 'messages', 'contents', 'prompt', 'input', 'content']

/** Whether a request to this machine asks a model: other servers here, such as one of MCP, answer for themselves. */
export const asksModel = (method: string, url: URL, body: Json | undefined): boolean =>
  method === 'POST' && isModelPath(url) && isObject(body) && ASKS.some((name) => name in body)
