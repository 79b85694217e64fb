import { BaseCache, deserializeStoredGeneration, serializeGeneration } from '@langchain/core/caches'
import type { Generation } from '@langchain/core/outputs'
import { z } from 'zod'
import { type JsonlFile, openJsonl } from '../shared/jsonl-file.ts'

/** An answer as LangChain serializes it. */
export const storedGenerationSchema = z.strictObject({
  text: z.string(),
  message: z.looseObject({ type: z.string(), data: z.looseObject({ content: z.json() }) }).optional(),
})
const entrySchema = z.strictObject({ key: z.string(), value: z.array(storedGenerationSchema).min(1) })
type CacheEntry = z.infer<typeof entrySchema>

/**
 * A LangChain cache in a file of JSON Lines, one answer a line, that only grows. It serves any chat model as
 * its `cache`. Of two answers to one question the later counts. A last line that a killed process left torn
 * is dropped.
 */
export class FileCache extends BaseCache {
  readonly #file: JsonlFile<CacheEntry>
  readonly #entries: Map<string, string>

  /** @throws TracewrightError where the file cannot be read, or holds a line that is not a reply */
  constructor(file: string) {
    super()
    this.#file = openJsonl(file, entrySchema)
    this.#entries = new Map(this.#file.lines.map(({ key, value }) => [key, JSON.stringify(value)]))
  }

  /** Answers, made anew each time, since LangChain writes into what it gets. */
  async lookup(prompt: string, llmKey: string): Promise<Generation[] | null> {
    const stored = this.#entries.get(this.keyEncoder(prompt, llmKey))
    if (stored === undefined) return null
    return (JSON.parse(stored) as Parameters<typeof deserializeStoredGeneration>[0][]).map(
      deserializeStoredGeneration,
    )
  }

  async update(prompt: string, llmKey: string, value: Generation[]): Promise<void> {
    const key = this.keyEncoder(prompt, llmKey)
    const text = JSON.stringify(value.map(serializeGeneration))
    this.#file.append(entrySchema.parse({ key, value: JSON.parse(text) }))
    this.#entries.set(key, text)
  }
}
