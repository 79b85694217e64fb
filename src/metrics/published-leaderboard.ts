import type { PublishedRow } from '../schema/report.ts'
import { LEVELS } from '../schema/task.ts'

/** Model, provider, group, then L0, L1, L2, L3, overall and L0 - L3 as published: five of the last differ from their row. */
const ROWS = `
Llama 3.1 8B | Groq | cloud | 27.1 | 75.8 | 87.1 | 76.0 | 66.4 | -48.9
Command A | Cohere | cloud | 45.8 | 62.7 | 87.8 | 40.8 | 58.4 | 5.1
Mistral Small | Mistral | cloud | 45.8 | 59.7 | 87.6 | 40.9 | 57.5 | 4.9
Command R+ | Cohere | cloud | 43.8 | 57.5 | 88.0 | 40.3 | 56.2 | 3.4
Llama 3.1 8B | Cerebras | cloud | 31.2 | 66.1 | 81.2 | 46.4 | 56.0 | -15.1
Mistral Large | Mistral | cloud | 39.6 | 59.5 | 87.9 | 38.5 | 55.4 | 1.1
Mistral Medium | Mistral | cloud | 43.8 | 57.5 | 87.9 | 36.3 | 55.2 | 7.4
Gemini 2.0 Flash | OpenRouter | cloud | 39.6 | 52.4 | 85.7 | 39.0 | 52.8 | 0.6
GPT-OSS 120B | Cerebras | cloud | 45.8 | 56.3 | 56.1 | 29.0 | 47.2 | 16.8
Llama 4 Scout 17B | Groq | cloud | 37.5 | 49.6 | 55.8 | 7.0 | 37.7 | 30.5
Granite4 3B | Ollama | local | 45.8 | 57.3 | 56.1 | 30.2 | 47.8 | 15.6
Granite4 1B | Ollama | local | 41.7 | 56.3 | 55.9 | 29.9 | 46.4 | 11.8
Mistral 7B | Ollama | local | 43.8 | 57.7 | 49.2 | 30.5 | 46.1 | 13.3
Llama 3.1 8B | Ollama | local | 39.6 | 56.7 | 56.1 | 29.5 | 45.9 | 10.1
Mistral Nemo 12B | Ollama | local | 37.5 | 58.4 | 51.0 | 31.8 | 45.5 | 5.7
Qwen 2.5 7B | Ollama | local | 39.6 | 56.7 | 53.8 | 25.8 | 44.6 | 13.8
Mistral Small 24B | Ollama | local | 37.5 | 51.1 | 47.7 | 22.6 | 40.3 | 14.9
Qwen3 8B | Ollama | local | 35.4 | 52.0 | 36.9 | 21.8 | 37.7 | 13.7`
const AVERAGES = `
all | 40.0 | 58.0 | 67.3 | 34.2 | 49.8 | 5.8
cloud | 40.0 | 59.7 | 80.5 | 39.4 | 54.3 | 0.6
local | 40.1 | 55.8 | 50.8 | 27.8 | 44.3 | 12.3`

const linesOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))

const rowOf = ([group = '', ...cells]: readonly string[]): PublishedRow => {
  const names = [...LEVELS, 'overall', 'level_drop']
  const shares = Object.fromEntries(names.map((name, i) => [name, Number(cells[i])]))
  return { group, ...shares } as PublishedRow
}

/**
 * The 18 rows that the CompToolBench paper publishes, best first: metrics of its own scorer on its own 200 tasks, which
 * no other scorer's can be set beside. Its data set is CC BY 4.0.
 */
export const PUBLISHED_ROWS: readonly PublishedRow[] = linesOf(ROWS).map(
  ([model = '', provider = '', ...cells]) => ({ model, provider, ...rowOf(cells) }),
)

/** The three published means: all models, those of the cloud, those that run locally. */
export const PUBLISHED_AVERAGES: readonly PublishedRow[] = linesOf(AVERAGES).map(rowOf)
