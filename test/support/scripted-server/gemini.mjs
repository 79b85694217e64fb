/** Gemini's `generateContent`. */
const isAnswer = ({ parts }) => parts.some(({ functionResponse }) => functionResponse !== undefined)

/** The last prompt, how many turns were made since, and their results in the order of the calls. */
export function readGeminiConversation({ contents }) {
  const from = contents.findLastIndex((content) => content.role === 'user' && !isAnswer(content))
  const since = contents.slice(from)
  const results = since.flatMap(({ parts }) => parts.flatMap(({ functionResponse: one }) => one ?? []))
  return {
    asked: contents[from].parts.map(({ text = '' }) => text).join(''),
    turn: since.filter(({ role }) => role === 'model').length,
    results: results.map(({ response: { output } }) => output),
  }
}

export function buildGeminiAnswer(model, { calls, text }) {
  const asked = calls.map(({ name, args }) => ({ functionCall: { name, args: JSON.parse(args) } }))
  const parts = asked.length > 0 ? asked : [{ text }]
  return {
    value: {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 },
      modelVersion: model,
    },
  }
}
