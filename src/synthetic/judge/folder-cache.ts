import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseCache, deserializeStoredGeneration, serializeGeneration } from '@langchain/core/caches'
import type { Generation } from '@langchain/core/outputs'
import { z } from 'zod'
import { sha256 } from '../../shared/digest.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { writeWhole } from '../../shared/whole-file.ts'

const DIGITS = 16

const storedSchema = z.strictObject({
  model: z.json(),
  question: z.json(),
  answer: z
    .array(
      z.strictObject({
        text: z.string(),
        message: z.looseObject({ type: z.string(), data: z.looseObject({ content: z.json() }) }).optional(),
      }),
    )
    .min(1),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * A LangChain cache in a folder, one file an answer, with the question in it: to be committed and read in reviews. Files
 * are written whole, so that several workers may share the folder.
 */
export class FolderCache extends BaseCache {
  readonly #folder: string

  constructor(folder: string) {
    super()
    this.#folder = folder
  }

  #fileOf(prompt: string, llmKey: string): string {
    return join(this.#folder, `${sha256(JSON.stringify([llmKey, prompt])).slice(0, DIGITS)}.json`)
  }

  /** @throws TracewrightError where a file is there that holds no answer */
  async lookup(prompt: string, llmKey: string): Promise<Generation[] | null> {
    const file = this.#fileOf(prompt, llmKey)
    if (!existsSync(file)) return null
    try {
      const text = readFileSync(file, 'utf8')
      storedSchema.parse(JSON.parse(text))
      const { answer } = JSON.parse(text) as { answer: Parameters<typeof deserializeStoredGeneration>[0][] }
      return answer.map(deserializeStoredGeneration)
    } catch (error) {
      throw new TracewrightError(
        `Failed to read the judgment ${file}: ${messageOf(error)}. Delete it to have it judged again.`,
        { cause: error, at: { file } },
      )
    }
  }

  async update(prompt: string, llmKey: string, value: Generation[]): Promise<void> {
    const stored = { model: parsed(llmKey), question: parsed(prompt), answer: value.map(serializeGeneration) }
    writeWhole(this.#fileOf(prompt, llmKey), [`${JSON.stringify(stored, null, 2)}\n`])
  }
}
