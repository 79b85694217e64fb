import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { splitWhitespace } from '../../../shared/python/text.ts'
import { fillText } from '../../content/fill.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'
import type { Draw } from '../../world/draw.ts'

interface AudioRecording {
  /** What is said of a reference that only a listener can know, and of two numbers; where it ends, in seconds. */
  segments: readonly { end: number; text: string }[]
  duration: number
  confidence: number
}

/** The first key that the source contains wins. Published numbers of words: 39, 37, 39 and, for any other, 26. */
function findPublishedRecording(source: string, draw: Draw): AudioRecording {
  const name = source.toLowerCase()
  const known = tables.recordings.find(({ key }) => name.includes(key))
  if (known !== undefined) return { ...known, confidence: 0.95 }
  return {
    segments: tables.other_recording,
    duration: 30 + draw.remainder(120),
    confidence: round(0.85 + draw.remainder(15) / 100, 2),
  }
}

export const transcribeAudio = defineBuiltIn({
  effect: 'read',
  capability: 'read-file',
  input: (z) => ({ audio_source: z.string(), language: z.string().default('en') }),
  output: (z) => ({
    status: z.literal('completed'),
    audio_source: z.string(),
    language: z.string(),
    text: z.string(),
    duration_seconds: z.number(),
    confidence: z.number(),
    segments: z.array(
      z.strictObject({
        start: field(z.number(), 'time', 'Beginning in seconds from the start of the recording.'),
        end: field(z.number(), 'time', 'End in seconds from the start of the recording.'),
        text: field(z.string(), 'text', 'What is said in between.'),
      }),
    ),
    word_count: z.int(),
  }),
  run({ audio_source, language }, world) {
    const draw = world.draw('transcribe', audio_source)
    const published = findPublishedRecording(audio_source, draw)
    const duration = draw.number('duration', published.duration, {
      min: published.duration * 0.6,
      max: published.duration * 1.8,
      decimals: 3,
    })
    const facts = {
      reference: draw.token('reference'),
      count: draw.numberFrom('count', 9000, { min: 200, max: 15_000, decimals: 0 }),
      share: draw.numberFrom('share', 80, { min: 10, max: 90, decimals: 3 }),
    }
    // The published segments of an unknown recording end after 30 seconds, however long it is.
    const { end: last = 1 } = published.segments.at(-1) ?? {}
    const scale = world.seed === 0 ? 1 : duration / last
    let start = 0
    const segments = published.segments.map(({ end, text }) => {
      const segment = { start, end: round(end * scale, 3), text: fillText(text, facts) }
      start = segment.end
      return segment
    })
    const text = segments.map((segment) => segment.text).join(' ')
    return {
      status: 'completed' as const,
      audio_source,
      language,
      text,
      duration_seconds: duration,
      confidence: draw.number('confidence', published.confidence, { min: 0.85, max: 0.99, decimals: 6 }),
      segments,
      word_count: splitWhitespace(text).length,
    }
  },
})
