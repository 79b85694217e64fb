import { folders } from './index/phrases.ts'
import { type Phrases, wordsSchema } from './phrases.ts'
import { readFolder } from './read-folder.ts'

/** The phrases of every tool that comes with tracewright, in order of the tools' names. */
export const phrasebook: ReadonlyMap<string, Phrases> = new Map(
  folders.map(([tool, words, draw]) => [
    tool,
    { tool, draw, ...readFolder(tool, 'phrases.json', wordsSchema(), words) },
  ]),
)
