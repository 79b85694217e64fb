import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { readAnthropic } from './anthropic.ts'
import { readChat } from './chat.ts'
import { readGemini } from './gemini.ts'
import { readOllama } from './ollama.ts'
import type { Reader, ReplyContent } from './reply-content.ts'
import { readResponses } from './responses.ts'

const READERS: readonly Reader[] = [readChat, readResponses, readAnthropic, readGemini, readOllama]

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The objects of a body: one, a list, the data of events, or one a line. */
function objectsIn(text: string): JsonObject[] {
  const whole = parsed(text)
  if (whole !== undefined) return [whole].flat().filter(isObject)
  return text
    .split(/\r?\n/)
    .map((line) => parsed(line.replace(/^data: ?/, '')))
    .filter(isObject)
}

/** What a model's reply says; undefined where it is of no format that is known. */
export function readReply(text: string): ReplyContent | undefined {
  const objects = objectsIn(text)
  for (const read of READERS) {
    const found = read(objects)
    if (found !== undefined) return found
  }
  return undefined
}
