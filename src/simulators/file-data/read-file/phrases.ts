import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

/** Files that every fresh world holds. */
const PATHS = [
  '/data/employees.csv',
  '/data/config.json',
  '/data/report.txt',
  '/data/products.json',
  '/data/notes.txt',
] as const

export const readFile = definePhrases({
  tool: 'read_file',
  draw: (rng) => ({ path: rng.pick(PATHS) }),
  asks: [
    'open {path} and look at what is in it',
    'read {path} from beginning to end',
    'fetch the content of {path}',
    'load the whole text that is stored at {path}',
    'look into {path}',
  ],
  outputs: { '/content': 'content of the file', '/size': 'size of the file in characters' },
  answers: [
    {
      at: ['/size', '/type'],
      gives: 'the recorded size of the file in characters, then its media type',
    },
    {
      at: ['/size', { at: '/content', via: [{ split: '\n', take: -1 }] }],
      gives:
        'the recorded size of the file in characters, then its last line, exactly as it stands (the whole text where it has one line only)',
    },
  ],
})
