import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawOpinion } from '../../../generate/pools/opinion-parts.ts'

export const sentimentAnalysis = definePhrases({
  tool: 'sentiment_analysis',
  draw: (rng) => ({ text: drawOpinion(rng) }),
  asks: [
    'find out whether {text} sounds positive or negative',
    'judge the mood of {text}',
    'analyse the sentiment of {text}',
    'weigh praise against complaint in {text}',
    'tell how favourable {text} is, with the words of praise and of complaint counted',
  ],
  outputs: {
    '/sentiment': 'sentiment of the text',
    '/confidence': 'confidence in the sentiment',
    '/positive_signals': 'number of words of praise',
    '/negative_signals': 'number of words of complaint',
    '/text_length': 'length of the text in characters',
  },
  answers: [
    {
      at: ['/positive_signals', '/negative_signals'],
      gives: 'the number of different words of praise, then the number of different words of complaint',
    },
    {
      at: ['/sentiment', '/text_length', '/positive_signals'],
      gives:
        'the sentiment as one word, then the length of the text in characters, then the number of different words of praise',
    },
    {
      at: ['/confidence', '/text_length'],
      gives: 'the confidence with all its decimals, then the length of the text in characters',
    },
  ],
})
