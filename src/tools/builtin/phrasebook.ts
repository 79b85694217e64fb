import { type Phrases, readPart, wordsSchema } from './phrases.ts'
import { files } from './words.ts'

/** The phrases of every tool that comes with tracewright, in order of the tools' names. */
export const phrasebook: ReadonlyMap<string, Phrases> = new Map(
  files.map(([{ name, drawArguments }, { phrases }]) => [
    name,
    { tool: name, draw: drawArguments, ...readPart(name, 'phrases', wordsSchema(), phrases) },
  ]),
)
