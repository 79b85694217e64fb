import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { splitWhitespace } from '../../../shared/python/text.ts'
import { drawRecording } from '../../content/pools/addresses.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import type { Draw } from '../../world/draw.ts'

/** What a recording tells: a reference that only a listener can know, and two numbers. */
interface Facts {
  reference: string
  count: number
  share: number
}

type Segment = readonly [end: number, text: (facts: Facts) => string]

// Published numbers of words: 39, 37, 39 and, for any other recording, 26.
const MEETING: Segment[] = [
  [3.5, () => 'Good morning, everyone, let us begin.'],
  [7.2, ({ reference }) => `First the budget, filed under ${reference}.`],
  [12.8, ({ count }) => `We spent ${count} euros, a little less than planned.`],
  [17.1, ({ share }) => `About ${share} percent of the work is done.`],
  [22, () => 'Please send me your open points by Friday noon. Thanks.'],
]
const LECTURE: Segment[] = [
  [4, () => 'Welcome back. Today we look at how rivers carry sand.'],
  [
    10.5,
    ({ reference, count, share }) =>
      `Station ${reference} recorded ${count} tonnes last spring, and ${share} percent of that settled in the delta.`,
  ],
  [18, () => 'Keep both figures in mind, we shall need them next week.'],
]
const VOICEMAIL: Segment[] = [
  [3.8, () => 'Hello, this is the workshop calling about your bicycle.'],
  [8.5, ({ reference, count }) => `The repair has number ${reference} and comes to ${count} euros.`],
  [12.5, () => 'We had to replace the chain and one of the brakes.'],
  [14, () => 'You can collect it tomorrow after ten. Good bye.'],
]
const OTHER: Segment[] = [
  [15, ({ reference }) => `This recording is kept under the number ${reference}.`],
  [
    30,
    ({ count, share }) =>
      `The speaker counts ${count} entries in the archive and says that ${share} percent of these lack a title.`,
  ],
]

interface Recording {
  segments: Segment[]
  duration: number
  confidence: number
}

// The first key that the source contains wins.
const KNOWN: [key: string, recording: Recording][] = [
  ['meeting', { segments: MEETING, duration: 22, confidence: 0.95 }],
  ['lecture', { segments: LECTURE, duration: 18, confidence: 0.95 }],
  ['voicemail', { segments: VOICEMAIL, duration: 14, confidence: 0.95 }],
]

function publishedRecording(source: string, draw: Draw): Recording {
  const name = source.toLowerCase()
  return (
    KNOWN.find(([key]) => name.includes(key))?.[1] ?? {
      segments: OTHER,
      duration: 30 + draw.remainder(120),
      confidence: round(0.85 + draw.remainder(15) / 100, 2),
    }
  )
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
    const published = publishedRecording(audio_source, draw)
    const duration = draw.figure('duration', published.duration, {
      min: published.duration * 0.6,
      max: published.duration * 1.8,
      decimals: 3,
    })
    const facts: Facts = {
      reference: draw.token('reference'),
      count: draw.figureFrom('count', 9000, { min: 200, max: 15_000, decimals: 0 }),
      share: draw.figureFrom('share', 80, { min: 10, max: 90, decimals: 3 }),
    }
    // The published segments of an unknown recording end after 30 seconds, however long it is.
    const [last = 1] = published.segments.at(-1) ?? []
    const scale = world.seed === 0 ? 1 : duration / last
    let start = 0
    const segments = published.segments.map(([bound, text]) => {
      const segment = { start, end: round(bound * scale, 3), text: text(facts) }
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
      confidence: draw.figure('confidence', published.confidence, { min: 0.85, max: 0.99, decimals: 6 }),
      segments,
      word_count: splitWhitespace(text).length,
    }
  },
  drawArguments: (rng) => ({
    audio_source: drawRecording(rng),
    ...(rng.int(0, 2) === 0 ? { language: rng.pick(['de', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'ja']) } : {}),
  }),
})
