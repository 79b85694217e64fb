import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawRecording } from '../../../generate/pools/recording-parts.ts'

export const transcribeAudio = definePhrases({
  tool: 'transcribe_audio',
  draw: (rng) => ({
    audio_source: drawRecording(rng),
    ...(rng.int(0, 2) === 0 ? { language: rng.pick(['de', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'ja']) } : {}),
  }),
  asks: [
    'write down what is said in {audio_source}[, where the language has the code {language}]',
    'get a transcript of {audio_source}[; the code of the spoken language is {language}]',
    'turn the speech in {audio_source} into text[, given {language} as the language code]',
    'listen to {audio_source}[, taking {language} as the language code,] and note every word',
    'transcribe {audio_source}[, with {language} as the code of the language]',
  ],
  outputs: {
    '/text': 'transcript',
    '/segments/1/text': 'text of the second segment of the recording',
    '/duration_seconds': 'length of the recording in seconds',
    '/confidence': 'confidence of the transcript',
  },
  answers: [
    { at: ['/duration_seconds'], gives: 'the length of the recording in seconds, unrounded' },
    { at: ['/confidence'], gives: 'the confidence of the transcript, unrounded' },
    {
      at: ['/word_count', '/confidence'],
      gives: 'the number of words of the transcript, then its confidence, unrounded',
    },
  ],
})
