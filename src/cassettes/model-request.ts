import { isObject, type Json } from '../shared/json.ts'

/** Ends of the paths by which models are asked: OpenAI and what is compatible, Anthropic, Gemini, Ollama, Bedrock. */
const MODEL_PATH =
  /\/(?:(?:chat\/)?completions|responses|messages|embeddings|messages\/count_tokens|api\/(?:chat|generate|embed)|converse|converse-stream|invoke|invoke-with-response-stream)$|:(?:generateContent|streamGenerateContent|embedContent|batchEmbedContents|countTokens)$/

const ASKS = ['model', 'messages', 'contents', 'prompt', 'input', 'content']

/** Whether a request to this machine asks a model: other servers here, such as one of MCP, answer for themselves. */
export const asksModel = (method: string, url: URL, body: Json | undefined): boolean =>
  method === 'POST' && MODEL_PATH.test(url.pathname) && isObject(body) && ASKS.some((name) => name in body)
