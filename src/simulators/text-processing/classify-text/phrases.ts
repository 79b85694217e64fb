import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawTopicNote } from '../../../generate/pools/topic-notes.ts'

export const classifyText = definePhrases({
  tool: 'classify_text',
  draw: drawTopicNote,
  asks: [
    'find out which of the categories {categories} fits {text} best',
    'sort {text} into one of these categories: {categories}',
    'assign {text} to one of the categories {categories} and note how clear the choice is',
    'choose the right category for {text} out of {categories}',
    'decide which of {categories} is the category that {text} belongs to',
  ],
  outputs: {
    '/predicted_category': 'best category',
    '/confidence': 'share of the best category',
    '/text_preview': 'lower-case preview of the text',
  },
  answers: [
    {
      at: ['/confidence', { at: '/all_scores', via: ['json'] }],
      gives:
        'the share of the category that fits best, with all its decimals, then the shares of all categories as a JSON object',
    },
    {
      at: [{ at: '/all_scores', via: ['json'] }],
      gives: 'the shares of all categories as a JSON object, with all their decimals',
    },
  ],
  ownValues: ['text', 'categories'],
})
