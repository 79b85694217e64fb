/** Ends of the paths by which models are asked: OpenAI and what is compatible, Anthropic, Gemini, Ollama, Bedrock. */
const MODEL_PATH =
  /\/(?:(?:chat\/)?completions|responses|messages|embeddings|messages\/count_tokens|api\/(?:chat|generate|embed)|converse|converse-stream|invoke|invoke-with-response-stream)$|:(?:generateContent|streamGenerateContent|embedContent|batchEmbedContents|countTokens)$/

export const isModelPath = ({ pathname }: URL): boolean => MODEL_PATH.test(pathname)
