import { countAt, listAt, objectAt, type Reader, replyContent, saidCall } from './reply-content.ts'

/** `generateContent` of Gemini, streamed as events or as a list. */
export const readGemini: Reader = (objects) => {
  const chunks = objects.filter(({ candidates, usageMetadata }) => candidates ?? usageMetadata)
  const last = chunks.at(-1)
  if (last === undefined) return undefined
  const parts = chunks.flatMap(({ candidates }) => listAt(objectAt(listAt(candidates)[0]?.content).parts))
  const usage = objectAt(chunks.findLast((one) => 'usageMetadata' in one)?.usageMetadata)
  return replyContent(
    last.modelVersion,
    countAt(usage.promptTokenCount),
    countAt(usage.candidatesTokenCount) + countAt(usage.thoughtsTokenCount),
    parts.flatMap(({ functionCall }) => {
      const { id, name, args } = objectAt(functionCall)
      return saidCall(id, name, args)
    }),
  )
}
