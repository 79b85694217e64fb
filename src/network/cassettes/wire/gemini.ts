import { countAt, listAt, objectAt, type Reader, said, saidCall } from './said.ts'

/** `generateContent` of Gemini, streamed as events or as a list. */
export const readGemini: Reader = (objects) => {
  const own = objects.filter(({ candidates, usageMetadata }) => candidates ?? usageMetadata)
  const last = own.at(-1)
  if (last === undefined) return undefined
  const parts = own.flatMap(({ candidates }) => listAt(objectAt(listAt(candidates)[0]?.content).parts))
  const usage = objectAt(own.findLast((one) => 'usageMetadata' in one)?.usageMetadata)
  return said(
    last.modelVersion,
    countAt(usage.promptTokenCount),
    countAt(usage.candidatesTokenCount) + countAt(usage.thoughtsTokenCount),
    parts.flatMap(({ functionCall }) => {
      const { id, name, args } = objectAt(functionCall)
      return saidCall(id, name, args)
    }),
  )
}
